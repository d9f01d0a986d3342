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
@Command(name = "certify", sortOptions = false,
        description = {"Check what a snapshot reveals about single companies, and write the findings on one page.", "",
            "Audits the ledger: every atom must satisfy the rule of confidentiality. Compares it with the lake's "
                + "earlier snapshots: what they released must be unchanged. The page lists what was audited, what is "
                + "not covered, and the digests of the program, the snapshot and the ledger.", ""},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:no fault was found", "1:a fault was found, or something was exposed",
            "2:wrong usage, or no such snapshot", "5:the lake is damaged, or the page cannot be written"},
        footerHeading = "%nExamples:%n",
        footer = {"  tidemark snapshot certify --html certificate.html",
        "  tidemark snapshot certify 20260107T021500.123Z --json"})
@SuppressWarnings("NullAway.Init") // picocli sets the fields
final class SnapshotCertify extends LakeCommand {

    @Parameters(index = "0", arity = "0..1", paramLabel = "SNAPSHOT",
            description = "The snapshot (default: the published one).")
    @Nullable String id;

    @Option(names = "--html", order = 1, paramLabel = "FILE",
            description = "Write the page as HTML to this file; an existing file is replaced.")
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
