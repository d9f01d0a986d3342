package io.tidemark.ingest.lists;

import static io.tidemark.ingest.contract.AuthorityTables.PRODUCTION_AREA;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.ingest.authority.area.AreaIndex;
import io.tidemark.ingest.authority.area.ProductionAreaOutline;
import io.tidemark.ingest.check.CrossCheck;
import io.tidemark.ingest.check.Faults;
import io.tidemark.ingest.staging.StagingDatabase;
import java.util.List;

/** Marks production areas of the canonical file whose outline is no geometry that sites can be looked up in. */
public final class OutlineCheck {

    private final DuckSession session;
    private final Faults faults;

    /** Over the good rows of that database. */
    public OutlineCheck(StagingDatabase bench, Faults faults) {
        session = bench.session();
        this.faults = faults;
    }

    /** Marks them. */
    public void check() {
        session.run("CREATE TABLE bad_outline(area_id INTEGER)");
        List<ProductionAreaOutline> outlines = session.list("SELECT area_id, area_name, area_geojson FROM "
                + PRODUCTION_AREA.goodView() + " WHERE area_geojson IS NOT NULL",
                row -> new ProductionAreaOutline(row.getInt(1), row.getString(2), row.getString(3)));
        session.runAll("INSERT INTO bad_outline VALUES ($1)", outlines.stream().filter(OutlineCheck::isBroken)
                .map(outline -> new Object[] {outline.areaId()}).toList());
        faults.mark(PRODUCTION_AREA, CrossCheck.BAD_OUTLINE, "SELECT row_id, NULL AS value, NULL AS detail, "
                + "NULL AS first_row FROM " + PRODUCTION_AREA.goodView() + " JOIN bad_outline USING (area_id)");
    }

    private static boolean isBroken(ProductionAreaOutline outline) {
        try {
            AreaIndex.of(List.of(outline));
            return false;
        } catch (IllegalArgumentException e) {
            return true;
        }
    }
}
