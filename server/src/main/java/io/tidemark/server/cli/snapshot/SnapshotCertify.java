package io.tidemark.server.cli.snapshot;

import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.server.certify.Certificate;
import io.tidemark.server.certify.CertificatePage;
import io.tidemark.server.certify.Certification;
import io.tidemark.server.cli.console.FailureReport;
import io.tidemark.server.request.LocalSnapshot;
import io.tidemark.server.route.RouteCatalog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark snapshot certify}: certifies the confidentiality of a snapshot. */
@Command(name = "certify", sortOptions = false)
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class SnapshotCertify extends LakeCommand {

    @Parameters(index = "0", arity = "0..1", paramLabel = "SNAPSHOT")
    @Nullable String id;

    @Option(names = "--html", order = 1, paramLabel = "FILE")
    @Nullable Path html;

    @Override
    public int run(Lake lake) {
        Certificate made;
        try (LocalSnapshot asked = LocalSnapshot.open(lake, id, RouteCatalog.load(null).withoutRoutes())) {
            made = Certification.of(lake, asked, Clock.systemUTC());
        }
        if (html != null) {
            try {
                DurableFiles.replace(html.toAbsolutePath(), CertificatePage.of(made).getBytes(StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new UncheckedIOException("the page cannot be written: " + e.getMessage(), e);
            }
        }
        print(made);
        return made.holds() ? FailureReport.DONE : FailureReport.UNEXPECTED;
    }

    private void print(Certificate made) {
        if (json) {
            out().println(CertificatePage.json(made));
            return;
        }
        out().println(made.holds() ? "no fault was found in snapshot " + made.snapshot()
                : "snapshot " + made.snapshot() + " is not certified");
        made.faults().forEach(fault -> out().println("fault: " + fault));
        made.exposures().forEach(exposure -> out().println("exposed: " + exposure));
        out().println(made.atoms().count() + " atoms of " + made.atoms().fewestGroups() + " groups or more; "
                + made.audits().size() + " audits; " + made.predecessors().size() + " earlier snapshots");
    }
}
