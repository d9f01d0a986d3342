package io.tidemark.server.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;

/** Measures the process: memory, garbage collection, threads, processor, open files, start time. */
final class JvmMeters implements AutoCloseable {
    private final JvmGcMetrics collections = new JvmGcMetrics();

    /** Adds the meters to a registry. */
    JvmMeters(MeterRegistry registry) {
        new JvmMemoryMetrics().bindTo(registry);
        collections.bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new FileDescriptorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
    }

    /** Stops listening to the garbage collector. */
    @Override
    public void close() {
        collections.close();
    }
}
