package io.tidemark.ingest.lists;

import static io.tidemark.ingest.contract.SourceTables.PRODUCTION_AREA;

import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.ingest.authority.area.AreaIndex;
import io.tidemark.ingest.authority.area.ProductionAreaOutline;
import io.tidemark.ingest.check.CrossCheck;
import io.tidemark.ingest.check.RowFaults;
import io.tidemark.ingest.staging.RowAppender;
import io.tidemark.ingest.staging.StagingDatabase;
import java.util.List;

/** Marks production areas of the canonical file whose outline is not a usable geometry. */
public record OutlineCheck(StagingDatabase staging, RowFaults faults) {

    private static final SqlFile SQL = SqlFile.of("ingest/lists.sql");

    /** Marks the faulty areas. */
    public void check() {
        List<ProductionAreaOutline> outlines = SQL.get("delivered_outlines").list(staging.session(),
                row -> new ProductionAreaOutline(row.getInt(1), row.getString(2), row.getString(3)));
        if (outlines.isEmpty()) {
            return;
        }
        staging.create("bad_outline");
        try (RowAppender rows = staging.append("bad_outline")) {
            outlines.stream().filter(OutlineCheck::isBroken).forEach(outline -> rows.add(outline.areaId()));
        }
        faults.mark(PRODUCTION_AREA, CrossCheck.BAD_OUTLINE, SQL.get("bad_outlines"));
    }

    private static boolean isBroken(ProductionAreaOutline outline) {
        try {
            AreaIndex.of(List.of(outline)).requireNorwegian();
            return false;
        } catch (IllegalArgumentException e) {
            return true;
        }
    }
}
