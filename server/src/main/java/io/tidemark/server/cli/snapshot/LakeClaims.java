package io.tidemark.server.cli.snapshot;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.farmer.SiteClaims;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.SnapshotLease;
import io.tidemark.server.cli.console.FailureReport;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code tidemark lake claims}: shows the companies of each site. */
@Command(name = "claims", sortOptions = false)
public final class LakeClaims extends LakeCommand {

    private static final List<String> HEADINGS = List.of("SITE", "NAME", "COMPANIES", "BY", "WITH STOCK", "OTHERS");

    @Override
    public int run(Lake lake) {
        Snapshot snapshot = lake.published();
        try (SnapshotLease _ = lake.leases().tryTake(snapshot.id()); DuckSession session = DuckSession.open(engine())) {
            show(SiteClaims.of(session, snapshot), SiteClaims::fields, HEADINGS, LakeClaims::row);
        }
        return FailureReport.DONE;
    }

    private static List<String> row(SiteClaims site) {
        return List.of(site.siteId(), site.siteName() == null ? "-" : site.siteName(), all(site.farmers()),
                site.namedBy(), all(site.withStock()), all(site.others()));
    }

    private static String all(List<String> farmers) {
        return farmers.isEmpty() ? "-" : String.join(" ", farmers);
    }
}
