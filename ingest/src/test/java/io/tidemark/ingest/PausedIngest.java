package io.tidemark.ingest;

import io.tidemark.data.snapshot.Lake;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** An ingest in a separate process that waits at a given step: a tool of the tests. */
final class PausedIngest {

    private PausedIngest() {}

    /** Delivery, lake and step. */
    public static void main(String[] arguments) {
        IngestEvent.Step step = IngestEvent.Step.valueOf(arguments[2]);
        Ingest.run(new IngestOptions(Path.of(arguments[0]), Lake.at(Path.of(arguments[1])), TestDelivery.TODAY, false,
                1.0), event -> {
            if (event instanceof IngestEvent.StepBegun begun && begun.step() == step) {
                System.out.println("paused");
                try {
                    System.in.read();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        });
    }
}
