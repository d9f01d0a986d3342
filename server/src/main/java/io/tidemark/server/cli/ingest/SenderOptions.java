package io.tidemark.server.cli.ingest;

import io.tidemark.ingest.Sender;
import io.tidemark.ingest.delivery.DeliveryScope;
import io.tidemark.ingest.watch.Senders;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options for a delivery's sender and the parts of it to ingest. */
@SuppressWarnings("NullAway.Init") // picocli sets the fields
final class SenderOptions {

    @Spec(Spec.Target.MIXEE)
    CommandSpec spec;

    @Option(names = "--only", paramLabel = "PART")
    List<String> only = List.of();

    @Option(names = "--ignore-unknown")
    boolean ignoreUnknown;

    @Option(names = "--sender", paramLabel = "NAME")
    String name = "";

    @Option(names = "--senders", paramLabel = "FILE")
    @Nullable Path file;

    private @Nullable Senders senders;

    /** Reads and checks the options; throws a usage error for each fault. */
    void check(boolean watch) {
        if (file != null && (!watch || !only.isEmpty() || !name.isEmpty())) {
            throw new ParameterException(spec.commandLine(), watch
                    ? "--senders replaces --only and --sender; they cannot be combined"
                    : "--senders needs --watch; use --only for a single delivery");
        }
        try {
            scope();
            senders = file == null ? null : Senders.read(file);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private DeliveryScope scope() {
        return new DeliveryScope(only);
    }

    /** The sender of a delivery's folder. */
    Sender of(Path delivery) {
        String folder = String.valueOf(delivery.getFileName());
        return senders == null ? new Sender(name, scope(), ignoreUnknown) : senders.of(folder, ignoreUnknown)
                .orElseGet(() ->
                Sender.refused("the sub-folder " + folder + " is nobody's: " + file + " has no entry for it"));
    }
}
