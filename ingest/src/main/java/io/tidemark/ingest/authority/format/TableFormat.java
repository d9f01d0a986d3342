package io.tidemark.ingest.authority.format;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.type.TypeReference;
import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.SqlScript;
import io.tidemark.data.text.YamlResource;
import io.tidemark.ingest.contract.NorwegianWaters;
import io.tidemark.ingest.delivery.DisplayText;
import io.tidemark.ingest.staging.RowAppender;
import io.tidemark.ingest.staging.StagingDatabase;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A format that is a table, of {@code sql/ingest/authority/formats.yaml}: how its files are known, its columns, and the
 * SQL file beside it that makes rows of the staging tables, faults and remarks of the file's rows.
 *
 * @param name     its name in the report
 * @param sql      names of the SQL files, in the order in which they run
 * @param title    the beginning of a line above the header by which a file is known too, or null
 * @param json     whether a file must be JSON
 * @param knownBy  the columns by which a file is known
 * @param columns  the columns that a file must have
 * @param optional further columns that the SQL uses, or null
 */
public record TableFormat(@JsonProperty(required = true) String name, @JsonProperty(required = true) List<String> sql,
        @Nullable String title, boolean json, @JsonProperty(required = true) List<String> knownBy,
        @JsonProperty(required = true) List<String> columns, @Nullable List<String> optional) {

    private static final String FOLDER = "ingest/authority/";
    /** The beginning of a JSON list or object that is not empty. */
    private static final Pattern HOLDS_MORE = Pattern.compile("^(\\[[^]]|\\{[^}])");

    /** The formats of the file, in the order in which a delivered file is tested. */
    public static List<AuthorityFormat> all() {
        return YamlResource.read(SqlScript.class, "/sql/" + FOLDER + "formats.yaml",
                new TypeReference<List<TableFormat>>() {})
                .stream().map(f -> new AuthorityFormat(f.name, f.columns, f::isBegunBy, f::read)).toList();
    }

    /** Makes what the formats' SQL needs, before the first file is read. */
    public static void prepare(DuckSession session) {
        session.run("ATTACH ':memory:' AS authority");
        session.runAll(Stream.of("tables", "prelude").flatMap(TableFormat::statements).toList());
        session.run("SET VARIABLE waters = [%s, %s, %s, %s]".formatted(NorwegianWaters.SOUTH, NorwegianWaters.NORTH,
                NorwegianWaters.WEST, NorwegianWaters.EAST));
        session.run("DETACH authority");
    }

    private static Stream<String> statements(String name) {
        return SqlScript.statements(SqlScript.text(FOLDER + name + ".sql")).stream();
    }

    private boolean isBegunBy(FileHead head) {
        return (title != null && head.isTitled(title))
                || ((!json || head.isJson()) && head.has(knownBy.toArray(String[]::new)));
    }

    private AuthorityContent read(AuthorityContent.Source source, StagingDatabase staging) {
        DuckSession session = staging.session();
        session.run("ATTACH ':memory:' AS authority");
        try (AuthorityTable table = AuthorityTable.open(source.text(), columns, staging::checkCancelled)) {
            session.runAll(statements("tables").toList());
            session.run("SET VARIABLE file_no = $1", source.number());
            session.run("SET VARIABLE file_path = $1", source.path());
            session.run("SET VARIABLE sheet = $1", source.sheet());
            session.run("SET VARIABLE title = $1", table.title());
            session.run("SET VARIABLE known_by = $1", knownBy.getFirst());
            long read = stage(table, staging);
            // the SQL writes what is bad before the rows that it keeps: of a file that fails none is
            sql.stream().flatMap(TableFormat::statements).forEach(statement -> {
                session.run(statement);
                refuse(source.text(), session);
            });
            return content(read, session);
        } finally {
            session.run("DETACH authority");
        }
    }

    // the file's rows as texts; of JSON also what the mapping does not know
    private long stage(AuthorityTable table, StagingDatabase staging) {
        List<String> names = Stream.concat(columns.stream(), Stream.ofNullable(optional).flatMap(List::stream))
                .toList();
        int[] positions = names.stream().mapToInt(table.header()::position).toArray();
        int[] others = IntStream.range(0, json ? table.header().names().size() : 0)
                .filter(i -> Arrays.stream(positions).noneMatch(known -> known == i)).toArray();
        staging.session().run("CREATE TABLE authority.delivered(line BIGINT, "
                + names.stream().map(name -> '"' + name + "\" VARCHAR").collect(Collectors.joining(", ")) + ")");
        try (RowAppender header = staging.append("authority", "header");
                RowAppender rows = staging.append("authority", "delivered");
                RowAppender other = staging.append("authority", "other");
                RowAppender around = staging.append("authority", "around");
                RowAppender faults = staging.append("authority", "fault")) {
            table.around().forEach(around::add);
            names.stream().filter(name -> table.header().has(name)).forEach(header::add);
            AuthorityTable.Outcome outcome = table.read((line, values) -> {
                Object[] row = new Object[positions.length + 1];
                row[0] = line;
                for (int i = 0; i < positions.length; i++) {
                    row[i + 1] = positions[i] < 0 ? "" : values.get(positions[i]);
                }
                rows.add(row);
                Arrays.stream(others).filter(i -> HOLDS_MORE.matcher(values.get(i)).find())
                        .forEach(i -> other.add(line, table.header().names().get(i)));
            });
            outcome.faults().forEach(fault -> faults.add(fault.line(), fault.column(), fault.value(), fault.reason()));
            return outcome.read();
        }
    }

    // a file that fails as a whole, or of which more rows are bad than may be
    private static void refuse(Path file, DuckSession session) {
        session.each("SELECT 0 AS line, reason FROM authority.failure UNION ALL (SELECT line, reason FROM "
                + "authority.fault ORDER BY line LIMIT 1 OFFSET " + RowTally.MAX_BAD + ") ORDER BY line", row -> {
                    throw row.getLong(1) == 0 ? new AuthorityFormatException(file, row.getString(2))
                            : RowTally.tooMany(file, row.getLong(1), row.getString(2));
                });
    }

    private static AuthorityContent content(long read, DuckSession session) {
        List<String> notes = session.list("SELECT note FROM authority.note WHERE note IS NOT NULL ORDER BY rowid",
                row -> DisplayText.of(Objects.requireNonNull(row.getString(1))));
        return new AuthorityContent(read, notes,
                session.list("SELECT line, column_name, value, reason FROM authority.fault ORDER BY line",
                        row -> new RowFault(row.getLong(1), row.getString(2), row.getString(3), row.getString(4))));
    }
}
