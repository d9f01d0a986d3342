package io.tidemark.server.cli.snapshot;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.history.Freshness;
import io.tidemark.data.history.Lateness;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.Manifest.Received;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.SnapshotLease;
import io.tidemark.server.cli.console.FailureReport;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** {@code tidemark lake freshness}: shows the last day and delivery of each table. */
@Command(name = "freshness", sortOptions = false)
public final class LakeFreshness extends LakeCommand {

    private static final String STOCK = "stock";
    private static final List<String> HEADINGS = List.of("FARMER", "TABLE", "LAST DAY", "DELIVERY", "SENDER",
            "TAKEN AT (UTC)", "LATE");

    @Override
    public int run(Lake lake) {
        Snapshot snapshot = lake.published();
        Instant now = Instant.now();
        try (SnapshotLease _ = lake.leases().tryTake(snapshot.id()); DuckSession session = DuckSession.open(engine())) {
            Map<String, Lateness> late = Lateness.of(lake, session, snapshot).stream()
                    .collect(Collectors.toMap(Lateness::farmer, Function.identity()));
            show(Freshness.of(session, snapshot), part -> fields(part, of(part, late), now), HEADINGS,
                    part -> row(part, of(part, late), now));
        }
        return FailureReport.DONE;
    }

    // a company is late with its stock, which the other tables come with
    private static @Nullable Lateness of(Freshness part, Map<String, Lateness> late) {
        return part.farmer() == null || !part.table().equals(STOCK) ? null : late.get(part.farmer());
    }

    private static Map<String, @Nullable Object> fields(Freshness part, @Nullable Lateness late, Instant now) {
        Map<String, @Nullable Object> fields = part.fields();
        if (late != null) {
            fields.put("late", late.isLate(now));
            fields.put("days_since_delivery", late.days(now));
            fields.put("usual_gap_days", late.usualGap());
            fields.put("late_sites", late.sites().stream()
                    .map(site -> Map.of("site_id", site.siteId(), "last_day", site.lastDay().toString())).toList());
        }
        return fields;
    }

    private static String words(@Nullable Lateness late, Instant now) {
        if (late == null || (!late.isLate(now) && late.sites().isEmpty())) {
            return "-";
        }
        String company = late.isLate(now) ? late.days(now) + " days, usually " + late.usualGap() : "";
        return late.sites().isEmpty() ? company : (company.isEmpty() ? "" : company + "; ") + "sites " + late.sites()
                .stream().map(site -> site.siteId() + " since " + site.lastDay()).collect(Collectors.joining(", "));
    }

    private static List<String> row(Freshness part, @Nullable Lateness late, Instant now) {
        Received last = part.received();
        return List.of(part.farmer() == null ? "-" : part.farmer(), part.table(),
                part.lastDay() == null ? "-" : part.lastDay().toString(), last == null ? "-" : last.delivery(),
                last == null ? "-" : last.sender(),
                last == null ? "-" : last.at().truncatedTo(ChronoUnit.SECONDS).toString().replace("Z", ""),
                words(late, now));
    }
}
