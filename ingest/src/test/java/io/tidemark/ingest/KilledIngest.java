package io.tidemark.ingest;

import io.tidemark.data.snapshot.Lake;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An ingest in a separate process that kills itself, as {@code kill -9} does, at a given event: a tool of the tests.
 */
final class KilledIngest {

    /**
     * Instead of an event's number: to die as soon as an entry of the ledger waits for its snapshot to be published.
     */
    static final int WITH_THE_LEDGER = -1;
    private static final int SIGKILL = 128 + 9;

    private KilledIngest() {}

    /** Delivery, lake, and the number of the event at which to die; 0 for never, -1 for {@link #WITH_THE_LEDGER}. */
    public static void main(String[] arguments) throws Exception {
        int last = Integer.parseInt(arguments[2]);
        AtomicInteger events = new AtomicInteger();
        if (last == WITH_THE_LEDGER) {
            Path pending = Path.of(arguments[1], "ledger", "pending");
            Thread.ofPlatform().daemon().start(() -> {
                while (!Files.exists(pending)) {
                    Thread.onSpinWait();
                }
                Runtime.getRuntime().halt(SIGKILL);
            });
        }
        System.out.println("begun");
        Ingest.run(new IngestOptions(Path.of(arguments[0]), Lake.at(Path.of(arguments[1])), TestDelivery.TODAY, false,
                1.0),
                event -> {
                    if (events.incrementAndGet() == last) {
                        System.out.println(event);
                        kill();
                    }
                });
    }

    // does not return
    private static void kill() {
        try {
            new ProcessBuilder("kill", "-9", Long.toString(ProcessHandle.current().pid())).start().waitFor();
            Thread.sleep(60_000);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
