package io.tidemark.server.cli.snapshot;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.history.SnapshotDiff;
import io.tidemark.data.history.TableDiff;
import io.tidemark.data.history.TableDiff.FarmerDiff;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.NoSuchSnapshotException;
import io.tidemark.data.snapshot.PrivacyRule;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.SnapshotHistory.Entry;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.server.cli.console.FailureReport;
import io.tidemark.server.cli.console.TerminalTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tidemark snapshot diff}. */
@Command(name = "diff", sortOptions = false,
        description = {"Show which rows differ between two snapshots.", "",
            "For each table and year: the rows that B added, removed or changed, by company and day; for reference lists also "
                + "the first keys. Derived tables are left out. Files that both share are not read.", ""},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:compared, whether they differ or not", "2:wrong usage, or no such snapshot", "5:the lake cannot be read"},
        footerHeading = "%nExamples:%n",
        footer = {"  tidemark snapshot diff 20260107T021500.123Z",
            "  tidemark snapshot diff 20260107T021500.123Z 20260108T021500.456Z --json"})
@SuppressWarnings("NullAway.Init") // picocli sets the fields
final class SnapshotDifference extends LakeCommand {

    private static final List<String> HEADINGS = List.of("TABLE", "YEAR", "FARMER", "ADDED", "REMOVED", "CHANGED", "DAYS");

    @Parameters(index = "0", paramLabel = "A", description = "The snapshot before.")
    String before;

    @Parameters(index = "1", arity = "0..1", paramLabel = "B", description = "The snapshot after (default: the published one).")
    @Nullable String after;

    @Override
    public int run(Lake lake) {
        SnapshotCheck check = new SnapshotCheck(this, lake);
        String second = after != null ? after : lake.currentId().map(SnapshotId::text).orElseThrow(() ->
                new NoSuchSnapshotException("nothing is published in " + lake.root() + " yet; name a second snapshot"));
        Entry first = check.find(before);
        Entry last = check.find(second);
        try (SnapshotCheck.Hold _ = check.hold(new SnapshotId(first.name()));
                SnapshotCheck.Hold _ = check.hold(new SnapshotId(last.name())); DuckSession session = DuckSession.open(engine())) {
            Snapshot from = open(lake, first);
            Snapshot to = open(lake, last);
            print(from, to, SnapshotDiff.between(session, from, to));
        }
        return FailureReport.DONE;
    }

    private static Snapshot open(Lake lake, Entry entry) {
        if (entry.manifest() == null) {
            throw new NoSuchSnapshotException(entry.name() + " is no snapshot: " + entry.problem());
        }
        return lake.open(new SnapshotId(entry.name()));
    }

    private void print(Snapshot from, Snapshot to, List<TableDiff> parts) {
        PrivacyRule rule = to.manifest().privacy();
        boolean sameRule = Objects.equals(from.manifest().privacy(), rule);
        if (json) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("from", from.id().text());
            fields.put("to", to.id().text());
            fields.put("same_privacy_rule", sameRule);
            fields.put("tables", parts);
            printJson(fields);
            return;
        }
        if (!sameRule) {
            out().println("the rule of confidentiality differs");
        }
        if (parts.isEmpty()) {
            out().println("the delivered rows of " + from.id() + " and " + to.id() + " are the same");
            return;
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(HEADINGS);
        for (TableDiff part : parts) {
            if (part.farmers().isEmpty()) {
                rows.add(row(part, "-", part.added(), part.removed(), part.changed(), "-"));
            }
            part.farmers().forEach(f -> rows.add(row(part, f.farmer() == null ? "-" : f.farmer(), f.added(), f.removed(), f.changed(),
                    days(f))));
        }
        TerminalTable.print(rows, out());
        parts.stream().filter(part -> !part.keys().isEmpty()).forEach(part -> out().println(part.table() + ": "
                + String.join(", ", part.keys().stream().map(key -> key.key() + " " + key.change()).toList())
                + (part.keys().size() < part.added() + part.removed() + part.changed() ? ", ..." : "")));
    }

    private static List<String> row(TableDiff part, String farmer, long added, long removed, long changed, String days) {
        return List.of(part.table(), part.year() == null ? "-" : part.year().toString(), farmer, number(added), number(removed),
                number(changed), days);
    }

    private static String days(FarmerDiff part) {
        return part.firstDay() == null ? "-" : part.days() == 1 ? part.firstDay().toString()
                : part.days() + " from " + part.firstDay() + " to " + part.lastDay();
    }

    private static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }
}
