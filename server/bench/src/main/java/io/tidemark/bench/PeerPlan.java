package io.tidemark.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.data.database.SnapshotDatabase;
import io.tidemark.data.database.SnapshotView;
import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.duckdb.SqlLiteral;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.server.engine.DuckEngine;
import io.tidemark.server.query.QueryResources;
import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.snapshot.ServedSnapshot;
import io.tidemark.server.sql.NamedSql;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Prepares the inputs of other systems for the same routes: the tables, the held views, and each route's SQL with an
 * analyst's values.
 */
final class PeerPlan {

    private static final Pattern WORD = Pattern.compile("[a-z_]+");
    private static final int MEMORY_MB = 2048;
    private static final int EXPORT_MEMORY_MB = 6144; // no server runs beside it

    private final List<String> setUp = new ArrayList<>();
    /** The statements by request; requests of one route have the same text and other values. */
    private final Map<String, NamedSql.Bound> queries = new LinkedHashMap<>();
    private final EngineSettings settings;

    PeerPlan(Snapshot snapshot, RouteCatalog catalog, List<String> requests, Path spill) {
        settings = DuckEngine.bySize(snapshot, new EngineSettings(Runtime.getRuntime().availableProcessors(),
                MEMORY_MB, spill));
        setUp.addAll(List.of("SET integer_division = true", "SET TimeZone = 'UTC'"));
        setUp.addAll(SnapshotDatabase.definitions(snapshot, catalog.contents()));
        for (SnapshotView view : catalog.contents().views()) {
            setUp.add("CREATE " + (view.held() == SnapshotView.Held.NOT ? "VIEW " : "TABLE ") + view.name() + " AS "
                    + view.select());
        }
        setUp.add("CHECKPOINT snapshot");
        QueryResources engines = QueryResources.alone(settings.spillFolder());
        ServedSnapshot served = ServedSnapshot.open(snapshot, DuckEngine.source(settings), catalog, engines);
        try (engines) {
            for (String request : requests) {
                AskedRoute asked = AskedRoute.of(catalog, served, request, null);
                queries.put(request, asked.route().query().bind(asked.values(), view -> true));
            }
        } finally {
            served.retire();
        }
    }

    /** Writes the plan as JSON, in the form that bin/peers/fastify.mjs reads. */
    void writeJson(Path file) throws IOException {
        Map<String, String> texts = new LinkedHashMap<>();
        Map<String, Object> requests = new LinkedHashMap<>();
        queries.forEach((request, query) -> {
            texts.putIfAbsent(request.replaceFirst("\\?.*", ""), query.sql());
            requests.put(request, query.values().stream().map(PeerPlan::typed).toList());
        });
        List<Map<String, String>> routes = texts.entrySet().stream()
                .map(each -> Map.of("path", each.getKey(), "sql", each.getValue())).toList();
        new ObjectMapper().writeValue(file.toFile(),
                Map.of("threads", settings.threads(), "memoryMb", settings.memoryLimitMb(),
                "setUp", setUp, "routes", routes, "requests", requests));
    }

    /** The relations that the queries read: the tables and views whose names stand in their texts. */
    private List<String> read(DuckSession session) {
        Set<String> words = queries.values().stream()
                .flatMap(query -> WORD.matcher(query.sql().replaceAll("--[^\\n]*", "")).results())
                .map(MatchResult::group).collect(Collectors.toSet());
        return session.list("SELECT DISTINCT table_name FROM duckdb_columns() WHERE database_name = 'snapshot' ORDER "
                + "BY 1", row -> row.getString(1))
                .stream().filter(words::contains).toList();
    }

    private static Map<String, Object> typed(@Nullable Object value) {
        return switch (value) {
            case null -> Map.of("type", "null");
            case LocalDate day -> Map.of("type", "date", "value", day.toString());
            case Boolean yes -> Map.of("type", "boolean", "value", yes);
            case Integer number -> Map.of("type", "integer", "value", number);
            default -> Map.of("type", "text", "value", value.toString());
        };
    }

    /** Writes a query with its values for PostgreSQL; the file name is the last part of the route's path. */
    Path writeSql(Path folder, String route) throws IOException {
        NamedSql.Bound query = Objects.requireNonNull(queries.get(route));
        // remove comments first: a question mark in a comment is no placeholder
        String[] parts = query.sql().replaceAll("--[^\\n]*", "").split("\\?", -1);
        StringBuilder sql = new StringBuilder(parts[0]);
        for (int i = 1; i < parts.length; i++) {
            sql.append(literal(query.values().get(i - 1))).append(parts[i]);
        }
        return Files.writeString(folder.resolve(route.substring(route.lastIndexOf('/') + 1) + ".sql"), sql);
    }

    private static String literal(@Nullable Object value) {
        return switch (value) {
            case null -> "NULL";
            case LocalDate day -> "CAST(" + SqlLiteral.of(day.toString()) + " AS date)";
            case Boolean yes -> yes.toString();
            case Integer number -> number.toString();
            default -> SqlLiteral.of(value.toString());
        };
    }

    /** Writes the tables that the routes read as CSV files, and the statements that create them in PostgreSQL. */
    Path writeTables(Path folder, Path csv) throws IOException {
        List<String> statements = new ArrayList<>();
        try (DuckSession session = DuckSession.open(new EngineSettings(settings.threads(), EXPORT_MEMORY_MB,
                settings.spillFolder()))) {
            setUp.forEach(session::run);
            for (String table : read(session)) {
                List<String> columns = session.list("SELECT column_name, data_type FROM duckdb_columns() WHERE "
                        + "table_name = ?"
                        + " AND database_name = 'snapshot' AND data_type NOT LIKE '%[]' ORDER BY column_index",
                        row -> row.getString(1) + " " + postgresType(row.getString(2)), table);
                statements.add("CREATE TABLE " + table + " (" + String.join(", ", columns) + ");");
                String names = String.join(", ", columns.stream().map(c -> c.substring(0, c.indexOf(' '))).toList());
                session.run("COPY (SELECT " + names + " FROM " + table + ") TO "
                        + SqlLiteral.of(csv.resolve(table + ".csv")) + " (FORMAT csv, HEADER)");
            }
        }
        return Files.write(folder.resolve("tables.sql"), statements);
    }

    private static String postgresType(String type) {
        return switch (type.replaceFirst("\\(.*", "")) {
            case "DECIMAL" -> type;
            case "BIGINT", "UINTEGER", "HUGEINT" -> "bigint";
            case "INTEGER", "SMALLINT", "TINYINT", "USMALLINT", "UTINYINT" -> "integer";
            case "DATE", "BOOLEAN" -> type;
            case "DOUBLE" -> "double precision";
            default -> "text";
        };
    }
}
