package io.tidemark.server.format;

import static io.tidemark.server.format.Fields.field;
import static io.tidemark.server.format.Fields.object;
import static io.tidemark.server.format.Fields.row;
import static io.tidemark.server.format.Fields.sparse;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.server.route.contract.FieldContract;
import io.tidemark.server.route.contract.FieldType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A JSON object on each line. */
class NdjsonRowsTest {

    private static final List<FieldContract> FIELDS = List.of(field("day", FieldType.DATE),
            field("at", FieldType.DATETIME),
            field("name", FieldType.STRING), field("count", FieldType.INTEGER), field("rate", FieldType.NUMBER),
            field("open", FieldType.BOOLEAN), field("weeks", FieldType.INTEGER_LIST),
            field("tags", FieldType.STRING_LIST),
            object("risk", field("1_m", FieldType.NUMBER), field("3_m", FieldType.NUMBER)),
            sparse("use", field("sea", FieldType.BOOLEAN), field("land", FieldType.BOOLEAN)));

    @Test
    void everyType() throws IOException {
        assertThat(text(FIELDS, List.of(
                row(LocalDate.of(2026, 3, 1), LocalDateTime.of(2026, 3, 1, 7, 5, 9, 5), "a\nb", 12L, 1.005, true,
                        List.of(9, 10), List.of("x", "y|z"), 0.125, null, null, false),
                row(null, null, null, null, Double.NaN, null, null, null, null, null, null, null))))
                .isEqualTo("""
                {"day":"2026-03-01","at":"2026-03-01T07:05:09Z","name":"a\\nb","count":12,"rate":1.01,"open":true,"weeks":[9,10],\
                "tags":["x","y|z"],"risk":{"1_m":0.13,"3_m":null},"use":{"land":false}}
                {"day":null,"at":null,"name":null,"count":null,"rate":null,"open":null,"weeks":null,"tags":null,\
                "risk":{"1_m":null,"3_m":null},"use":{}}
                """);
    }

    @Test
    void noRowsAreNoLines() throws IOException {
        assertThat(text(FIELDS, List.of())).isEmpty();
    }

    static String text(List<FieldContract> fields, List<List<@Nullable Object>> rows) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (NdjsonRows writer = new NdjsonRows(fields, bytes)) {
            for (List<@Nullable Object> row : rows) {
                writer.write(row);
            }
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
