package io.tidemark.server.format;

import static io.tidemark.server.format.Fields.field;
import static io.tidemark.server.format.Fields.object;
import static io.tidemark.server.format.Fields.row;
import static io.tidemark.server.format.Fields.sparse;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineException;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.duckdb.SqlLiteral;
import io.tidemark.server.http.Json;
import io.tidemark.server.route.contract.FieldContract;
import io.tidemark.server.route.contract.FieldType;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Parquet files, read back. */
class ParquetAnswerTest {

    private static final List<FieldContract> FIELDS = List.of(field("day", FieldType.DATE),
            field("at", FieldType.DATETIME),
            field("name", FieldType.STRING), field("count", FieldType.INTEGER), field("rate", FieldType.NUMBER),
            field("open", FieldType.BOOLEAN), field("weeks", FieldType.INTEGER_LIST),
            field("tags", FieldType.STRING_LIST),
            object("risk", field("1_m", FieldType.NUMBER), field("3_m", FieldType.NUMBER)),
            sparse("use", field("sea", FieldType.BOOLEAN), field("land", FieldType.BOOLEAN)));
    private static final List<@Nullable Object> FULL = row(LocalDate.of(2026, 3, 1),
            LocalDateTime.of(2026, 3, 1, 7, 5, 9),
            "Sør", Long.MAX_VALUE, 1.005, true, List.of(9, 10), Arrays.asList("x", null, "y|z"), 0.125, null, null,
            false);
    private static final List<@Nullable Object> NULLS =
            row(null, null, null, null, Double.NaN, null, null, null, null, null, null, null);
    private static final String TYPES = "day DATE, at TIMESTAMP, name VARCHAR, count BIGINT, rate DOUBLE, open "
            + "BOOLEAN, "
            + "weeks BIGINT[], tags VARCHAR[], risk STRUCT(\"1_m\" DOUBLE, \"3_m\" DOUBLE), use STRUCT(sea BOOLEAN, "
            + "land BOOLEAN)";

    @TempDir
    private Path folder;

    private EngineSettings engine() {
        return new EngineSettings(1, 256, folder.resolve("spill"));
    }

    @Test
    void typesAndRows() throws IOException {
        Path file = parquet(FIELDS, List.of(FULL, NULLS));

        assertThat(types(file)).isEqualTo(TYPES);
        assertThat(rows(file)).containsExactly("""
                {"day":"2026-03-01","at":"2026-03-01T07:05:09Z","name":"Sør","count":9223372036854775807,"rate":1.01,"open":true,\
                "weeks":[9,10],"tags":["x",null,"y|z"],"risk":{"1_m":0.13,"3_m":null},"use":{"sea":null,"land":false}}""", """
                {"day":null,"at":null,"name":null,"count":null,"rate":null,"open":null,"weeks":null,"tags":null,\
                "risk":{"1_m":null,"3_m":null},"use":{"sea":null,"land":null}}""");
        assertThat(left()).containsExactly(file);
        assertThat(Files.getPosixFilePermissions(file)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }

    @Test
    void withoutRowsThereAreTheTypes() throws IOException {
        Path file = parquet(FIELDS, List.of());

        assertThat(types(file)).isEqualTo(TYPES);
        assertThat(rows(file)).isEmpty();
    }

    @Test
    void objectsWhoseKeysAreAllLeftOutAreStructs() throws IOException {
        List<@Nullable Object> without = row((Object) null);
        Path file = parquet(List.of(sparse("use", field("sea", FieldType.BOOLEAN))), List.of(without, without));

        assertThat(types(file)).isEqualTo("use STRUCT(sea BOOLEAN)");
        assertThat(rows(file)).containsExactly("{\"use\":{\"sea\":null}}", "{\"use\":{\"sea\":null}}");
    }

    static Stream<String> texts() {
        return Stream.of("12345678901234567890", "007", "1e3", "NaN", "null", "true", "", " ", "2026-03-01",
                "{\"a\":1}", "[1]",
                "🐟 laks 👩‍🔬", "æøå", "a\tb\r\nc", "\"'\\", "\u0001\u007f\u2028", "a\u0000b", "x".repeat(100_000));
    }

    @ParameterizedTest
    @MethodSource("texts")
    void aTextIsNotDamaged(String text) throws IOException {
        Path file = parquet(List.of(field("t", FieldType.STRING), field("l", FieldType.STRING_LIST)),
                List.of(row("first", List.of()), row(text, List.of(text)), row("last", List.of())));

        assertThat(texts(file, "t")).containsExactly("first", text, "last");
        assertThat(texts(file, "coalesce(l[1], '-')")).containsExactly("-", text, "-");
    }

    /** DuckDB reads lines up to 32 MB by default. */
    @Test
    void aVeryLongLineIsNotCut() throws IOException {
        String text = "x".repeat(40_000_000);
        Path file = parquet(List.of(field("t", FieldType.STRING)), List.of(row("first"), row(text), row("last")));

        // compared without an assertion of a library, which would print forty million characters
        assertThat(texts(file, "t").equals(List.of("first", text, "last"))).isTrue();
    }

    @Test
    void numbersAndOrderAreThoseOfNdjson() throws IOException {
        List<FieldContract> fields = List.of(field("i", FieldType.INTEGER),
                new FieldContract("v", FieldType.NUMBER, 10, "", "", List.of(), false), field("t", FieldType.STRING));
        List<List<@Nullable Object>> all = new ArrayList<>();
        for (int i = 0; i < 200_000; i++) {
            all.add(row(i, i % 7 == 0 ? null : Math.sin(i) * Math.pow(10, i % 12), "row " + i));
        }
        StringBuilder lines = new StringBuilder();
        for (String line : rows(parquet(fields, all))) {
            lines.append(line).append('\n');
        }
        List<JsonNode> read = Json.MAPPER.readerFor(JsonNode.class).<JsonNode>readValues(lines.toString()).readAll();
        List<JsonNode> written = Json.MAPPER.readerFor(JsonNode.class)
                .<JsonNode>readValues(NdjsonRowsTest.text(fields, all)).readAll();

        // compared as numbers: 1.0 here is 1 there
        assertThat(read).hasSize(200_000);
        for (int i = 0; i < read.size(); i++) {
            assertThat(read.get(i).get("i").asInt()).isEqualTo(i);
            assertThat(read.get(i).get("t").asText()).isEqualTo("row " + i);
            assertThat(read.get(i).get("v").isNull()).isEqualTo(i % 7 == 0);
            assertThat(read.get(i).get("v").asDouble()).isEqualTo(written.get(i).get("v").asDouble());
        }
    }

    @Test
    void namesAreQuoted() throws IOException {
        Path file = parquet(List.of(field("o'brien \"x\"", FieldType.INTEGER),
                object("select", field("a \"b\"'c", FieldType.INTEGER))),
                List.of(row(1, 2)));

        assertThat(rows(file)).containsExactly("{\"o'brien \\\"x\\\"\":1,\"select\":{\"a \\\"b\\\"'c\":2}}");
    }

    @Test
    void aNumberAboveBigintIsRefusedAndNothingStays() throws IOException {
        List<FieldContract> fields = List.of(field("i", FieldType.INTEGER));
        try (ParquetAnswer answer = ParquetAnswer.open(fields, folder, engine())) {
            answer.write(row(BigInteger.TWO.pow(63)));

            assertThatThrownBy(answer::finish).isInstanceOf(EngineException.class);
            assertThat(left()).isEmpty();
        }
        assertThat(left()).isEmpty();
    }

    @Test
    void anAnswerThatIsGivenUpLeavesNothing() throws IOException {
        try (ParquetAnswer answer = ParquetAnswer.open(FIELDS, folder, engine())) {
            answer.write(FULL);
            assertThat(left()).hasSize(1);
        }
        assertThat(left()).isEmpty();
    }

    private Path parquet(List<FieldContract> fields, List<List<@Nullable Object>> rows) throws IOException {
        try (ParquetAnswer answer = ParquetAnswer.open(fields, folder, engine())) {
            for (List<@Nullable Object> row : rows) {
                answer.write(row);
            }
            return answer.finish();
        }
    }

    private List<Path> left() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }

    private List<String> texts(Path file, String expression) {
        try (DuckSession session = DuckSession.open(engine())) {
            return session.list("SELECT " + expression + " FROM read_parquet(" + SqlLiteral.of(file) + ")",
                    row -> row.getString(1));
        }
    }

    private String types(Path file) {
        try (DuckSession session = DuckSession.open(engine())) {
            return String.join(", ", session.list("DESCRIBE SELECT * FROM read_parquet(" + SqlLiteral.of(file) + ")",
                    row -> row.getString(1) + " " + row.getString(2)));
        }
    }

    /** Each row as JSON, made by DuckDB; datetimes as answers write them. */
    private List<String> rows(Path file) {
        try (DuckSession session = DuckSession.open(engine())) {
            return session.list("SELECT to_json(r) FROM read_parquet(" + SqlLiteral.of(file) + ") r",
                    row -> row.getString(1)
                            .replaceAll("(\\d{4}-\\d\\d-\\d\\d) (\\d\\d:\\d\\d:\\d\\d)", "$1T$2Z"));
        }
    }
}
