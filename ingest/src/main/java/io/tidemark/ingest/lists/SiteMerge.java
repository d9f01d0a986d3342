package io.tidemark.ingest.lists;

import static io.tidemark.ingest.contract.SourceTables.FARMERS;
import static io.tidemark.ingest.contract.SourceTables.SITE_MARINE_TYPES;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.table.LakeTables;
import io.tidemark.ingest.authority.area.AreaIndex;
import io.tidemark.ingest.authority.area.ProductionAreaOutline;
import io.tidemark.ingest.check.CrossCheck;
import io.tidemark.ingest.check.RowFaults;
import io.tidemark.ingest.load.ReadFiles;
import io.tidemark.ingest.merge.PartitionWriter;
import io.tidemark.ingest.staging.RowAppender;
import io.tidemark.ingest.staging.StagingDatabase;
import io.tidemark.ingest.staging.StagingTables;
import java.util.ArrayList;
import java.util.List;

/** Makes the next snapshot's site register: {@code new_site}. */
public final class SiteMerge {

    private static final SqlFile SQL = SqlFile.of("ingest/sites.sql");
    private static final String COLUMNS = LakeTables.SITE.columnList();

    private final StagingDatabase staging;
    private final DuckSession session;
    private final RowFaults faults;
    private final PartitionWriter writer;

    /** Works on the good rows of a staging database. */
    public SiteMerge(StagingDatabase staging, RowFaults faults, PartitionWriter writer) {
        this.staging = staging;
        session = staging.session();
        this.faults = faults;
        this.writer = writer;
    }

    /**
     * Makes the new register.
     * @param delivered whether the delivery has a register
     * @return remarks for people
     */
    public List<String> merge(ReadFiles files, boolean delivered) {
        staging.make(StagingTables.DELIVERED_SITE, SQL.get("delivered_site").part("columns", COLUMNS));
        staging.make(StagingTables.next(LakeTables.SITE),
                SQL.get("new_site").part("cast_columns", LakeTables.SITE.castList()));
        List<String> warnings = new ArrayList<>();
        keepOld(delivered, warnings);
        addReported(warnings);
        SQL.get("set_owners").run(session);
        warnOfOwners(files, delivered, warnings);
        SQL.get("clear_unknown_farmers").run(session);
        clearUnknownAreas(warnings);
        clearAreasOnLand(warnings);
        if (files.isDelivered(SITE_MARINE_TYPES)) {
            setMarineTypes();
        }
        findAreas();
        return warnings;
    }

    private void keepOld(boolean delivered, List<String> warnings) {
        if (!delivered) {
            SQL.get("keep_all").part("columns", COLUMNS).run(session);
            return;
        }
        long kept = SQL.get("keep_in_use").part("columns", COLUMNS).run(session);
        if (kept > 0) {
            warnings.add(kept
                    + " sites that the new register does not have were kept, since the lake has rows of them");
        }
    }

    private void addReported(List<String> warnings) {
        long added = SQL.get("add_reported").run(session);
        if (added > 0) {
            warnings.add(added + " sites that the register does not have were taken as the fish-health reports name "
                    + "and place them");
        }
    }

    // owners' numbers are missing in canonical sites, and in lakes made before the register kept them
    private void warnOfOwners(ReadFiles files, boolean delivered, List<String> warnings) {
        if (delivered || !files.isDelivered(FARMERS)) {
            return;
        }
        long fresh = SQL.get("fresh_farmers").number(session);
        if (fresh > 0 && SQL.get("has_ownerless").any(session)) {
            warnings.add("the farmers list has " + fresh + " new farmers; the sites that they own are known only when "
                    + "the site register is delivered with the list, or again after it");
        }
    }

    private void clearUnknownAreas(List<String> warnings) {
        long cleared = SQL.get("clear_unknown_areas").run(session);
        if (cleared > 0) {
            warnings.add("the production area of " + cleared + (cleared == 1 ? " site" : " sites")
                    + " is ignored: the list does not have it");
        }
    }

    private void clearAreasOnLand(List<String> warnings) {
        long cleared = SQL.get("clear_areas_on_land").run(session);
        if (cleared > 0) {
            warnings.add("the production area of " + cleared + (cleared == 1 ? " site" : " sites")
                    + " on land is ignored: production areas are for farming at sea");
        }
    }

    private void setMarineTypes() {
        faults.markUnknown(SITE_MARINE_TYPES, CrossCheck.UNKNOWN_SITE, "new_site", "site_id");
        SQL.get("clear_marine_types").run(session);
        SQL.get("set_marine_types").run(session);
    }

    private record Place(String siteId, double latitude, double longitude) {}

    private void findAreas() {
        List<Place> places = SQL.get("placeless").list(session,
                row -> new Place(row.getString(1), row.getDouble(2), row.getDouble(3)));
        List<ProductionAreaOutline> outlines = SQL.get("outlines").list(session,
                row -> new ProductionAreaOutline(row.getInt(1), row.getString(2), row.getString(3)));
        if (places.isEmpty() || outlines.isEmpty()) {
            return;
        }
        AreaIndex index = AreaIndex.of(outlines);
        staging.create(StagingTables.FOUND_AREA);
        try (RowAppender found = staging.append(StagingTables.FOUND_AREA)) {
            places.forEach(place -> index.areaAt(place.latitude(), place.longitude())
                    .ifPresent(area -> found.add(area, place.siteId())));
        }
        SQL.get("set_areas").run(session);
    }

    /** Writes the register. */
    public void write() {
        writer.write(LakeTables.SITE, SQL.get("all_sites"));
    }
}
