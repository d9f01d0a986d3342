package io.tidemark.server.cli.ingest;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.reference.ShippedReference;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.table.LakeTables;
import io.tidemark.server.cli.console.FailureReport;
import io.tidemark.server.cli.snapshot.LakeCommand;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** {@code tidemark codes}: shows the causes of loss in force, those shipped with the program before the first publish. */
@Command(name = "codes", sortOptions = false)
public final class CodesCommand extends LakeCommand {

    private record Code(String code, @Nullable String name, @Nullable String english) {

        private Map<String, @Nullable Object> fields() {
            Map<String, @Nullable Object> fields = new LinkedHashMap<>();
            fields.put("category_code", code);
            fields.put("category_name", name);
            fields.put("category_name_eng", english);
            return fields;
        }

        private List<String> row() {
            return List.of(code, Objects.requireNonNullElse(name, "-"), Objects.requireNonNullElse(english, "-"));
        }
    }

    @Override
    public int run(Lake lake) {
        Optional<Snapshot> snapshot = lake.current();
        String rows = snapshot.map(now -> now.rows(LakeTables.LOSS_CATEGORY, null))
                .orElseGet(() -> ShippedReference.rows(LakeTables.LOSS_CATEGORY, "loss_categories"));
        try (DuckSession session = DuckSession.open(engine())) {
            show(session.list("SELECT level_3_code, category_name, category_name_eng FROM (" + rows + ") ORDER BY 1",
                    row -> new Code(row.getString(1), row.getString(2), row.getString(3))), Code::fields,
                    List.of("CODE", "NAME", "ENGLISH"), Code::row);
        }
        return FailureReport.DONE;
    }
}
