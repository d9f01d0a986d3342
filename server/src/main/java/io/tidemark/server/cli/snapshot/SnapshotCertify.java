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
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code tidemark snapshot certify}: certifies the confidentiality of a snapshot. */
@Command(name = "certify", sortOptions = false,
        description = {"Look for what others could learn from a snapshot, and write what was found on one page.", "",
            "The ledger is audited: every atom must be safe by the rule. Earlier snapshots of the lake are held against it: what was released must "
                + "be there as it was. Then every route that shows benchmarks is asked by turns with sampled filters, as an analyst and as companies "
                + "ask, and each figure is worked out a second time from whole atoms. The page says for each route what was asked and "
                + "checked, what is not covered, and the digests of the program, the snapshot and the ledger.", ""},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:no fault was found", "1:a fault was found, or something was exposed", "2:wrong usage, or no such snapshot",
            "5:the lake is damaged, or the page cannot be written"},
        footerHeading = "%nExamples:%n",
        footer = {"  tidemark snapshot certify --html certificate.html", "  tidemark snapshot certify 20260107T021500.123Z --seconds 300 --json"})
@SuppressWarnings("NullAway.Init") // picocli sets the fields
final class SnapshotCertify extends LakeCommand {

    private static final int LONGEST = 86_400;

    @Parameters(index = "0", arity = "0..1", paramLabel = "SNAPSHOT", description = "The snapshot (default: the published one).")
    @Nullable String id;

    @Option(names = "--seconds", order = 1, paramLabel = "N", defaultValue = "60", description =
            "How long questions are asked (default: ${DEFAULT-VALUE}).")
    int seconds;

    @Option(names = "--questions", order = 2, paramLabel = "N", description = "Ask so many questions at most (default: no limit).")
    @Nullable Integer questions;

    @Option(names = "--seed", order = 3, paramLabel = "N", defaultValue = "1", description = "Another number asks other questions (default: "
            + "${DEFAULT-VALUE}).")
    long seed;

    @Option(names = "--html", order = 4, paramLabel = "FILE", description = "Write the page for people to this file; it is replaced.")
    @Nullable Path html;

    @Override
    public int run(Lake lake) {
        if (seconds < 1 || seconds > LONGEST) {
            throw new ParameterException(spec.commandLine(), "--seconds is from 1 to " + LONGEST + ", not " + seconds);
        }
        if (questions != null && questions < 1) {
            throw new ParameterException(spec.commandLine(), "--questions is at least 1, not " + questions);
        }
        RouteCatalog catalog = RouteCatalog.load(null);
        Certificate made;
        try (LocalSnapshot asked = LocalSnapshot.open(lake, id, catalog)) {
            long[] told = {System.nanoTime()};
            Certification.Limit limit = new Certification.Limit(Duration.ofSeconds(seconds), questions == null ? Integer.MAX_VALUE : questions);
            made = Certification.of(lake, asked, catalog, Clock.systemUTC(), limit, seed, (share, count) -> {
                if (System.nanoTime() - told[0] > Duration.ofSeconds(10).toNanos()) {
                    told[0] = System.nanoTime();
                    say(Math.round(100 * Math.min(1, share)) + " %, " + count + " questions");
                }
            });
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
        out().println(made.atoms().count() + " atoms of " + made.atoms().fewestGroups() + " groups or more; " + made.questions().asked()
                + " questions, "
                + made.questions().figures() + " figures worked out a second time; " + made.predecessors().size() + " earlier snapshots");
    }
}
