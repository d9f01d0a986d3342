package io.tidemark.ingest.system;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.duckdb.SqlLiteral;
import io.tidemark.data.duckdb.SqlStatement;
import io.tidemark.data.text.NearestName;
import io.tidemark.ingest.check.RowFaults;
import io.tidemark.ingest.contract.RowCheck;
import io.tidemark.ingest.contract.SourceColumn;
import io.tidemark.ingest.contract.SystemColumn;
import io.tidemark.ingest.delivery.BadFileException;
import io.tidemark.ingest.load.LoadedFile;
import io.tidemark.ingest.load.TableLoader;
import io.tidemark.ingest.read.HeaderMatch;
import io.tidemark.ingest.staging.StagingDatabase;
import io.tidemark.ingest.system.FarmSystem.Mapping;
import io.tidemark.ingest.system.SystemFileException.Place;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Runs a system's SQL over the rows of its exports, one farmer at a time. Each result row names its delivered row
 * ({@code origin}), so that faults name the delivered file and line.
 */
public final class SystemMapper {

    private static final SqlFile SQL = SqlFile.of("ingest/systems.sql");
    // origin = the file's number and the row's number in its table
    static final int ROW_BITS = 40;

    private final StagingDatabase staging;
    private final TableLoader loader;
    private final FarmSystem system;
    private final Map<Integer, LoadedFile> files = new HashMap<>();
    private final Map<Integer, String> sites = new HashMap<>();
    private final CounterReader counters;
    private int made;

    /** Creates the tables for a system's rows. */
    public SystemMapper(StagingDatabase staging, TableLoader loader, FarmSystem system, Map<String, String> said) {
        this.staging = staging;
        counters = new CounterReader(staging, system, said);
        this.loader = loader;
        this.system = system;
        system.sources().values().forEach(source -> staging.add(source.table()));
        DuckSession session = staging.session();
        sql("schema").run(session);
        sql("export_site").run(session);
        within(() -> {
            system.sources().forEach((name, source) ->
                    sql("source").part("name", source.counters() == null ? name : "delivered_" + name)
                    .part("good_rows", source.table().goodView())
                    .part("columns", source.table().columns().stream().map(c -> ", g." + c.name() + " AS "
                    + quoted(c.heading())).collect(Collectors.joining())).run(session));
            if (CounterReader.isNeeded(system)) {
                counters.prepare();
            }
            system.sources().forEach((name, source) -> source.unpivots().forEach((made, codes) -> SQL.get("unpivoted")
                    .part("name", made).part("source", name).part("cells", codes.entrySet().stream().map(code ->
                    "{'heading': " + SqlLiteral.of(code.getKey()) + ", 'code': " + SqlLiteral.of(code.getValue())
                    + ", 'value': " + quoted(code.getKey()) + "}").collect(Collectors.joining(", "))).run(session)));
            SQL.get("loss_category").run(session);
            system.views().forEach(view -> view.run(session::run, "", ""));
        });
    }

    private static String quoted(String heading) {
        return '"' + heading.replace("\"", "\"\"") + '"';
    }

    private SqlStatement sql(String name) {
        return SQL.get(name).part("system", system.name());
    }

    private void within(Runnable work) {
        staging.session().run("USE work." + system.name());
        try {
            work.run();
        } finally {
            staging.session().run("USE work.main");
        }
    }

    /** Adds a loaded file of an export. */
    public void loaded(LoadedFile file, String siteId) {
        files.put(file.number(), file);
        sites.put(file.number(), siteId);
        sql("add_export").with("file", file.number()).with("site", siteId).run(staging.session());
    }

    /** Marks the rows of a source whose values another file of the site should have and has not. */
    void markUnknown(FarmSystem.Source source, RowFaults faults) {
        source.known().forEach((column, in) -> {
            RowCheck check = source.table().checks().stream().filter(one -> one.column().equals(column)
                    && one.reason().equals(SystemColumn.unknown(in))).findFirst().orElseThrow();
            FarmSystem.Source known = Objects.requireNonNull(system.sources().get(in.substring(0, in.indexOf('.'))));
            faults.mark(source.table(), check, sql("unknown").part("good_rows", source.table().goodView())
                    .part("known_rows", known.table().goodView()).part("column", column)
                    .part("known", known.table().called(in.substring(in.indexOf('.') + 1)).orElseThrow().name()));
        });
    }

    /** Makes figures of a day of the counters of a farmer's files; returns the files, of which some may have failed. */
    public List<LoadedFile> count(String farmerId, List<LoadedFile> all) {
        staging.session().run("SET VARIABLE farmer = $1", farmerId);
        List<LoadedFile> told = new ArrayList<>();
        within(() -> told.addAll(counters.read(farmerId, all, file -> sites.getOrDefault(file.number(), ""))));
        return told;
    }

    /** Adds what the system's notes say of the counted farmer's files, which may fail some. */
    List<LoadedFile> noted(List<LoadedFile> own) {
        Map<Integer, LoadedFile> told = new LinkedHashMap<>();
        own.forEach(file -> told.put(file.number(), file));
        within(() -> system.notes().forEach(sql -> sql.run(query -> staging.session().each(query, row -> {
            String note = row.getString(2);
            boolean refuses = row.getBoolean(3);
            told.computeIfPresent(row.getInt(1), (_, file) -> refuses ? file.failing(note)
                    : file.noting(List.of(note)));
        }), "SELECT file, note, is_refused FROM (", ") ORDER BY ALL")));
        return List.copyOf(told.values());
    }

    /** Makes the canonical tables of a farmer, as loaded files: one for each delivered file with rows in a table. */
    public List<LoadedFile> map(String farmerId) {
        DuckSession session = staging.session();
        session.run("SET VARIABLE farmer = $1", farmerId);
        List<LoadedFile> loaded = new ArrayList<>();
        for (Mapping mapping : system.mappings()) {
            within(() -> mapping.sql().run(session::run, "CREATE OR REPLACE TEMP TABLE mapped AS SELECT * FROM (",
                    ")"));
            String plain = plain(mapping, checkColumns(mapping));
            if (SQL.get("without_origin").number(session) > 0) {
                throw new SystemFileException(Place.of(mapping.sql().file()), "has rows without origin");
            }
            for (int number : SQL.get("files").list(session, row -> row.getInt(1))) {
                loaded.add(load(mapping, number, plain));
            }
        }
        return loaded;
    }

    // SQL for whole numbers of a decimal type without trailing zeros: the text 12.000 could mean 12000,
    // the number is 12
    private static String plain(Mapping mapping, Map<String, String> types) {
        String columns = mapping.table().columns().stream()
                .filter(c -> c.type().isWhole() && types.getOrDefault(c.name(), "").startsWith("DECIMAL"))
                .map(c -> "CAST(" + c.name() + " AS DOUBLE) AS " + c.name()).collect(Collectors.joining(", "));
        return columns.isEmpty() ? "" : "REPLACE (" + columns + ")";
    }

    // the columns and their types; a missing one is a fault of the mapping, not of the delivery
    private Map<String, String> checkColumns(Mapping mapping) {
        Map<String, String> columns = new LinkedHashMap<>();
        staging.session().each("DESCRIBE mapped", row ->
                columns.put(row.getString(1).toLowerCase(Locale.ROOT), row.getString(2)));
        if (!"BIGINT".equals(columns.remove("origin"))) {
            throw new SystemFileException(Place.of(mapping.sql().file()),
                    "its rows have no origin as their sources have it");
        }
        try {
            HeaderMatch.check(mapping.table(), List.copyOf(columns.keySet()));
        } catch (BadFileException e) {
            throw new SystemFileException(Place.of(mapping.sql().file()), "its result " + e.getMessage(), e);
        }
        List<String> known = mapping.table().columns().stream().map(SourceColumn::name).toList();
        columns.keySet().stream().filter(name -> !known.contains(name)).findFirst().ifPresent(name -> {
            throw new SystemFileException(Place.of(mapping.sql().file()), "its result has the column " + name
                    + ", which " + mapping.table().name() + " has not" + NearestName.hint(name, known));
        });
        return columns;
    }

    /** The line of a row in its file. */
    static long line(LoadedFile file, long origin) {
        return file.lines().lineOfRow((origin & ((1L << ROW_BITS) - 1)) - file.firstRow());
    }

    private LoadedFile load(Mapping mapping, int number, String plain) {
        LoadedFile source = files.get(number);
        if (source == null) {
            throw new SystemFileException(Place.of(mapping.sql().file()), "changes origin");
        }
        DuckSession session = staging.session();
        Path rows = staging.folder().resolve("mapped-" + system.name() + "-" + ++made + ".csv");
        SQL.get("mapped_file").with("file", number).after("CREATE OR REPLACE TEMP TABLE mapped_file AS").run(session);
        SQL.get("mapped_csv").part("plain", plain).part("target", SqlLiteral.of(rows)).run(session);
        long[] lines = SQL.get("origins").list(session, row -> row.getLong(1)).stream()
                .mapToLong(origin -> line(source, origin))
                .toArray();
        LoadedFile loaded = loader.loadMade(source, rows, mapping.table(), lines);
        try {
            Files.delete(rows);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + rows.getFileName(), e);
        }
        return loaded;
    }
}
