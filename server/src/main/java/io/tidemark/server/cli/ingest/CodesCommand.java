package io.tidemark.server.cli.ingest;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.reference.ShippedReference;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.table.LakeTables;
import io.tidemark.server.cli.console.FailureReport;
import io.tidemark.server.cli.snapshot.LakeCommand;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import picocli.CommandLine.Command;

/** {@code tidemark codes}: shows the causes of loss in force, before the first publish those of the program. */
@Command(name = "codes", sortOptions = false)
public final class CodesCommand extends LakeCommand {

    @Override
    public int run(Lake lake) {
        Optional<Snapshot> snapshot = lake.current();
        String rows = snapshot.map(now -> now.rows(LakeTables.LOSS_CATEGORY, null))
                .orElseGet(() -> ShippedReference.rows(LakeTables.LOSS_CATEGORY, "loss_categories"));
        try (DuckSession session = DuckSession.open(engine())) {
            show(session.list("SELECT level_3_code, coalesce(category_name, '-'), coalesce(category_name_eng, '-') "
                    + "FROM (" + rows + ") ORDER BY 1",
                    row -> List.of(row.getString(1), row.getString(2), row.getString(3))),
                    code -> new TreeMap<>(Map.of("category_code", code.get(0), "category_name", code.get(1),
                    "category_name_eng", code.get(2))), List.of("CODE", "NAME", "ENGLISH"), code -> code);
        }
        return FailureReport.DONE;
    }
}
