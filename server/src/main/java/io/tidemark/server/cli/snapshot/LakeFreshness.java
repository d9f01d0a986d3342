package io.tidemark.server.cli.snapshot;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.history.Freshness;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.Manifest.Received;
import io.tidemark.data.snapshot.NoSuchSnapshotException;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.SnapshotLease;
import io.tidemark.server.cli.console.FailureReport;
import java.time.temporal.ChronoUnit;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code tidemark lake freshness}: shows the last day and delivery of each table. */
@Command(name = "freshness", sortOptions = false,
        description = {"Show the last day and the last delivery of each farmer's tables.", "",
            "The first row is the day up to which the stock is complete: at least 95 % of the sites at sea have delivered it. "
                + "After the farmers come the lists and the authority's figures. Deliveries that changed nothing are not shown, nor "
                + "those of versions that did not record deliveries.", ""},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:listed", "2:wrong usage, or nothing is published yet", "5:the lake cannot be read"},
        footerHeading = "%nExample:%n", footer = "  tidemark lake freshness --json")
final class LakeFreshness extends LakeCommand {

    private static final List<String> HEADINGS = List.of("FARMER", "TABLE", "LAST DAY", "DELIVERY", "SENDER", "TAKEN AT (UTC)");

    @Override
    public int run(Lake lake) {
        Snapshot snapshot = lake.current().orElseThrow(() ->
                new NoSuchSnapshotException("nothing is published in " + lake.root() + " yet"));
        try (SnapshotLease _ = lake.leases().tryTake(snapshot.id()); DuckSession session = DuckSession.open(engine())) {
            show(Freshness.of(session, snapshot), Freshness::fields, HEADINGS, LakeFreshness::row);
        }
        return FailureReport.DONE;
    }

    private static List<String> row(Freshness part) {
        Received last = part.received();
        return List.of(part.farmer() == null ? "-" : part.farmer(), part.table(),
                part.lastDay() == null ? "-" : part.lastDay().toString(), last == null ? "-" : last.delivery(),
                last == null ? "-" : last.sender(),
                last == null ? "-" : last.at().truncatedTo(ChronoUnit.SECONDS).toString().replace("Z", ""));
    }
}
