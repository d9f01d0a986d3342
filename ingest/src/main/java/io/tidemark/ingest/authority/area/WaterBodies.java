package io.tidemark.ingest.authority.area;

import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.ingest.authority.format.AuthorityContent;
import io.tidemark.ingest.authority.format.AuthorityTable;
import io.tidemark.ingest.authority.format.AuthorityFormat;
import io.tidemark.ingest.authority.format.AuthorityRow;
import io.tidemark.ingest.authority.format.FileHead;
import io.tidemark.ingest.authority.format.RowFault;
import io.tidemark.ingest.authority.format.RowRejected;
import io.tidemark.ingest.delivery.DisplayText;
import io.tidemark.ingest.staging.RowAppender;
import io.tidemark.ingest.staging.StagingDatabase;
import io.tidemark.ingest.staging.StagingTables;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Coastal water bodies (Vann-nett): each with its national water type, a letter for the region and a digit for the type. The file
 * does not say which sites lie in a water body; the lake stores only the types and regions, not the bodies.
 *
 * @param types      name by digit
 * @param regions    name by letter
 * @param without    water bodies without a national type
 * @param otherNames names of a letter or digit that had another name before
 * @param faults     rejected rows, by line
 * @param read       rows read, good and bad
 */
public record WaterBodies(SortedMap<String, String> types, SortedMap<String, String> regions, long without, Set<String> otherNames,
        List<RowFault> faults, long read) implements AuthorityContent {

    private static final SqlFile SQL = SqlFile.of("ingest/authority.sql");

    private static final String NUMBER = "VannforekomstID";
    private static final String TYPE = "Nasjonal vanntype";
    private static final String TYPE_NAME = "Kysttype";
    private static final String REGION_NAME = "Økoregion kyst";
    private static final List<String> REQUIRED = List.of(NUMBER, TYPE, TYPE_NAME, REGION_NAME);
    private static final Pattern CODE = Pattern.compile("[BGHMNS][1-5]");

    /** The file format and its reader. */
    public static final AuthorityFormat FORMAT =
            new AuthorityFormat("water bodies", REQUIRED, head -> head.has(NUMBER), WaterBodies::read);

    /**
     * Reads a file.
     *
     * @throws io.tidemark.ingest.authority.format.AuthorityFormatException if the file cannot be read or lacks a required column
     */
    public static WaterBodies read(Path file, Runnable stop) {
        try (AuthorityTable csv = AuthorityTable.open(file, REQUIRED, stop)) {
            SortedMap<String, String> types = new TreeMap<>();
            SortedMap<String, String> regions = new TreeMap<>();
            Map<String, Long> without = new HashMap<>();
            Set<String> others = new TreeSet<>();
            AuthorityTable.Outcome outcome = csv.read(row -> {
                String code = row.text(TYPE);
                if (code.isEmpty()) {
                    without.merge(code, 1L, Long::sum);
                    return;
                }
                if (!CODE.matcher(code).matches()) {
                    throw new RowRejected(TYPE, code, "is no national water type: one of B, G, H, M, N, S and a digit from "
                            + "1 to 5");
                }
                String region = AuthorityRow.stored(REGION_NAME, row.required(REGION_NAME));
                put(types, code.substring(1), AuthorityRow.stored(TYPE_NAME, row.required(TYPE_NAME)), others);
                put(regions, code.substring(0, 1), region, others);
            });
            return new WaterBodies(types, regions, without.getOrDefault("", 0L), others, outcome.faults(), outcome.read());
        }
    }

    private static void put(Map<String, String> names, String code, String name, Set<String> others) {
        if (!names.computeIfAbsent(code, c -> name).equals(name)) {
            others.add(name);
        }
    }

    @Override
    public Staged stage(StagingDatabase staging, Source source) {
        staging.create(StagingTables.FOUND_WATER); // each file's own: the lists take the first name
        try (RowAppender rows = staging.append(StagingTables.FOUND_WATER)) {
            types.forEach((code, name) -> rows.add("type", code, name));
            regions.forEach((code, name) -> rows.add("region", code, name));
        }
        long newTypes = SQL.get("add_marine_types").run(staging.session());
        long newRegions = SQL.get("add_marine_regions").run(staging.session());
        List<String> notes = new ArrayList<>(List.of("added to the lists: " + newTypes + " water types, " + newRegions + " regions",
                "the bodies are not stored: the file does not say which sites lie in them"));
        long listed = types.size() + regions.size() - newTypes - newRegions;
        if (listed > 0) {
            notes.add("left out: " + listed + " types and regions that the lists have");
        }
        if (!otherNames.isEmpty()) {
            notes.add("passed over, since the first name of a type or region counts: " + DisplayText.list(List.copyOf(otherNames)));
        }
        if (without > 0) {
            notes.add(without + " water bodies have no national type");
        }
        return new Staged(notes);
    }
}
