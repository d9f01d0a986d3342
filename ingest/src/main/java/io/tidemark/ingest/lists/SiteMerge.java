package io.tidemark.ingest.lists;

import static io.tidemark.ingest.contract.ReferenceTables.FARMERS;
import static io.tidemark.ingest.contract.ReferenceTables.SITE_MARINE_TYPES;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.table.LakeTables;
import io.tidemark.ingest.authority.area.AreaIndex;
import io.tidemark.ingest.authority.area.ProductionAreaOutline;
import io.tidemark.ingest.check.CrossCheck;
import io.tidemark.ingest.check.Faults;
import io.tidemark.ingest.load.LoadedTables;
import io.tidemark.ingest.merge.PartitionWriter;
import io.tidemark.ingest.staging.StagingDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** The site register as it will be: {@code new_site}. */
public final class SiteMerge {

    private static final String COLUMNS = LakeTables.SITE.columnList();

    private final DuckSession session;
    private final Faults faults;
    private final PartitionWriter writer;

    /** Over the good rows of that database. */
    public SiteMerge(StagingDatabase bench, Faults faults, PartitionWriter writer) {
        session = bench.session();
        this.faults = faults;
        this.writer = writer;
        // the sites of the authority's own registers, every register's; owners are |-separated numbers
        session.run("CREATE TABLE register_site(site_id VARCHAR, site_name VARCHAR, latitude DOUBLE, longitude DOUBLE, "
                + "placement VARCHAR, production_area_id INTEGER, owners VARCHAR, as_of DATE)");
    }

    /**
     * Makes the new register.
     *
     * @param delivered whether the delivery brought one
     * @return what people should know
     */
    public List<String> merge(LoadedTables loaded, boolean delivered) {
        session.run("CREATE TABLE delivered_site AS SELECT " + COLUMNS + " FROM good_site UNION ALL SELECT site_id, site_name, "
                + "latitude, longitude, placement, production_area_id, owner AS farmer_id, NULL, NULL FROM ("
                + newestOfRegisters() + ")");
        session.run("CREATE TABLE new_site AS SELECT " + LakeTables.SITE.castList() + " FROM (SELECT d.* REPLACE ("
                + "coalesce(d.marine_type_code, o.marine_type_code) AS marine_type_code, "
                + "coalesce(d.marine_type_region_code, o.marine_type_region_code) AS marine_type_region_code) "
                + "FROM delivered_site AS d LEFT JOIN old_site AS o USING (site_id))");
        List<String> warnings = new ArrayList<>();
        keepOld(delivered, warnings);
        addReported(warnings);
        warnOfOwners(loaded, delivered, warnings);
        session.run("UPDATE new_site SET farmer_id = NULL WHERE farmer_id NOT IN (SELECT farmer_id FROM new_farmer)");
        session.run("UPDATE new_site SET production_area_id = NULL "
                + "WHERE production_area_id NOT IN (SELECT area_id FROM new_production_area)");
        setMarineTypes(loaded);
        findAreas();
        return warnings;
    }

    // the newest register that has a site speaks for it; the canonical file before all registers
    private static String newestOfRegisters() {
        return """
                SELECT r.*, (SELECT CASE WHEN count(*) = 1 THEN min(f.farmer_id) END FROM new_farmer AS f
                             WHERE list_contains(string_split(r.owners, '|'), f.farmer_id)) AS owner
                FROM register_site AS r
                WHERE r.site_id NOT IN (SELECT site_id FROM good_site)
                QUALIFY row_number() OVER (PARTITION BY r.site_id ORDER BY r.as_of DESC) = 1""";
    }

    private void keepOld(boolean delivered, List<String> warnings) {
        if (!delivered) {
            session.run("INSERT INTO new_site SELECT " + COLUMNS + " FROM old_site");
            return;
        }
        long kept = session.run("INSERT INTO new_site SELECT " + COLUMNS + "\n" + """
                FROM old_site AS o WHERE o.site_id NOT IN (SELECT site_id FROM new_site) AND o.site_id IN (
                    SELECT DISTINCT site_id FROM old_stock_day UNION SELECT DISTINCT site_id FROM old_temperature_day
                    UNION SELECT DISTINCT site_id FROM old_treatment)""");
        if (kept > 0) {
            warnings.add(kept + " sites that the new register does not have were kept, since the lake has rows of them");
        }
    }

    // sites that were closed before the register was made still have their reports
    private void addReported(List<String> warnings) {
        long added = session.run("INSERT INTO new_site(site_id, site_name, latitude, longitude, placement, production_area_id) " + """
                SELECT site_id, site_name, latitude, longitude, 'offshore', production_area_id FROM report_site
                WHERE site_id NOT IN (SELECT site_id FROM new_site)
                QUALIFY row_number() OVER (PARTITION BY site_id ORDER BY week DESC, site_name) = 1""");
        if (added > 0) {
            warnings.add(added + " sites that the register does not have were taken as the fish-health reports name and "
                    + "place them");
        }
    }

    // the lake does not keep the owners' numbers, of which most belong to companies that are no farmers here
    private void warnOfOwners(LoadedTables loaded, boolean delivered, List<String> warnings) {
        if (delivered || !loaded.isDelivered(FARMERS)) {
            return;
        }
        long fresh = session.number("SELECT count(*) FROM new_farmer WHERE farmer_id NOT IN (SELECT farmer_id FROM old_farmer)");
        if (fresh > 0 && session.first("SELECT 1 FROM new_site WHERE farmer_id IS NULL LIMIT 1", row -> true).isPresent()) {
            warnings.add("the farmers list has " + fresh + " new farmers; the sites that they own are known only when the site "
                    + "register is delivered with the list, or again after it");
        }
    }

    private void setMarineTypes(LoadedTables loaded) {
        if (!loaded.isDelivered(SITE_MARINE_TYPES)) {
            return;
        }
        faults.markUnknown(SITE_MARINE_TYPES, CrossCheck.UNKNOWN_SITE, "new_site", "site_id");
        session.run("UPDATE new_site SET marine_type_code = NULL, marine_type_region_code = NULL");
        session.run("UPDATE new_site SET marine_type_code = m.marine_type_code, "
                + "marine_type_region_code = m.marine_type_region_code FROM good_site_marine_types AS m "
                + "WHERE m.site_id = new_site.site_id");
    }

    private record Place(String siteId, double latitude, double longitude) {}

    private void findAreas() {
        List<Place> places = session.list("SELECT site_id, latitude, longitude FROM new_site WHERE placement = 'offshore' "
                + "AND production_area_id IS NULL AND latitude IS NOT NULL AND longitude IS NOT NULL",
                row -> new Place(row.getString(1), row.getDouble(2), row.getDouble(3)));
        List<ProductionAreaOutline> outlines = session.list("SELECT area_id, area_name, area_geojson FROM new_production_area "
                + "WHERE area_geojson IS NOT NULL ORDER BY area_id",
                row -> new ProductionAreaOutline(row.getInt(1), row.getString(2), row.getString(3)));
        if (places.isEmpty() || outlines.isEmpty()) {
            return;
        }
        AreaIndex index = AreaIndex.of(outlines);
        List<Object[]> found = new ArrayList<>();
        for (Place place : places) {
            OptionalInt area = index.areaAt(place.latitude(), place.longitude());
            area.ifPresent(id -> found.add(new Object[] {id, place.siteId()}));
        }
        session.runAll("UPDATE new_site SET production_area_id = $1 WHERE site_id = $2", found);
    }

    /** Writes the register. */
    public void write() {
        writer.write(LakeTables.SITE, "SELECT * FROM new_site");
    }
}
