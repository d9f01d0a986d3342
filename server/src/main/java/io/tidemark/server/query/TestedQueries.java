package io.tidemark.server.query;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.file.FilePermissions;
import io.tidemark.data.file.Sha256;
import io.tidemark.server.engine.SqlEngine;
import io.tidemark.server.http.ProgramVersion;
import io.tidemark.server.route.contract.RouteContract;
import io.tidemark.server.sql.NamedSql;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Records the queries that passed their test, in this process or, with a folder, in an earlier one. The result of a
 * test depends on the query's text and header, the program, the engine, and the tables, views and macros, but not on
 * the rows. So the next snapshot with the same tables opens without new tests,
 * and so does a restarted server. Thread-safe.
 */
public final class TestedQueries {

    /** The file in the folder, with a digest on each line. If it is deleted, the next start tests all queries. */
    public static final String FILE = "tested-queries";

    private static final System.Logger LOG = System.getLogger(TestedQueries.class.getName());
    // enough for the routes of a few operators' folders, even if they change all day
    private static final int MAX_KEPT = 1_000;
    private static final Cache<String, Boolean> PASSED = Caffeine.newBuilder().maximumSize(MAX_KEPT).build();
    private static final int DIGITS = 64;
    private static final long MAX_BYTES = (long) MAX_KEPT * (DIGITS + 1);

    private final @Nullable Path file;

    private TestedQueries(@Nullable Path file) {
        this.file = file;
    }

    /** The queries tested in this process. */
    static TestedQueries ofThisProcess() {
        return new TestedQueries(null);
    }

    /** The queries tested in this process or recorded in a folder, which also gets new ones. */
    static TestedQueries in(Path folder) {
        Path file = folder.resolve(FILE);
        try {
            if (Files.isRegularFile(file) && Files.size(file) <= MAX_BYTES) {
                Files.readString(file, StandardCharsets.ISO_8859_1).lines().forEach(query -> PASSED.put(query, true));
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "all routes are tested again: " + e.getMessage());
        }
        return new TestedQueries(file);
    }

    /** Forgets the queries tested in this process, as if it had just started. */
    public static void forget() {
        PASSED.invalidateAll();
    }

    /** The tests on an engine with these tables, views and macros. */
    public Tests on(SqlEngine engine) {
        return new Tests(engine.shape());
    }

    /** The tests on one engine. */
    public final class Tests {

        private final String shape;
        private volatile boolean news;

        private Tests(String shape) {
            this.shape = shape;
        }

        /** Whether a route's query has passed its test. */
        public boolean passed(RouteContract route, NamedSql.Bound sample) {
            return PASSED.getIfPresent(digest(route, sample)) != null;
        }

        /** Records that a route's query has passed its test. */
        public void pass(RouteContract route, NamedSql.Bound sample) {
            PASSED.put(digest(route, sample), true);
            news = true;
        }

        // includes the values' types: they come from the header and affect the meaning of the SQL
        private String digest(RouteContract route, NamedSql.Bound sample) {
            Stream<String> values = sample.values().stream()
                    .map(value -> value == null ? "" : value.getClass().getSimpleName() + " " + value);
            Stream<String> columns = route.query().columns().stream()
                    .map(column -> column.name() + " " + column.field().type());
            return Sha256.hex(Stream.of(Stream.of(ProgramVersion.words(), shape, sample.sql()), values, columns)
                    .flatMap(each -> each).collect(Collectors.joining("\0")));
        }

        /** Saves the results for the next start. A failing disk is no fault of the routes. */
        public void keep() {
            if (file == null || !news) {
                return;
            }
            try {
                DurableFiles.replace(file, String.join("\n", new TreeSet<>(PASSED.asMap().keySet()))
                        .getBytes(StandardCharsets.ISO_8859_1), FilePermissions.PRIVATE);
            } catch (IOException e) {
                LOG.log(System.Logger.Level.WARNING, "the next start tests all routes again: " + e.getMessage());
            }
        }
    }
}
