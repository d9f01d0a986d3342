package io.tidemark.ingest.staging;

import static io.tidemark.ingest.staging.StagingTable.Kind.PACKED;
import static io.tidemark.ingest.staging.StagingTable.Kind.TABLE;
import static io.tidemark.ingest.staging.StagingTable.Kind.VIEW;
import static io.tidemark.ingest.staging.StagingTable.Stage.MERGE;
import static io.tidemark.ingest.staging.StagingTable.Stage.READ;

import io.tidemark.data.duckdb.SqlScript;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.TableContract;
import io.tidemark.ingest.contract.NameList;
import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.staging.StagingTable.Kind;
import io.tidemark.ingest.staging.StagingTable.Stage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * All tables of the staging database, in the order of an ingest, except those that {@link ContractTables} makes from
 * contracts. They are declared in {@code sql/ingest/staging.sql}, and the SQL beside it uses them by name; with Java's
 * assertions on, as in tests, an ingest fails if it makes an undeclared table or one with other columns.
 */
public final class StagingTables {

    private static final String FILE = "ingest/staging.sql";
    private static final Pattern DECLARATION =
            Pattern.compile("^-- (?<kind>table|temporary|view|packed) of (?<stage>read|check|merge): "
            + "(?<meaning>.+)\\R(?<name>[a-z_]+)\\((?<columns>[^;]+)\\);$", Pattern.MULTILINE);
    private static final Pattern LAKE_TABLE = Pattern.compile("\\{([a-z_]+)\\}");
    private static final SequencedMap<String, StagingTable> DECLARED = read(SqlScript.text(FILE));
    private static final List<StagingTable> ALL = List.copyOf(DECLARED.values());

    private StagingTables() {}

    private static StagingTable table(String name, Kind kind, Stage stage, String meaning, String columns) {
        return new StagingTable(name, kind, columns, stage, meaning);
    }

    /** A table of staging.sql, by its name. */
    static StagingTable declared(String name) {
        return Objects.requireNonNull(DECLARED.get(name), () -> "sql/" + FILE + " declares no table " + name);
    }

    private static SequencedMap<String, StagingTable> read(String text) {
        SequencedMap<String, StagingTable> tables = new LinkedHashMap<>();
        DECLARATION.matcher(text).results().map(StagingTables::table).forEach(table -> tables.put(table.name(), table));
        return tables;
    }

    private static StagingTable table(MatchResult written) {
        String columns = LAKE_TABLE.matcher(written.group("columns").replaceAll("\\s+", " ").strip())
                .replaceAll(lake -> LakeTables.all().stream().filter(table -> table.name().equals(lake.group(1)))
                        .findFirst().orElseThrow().definition());
        return table(written.group("name"), Kind.valueOf(written.group("kind").toUpperCase(Locale.ROOT)),
                Stage.valueOf(written.group("stage").toUpperCase(Locale.ROOT)), written.group("meaning"), columns);
    }

    /** The published rows of a table of the lake. */
    public static StagingTable old(TableContract table) {
        return table("old_" + table.name(), VIEW, READ, table.name() + " of the snapshot before", table.definition());
    }

    /** A list of the next snapshot. */
    public static StagingTable next(TableContract table) {
        return table("new_" + table.name(), TABLE, MERGE, table.name() + " as it will be", table.definition());
    }

    /**
     * The days of a table that a delivery replaces: for every file,
     * farmer and site from the first to the last good row.
     */
    public static StagingTable span(SourceTable table) {
        return table("span_" + table.name(), TABLE, MERGE, "the days of a site that a file of " + table.name()
                + " replaces", "file_no INTEGER, farmer_id VARCHAR, site_id VARCHAR, first_date DATE, last_date DATE");
    }

    /**
     * The texts of a dictionary, ready for writing.
     * @param texts the text columns; some may be stored as ENUM
     */
    public static StagingTable texts(NameList list, List<String> texts) {
        return table("text_" + list.name(), TABLE, MERGE, "what the numbers of " + list.name() + " stand for",
                Stream.concat(Stream.of(list.name() + " INTEGER"), texts.stream().map(text -> text + " VARCHAR"))
                        .reduce((a, b) -> a + ", " + b).orElseThrow());
    }

    /** All tables declared by name. */
    public static List<StagingTable> all() {
        return ALL;
    }

    /**
     * Whether a table or view of this name may be created: it is declared here, made from a contract,
     * or part of such a table.
     */
    static boolean isDeclared(String name) {
        return ALL.stream().anyMatch(table -> table.name().equals(name)
                || (table.kind() == PACKED && name.equals(table.name() + "_packed"))) || ContractTables.isOne(name);
    }
}
