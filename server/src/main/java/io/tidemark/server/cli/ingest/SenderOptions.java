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

    @Option(names = "--only", paramLabel = "PART", description = {"Take nothing but this part: reference, authority, "
            + "farmers or "
        + "farmers/<farmer_id>. May be repeated."})
    List<String> only = List.of();

    @Option(names = "--ignore-unknown", description = "Names that are no table, format or farm system do not fail the "
            + "delivery.")
    boolean ignoreUnknown;

    @Option(names = "--sender", paramLabel = "NAME",
            description = "Who sent it, for snapshot list (default: the owner of the delivery's folder).")
    String name = "";

    @Option(names = "--senders", paramLabel = "FILE",
            description = {"With --watch: YAML that says of each sub-folder what it may "
        + "bring, such as havlaks: [farmers/F07] or registry-*: [authority]; others are refused."})
    @Nullable Path file;

    private @Nullable Senders senders;

    /** Reads and checks the options; throws a usage error for each fault. */
    void check(boolean watch) {
        if (file != null && (!watch || !only.isEmpty() || !name.isEmpty())) {
            throw new ParameterException(spec.commandLine(), watch
                    ? "--senders says what --only and --sender say: give one of them"
                    : "--senders belongs to --watch; for a single delivery there is --only");
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
