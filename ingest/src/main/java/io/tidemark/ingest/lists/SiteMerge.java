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
import io.tidemark.ingest.delivery.Remark;
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
        staging.make("delivered_site", SQL.get("delivered_site").part("columns", COLUMNS));
        staging.make(StagingTables.next(LakeTables.SITE),
                SQL.get("new_site").part("cast_columns", LakeTables.SITE.castList()));
        List<String> warnings = new ArrayList<>();
        if (delivered) {
            warnings.addAll(Remark.of("kept_sites", SQL.get("keep_in_use").part("columns", COLUMNS).run(session)));
        } else {
            SQL.get("keep_all").part("columns", COLUMNS).run(session);
        }
        warnings.addAll(Remark.of("reported_sites", SQL.get("add_reported").run(session)));
        SQL.get("set_owners").run(session);
        // owners' numbers are missing in canonical sites, and in lakes made before the register kept them
        if (!delivered && files.isDelivered(FARMERS) && SQL.get("has_ownerless").any(session)) {
            warnings.addAll(Remark.of("new_owners", SQL.get("fresh_farmers").number(session)));
        }
        SQL.get("clear_unknown_farmers").run(session);
        warnings.addAll(Remark.of("unknown_areas", SQL.get("clear_unknown_areas").run(session)));
        warnings.addAll(Remark.of("areas_on_land", SQL.get("clear_areas_on_land").run(session)));
        if (files.isDelivered(SITE_MARINE_TYPES)) {
            setMarineTypes();
        }
        findAreas();
        return warnings;
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
        staging.create("found_area");
        try (RowAppender found = staging.append("found_area")) {
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
