package io.tidemark.ingest.lists;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.ingest.staging.StagingDatabase;
import java.util.ArrayList;
import java.util.List;

/** Every production area lies in exactly one platform area, and every platform area in one region. */
public final class PlatformAreaCheck {

    private final DuckSession session;

    /** Over the new lists of that database. */
    public PlatformAreaCheck(StagingDatabase bench) {
        session = bench.session();
    }

    /** What does not fit; none when all does. */
    public List<String> faults() {
        String members = "(SELECT area_id, unnest(production_area_ids) AS id FROM new_platform_area)";
        List<String> faults = new ArrayList<>();
        faults.addAll(session.list("SELECT m.area_id, m.id FROM " + members + " AS m WHERE m.id NOT IN "
                + "(SELECT area_id FROM new_production_area) ORDER BY ALL",
                row -> "platform area " + row.getString(1) + " names production area " + row.getInt(2)
                        + ", which does not exist"));
        faults.addAll(session.list("SELECT p.area_id, count(m.area_id), string_agg(m.area_id, ' and ' ORDER BY m.area_id) "
                + "FROM new_production_area AS p LEFT JOIN " + members + " AS m ON m.id = p.area_id GROUP BY p.area_id "
                + "HAVING count(m.area_id) <> 1 ORDER BY p.area_id",
                row -> "production area " + row.getInt(1) + (row.getInt(2) == 0 ? " is in no platform area"
                        : " is in platform areas " + row.getString(3))));
        faults.addAll(session.list("SELECT m.area_id, string_agg(DISTINCT p.region_name, ' and ' ORDER BY p.region_name) FROM "
                + members + " AS m JOIN new_production_area AS p ON p.area_id = m.id GROUP BY m.area_id "
                + "HAVING count(DISTINCT p.region_name) > 1 ORDER BY m.area_id",
                row -> "platform area " + row.getString(1) + " lies in the regions " + row.getString(2)));
        return faults;
    }
}
