package io.tidemark.server.cli.snapshot;

import io.tidemark.data.history.SnapshotComparison;
import io.tidemark.data.history.TableDiff.FarmerDiff;
import io.tidemark.data.history.TableDiff;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.server.cli.console.FailureReport;
import io.tidemark.server.cli.console.TerminalTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tidemark snapshot diff}: shows the differences between two snapshots. */
@Command(name = "diff", sortOptions = false,
        description = {"Show which rows differ between two snapshots.", "",
            "Lists, for each table and year, the rows that B added, removed or changed, by company and day; for "
                + "reference lists also the first keys. Then lists the ledger entries that only one of them has. "
                + "Derived tables are left out. Files that both snapshots share are not read.", ""},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:compared, whether they differ or not", "2:wrong usage, or no such snapshot",
        "5:the lake cannot be read"},
        footerHeading = "%nExamples:%n",
        footer = {"  tidemark snapshot diff 20260107T021500.123Z",
            "  tidemark snapshot diff 20260107T021500.123Z 20260108T021500.456Z --json"})
@SuppressWarnings("NullAway.Init") // picocli sets the fields
final class SnapshotDifference extends LakeCommand {

    private static final int DAY_LENGTH = "2026-01-07".length();
    private static final List<String> HEADINGS = List.of("TABLE", "YEAR", "FARMER", "ADDED", "REMOVED", "CHANGED",
            "DAYS");

    @Parameters(index = "0", paramLabel = "A", description = "The earlier snapshot.")
    String before;

    @Parameters(index = "1", arity = "0..1", paramLabel = "B",
            description = "The later snapshot (default: the published one).")
    @Nullable String after;

    @Override
    public int run(Lake lake) {
        SnapshotComparison comparison = SnapshotComparison.of(lake, before, after, engine());
        if (json) {
            printJson(comparison);
        } else {
            print(comparison);
        }
        return FailureReport.DONE;
    }

    private void print(SnapshotComparison comparison) {
        List<TableDiff> parts = comparison.tables();
        if (!comparison.samePrivacyRule()) {
            out().println("the rule of confidentiality differs");
        }
        comparison.ledger().entries().forEach(entry ->
                out().println("entry " + entry.number() + " of the ledger, " + entry.kind() + " of "
                + entry.at().substring(0, DAY_LENGTH) + ", released through " + entry.releasedThrough() + ": only "
                + (comparison.ledger().to() > comparison.ledger().from() ? comparison.to() : comparison.from())
                + " has it"));
        if (parts.isEmpty()) {
            out().println("the delivered rows of " + comparison.from() + " and " + comparison.to() + " are the same");
            return;
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(HEADINGS);
        for (TableDiff part : parts) {
            if (part.farmers().isEmpty()) {
                rows.add(row(part, "-", part.added(), part.removed(), part.changed(), "-"));
            }
            part.farmers().forEach(f -> rows.add(row(part, f.farmer() == null ? "-" : f.farmer(), f.added(),
                    f.removed(), f.changed(), days(f))));
        }
        TerminalTable.print(rows, out());
        parts.stream().filter(part -> !part.keys().isEmpty()).forEach(part -> out().println(part.table() + ": "
                + String.join(", ", part.keys().stream().map(key -> key.key() + " " + key.change()).toList())
                + (part.keys().size() < part.added() + part.removed() + part.changed() ? ", ..." : "")));
    }

    private static List<String> row(TableDiff part, String farmer, long added, long removed, long changed,
            String days) {
        return List.of(part.table(), part.year() == null ? "-" : part.year().toString(), farmer, number(added),
                number(removed), number(changed), days);
    }

    private static String days(FarmerDiff part) {
        return part.firstDay() == null ? "-" : part.days() == 1 ? part.firstDay().toString()
                : part.days() + " from " + part.firstDay() + " to " + part.lastDay();
    }

    private static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }
}
