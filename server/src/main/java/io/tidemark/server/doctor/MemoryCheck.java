package io.tidemark.server.doctor;

import io.tidemark.server.config.ServerConfig;
import io.tidemark.server.setup.MemoryBudget;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Compares the machine's memory with the needs of the engine and Java. */
record MemoryCheck() implements Doctor.Check {

    private static final String NAME = "memory";
    private static final long MEGABYTE = 1 << 20;

    @Override
    public List<Diagnosis> look(ServerConfig config) {
        return Stream.concat(Stream.of(judge(config.engine().memory().megabytes(), MemoryBudget.available())),
                cache(config.query(), Runtime.getRuntime().maxMemory()).stream()).toList();
    }

    /** A warning if the result cache cannot be as large as somebody has set it. */
    static Optional<Diagnosis> cache(ServerConfig.Query query, long heapBytes) {
        long cacheMb = query.cacheBytes(heapBytes) / MEGABYTE;
        return !query.asksForMoreCache(heapBytes) ? Optional.empty()
                : Optional.of(new Diagnosis(Diagnosis.Level.WARNING, NAME,
                        "query.cache-mb is " + query.cache().megabytes()
                        + ", and the result cache takes " + cacheMb + " MB at most (a third of Java's memory)",
                        "set query.cache-mb to " + cacheMb + ", or give Java more with TIDEMARK_JAVA_OPTIONS=-Xmx"
                                + query.cache().megabytes() * 4L + "m, and raise MemoryMax of the unit by as much"));
    }

    /** The result for an engine of this size, megabytes. */
    static Diagnosis judge(int engineMb, OptionalLong available) {
        int needed = MemoryBudget.process(engineMb);
        if (available.isEmpty()) {
            return Diagnosis.ok(NAME, "the server may take " + needed + " MB; how much memory there is cannot be "
                    + "determined here");
        }
        String words = String.format(Locale.ROOT, "the server may take %,d MB with query.engine-memory-mb: %d, of %,d "
                + "MB", needed, engineMb, available.getAsLong());
        return needed <= available.getAsLong() ? Diagnosis.ok(NAME, words)
                : new Diagnosis(engineMb > available.getAsLong() ? Diagnosis.Level.FAULT : Diagnosis.Level.WARNING,
                        NAME, words, "set query.engine-memory-mb to " + MemoryBudget.engine(available.getAsLong())
                                + ", or give it more memory (MemoryMax of the unit)");
    }
}
