package io.tidemark.server.format;

import static io.tidemark.server.format.Fields.field;
import static io.tidemark.server.format.Fields.object;
import static io.tidemark.server.format.Fields.row;
import static io.tidemark.server.format.Fields.sparse;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.server.route.contract.FieldContract;
import io.tidemark.server.route.contract.FieldType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Answers for spreadsheets. Lines end with CR LF, as RFC 4180 says. */
class CsvRowsTest {

    private static final List<FieldContract> FIELDS = List.of(field("day", FieldType.DATE),
            field("at", FieldType.DATETIME),
            field("name", FieldType.STRING), field("count", FieldType.INTEGER), field("rate", FieldType.NUMBER),
            field("open", FieldType.BOOLEAN), field("weeks", FieldType.INTEGER_LIST),
            field("tags", FieldType.STRING_LIST),
            object("risk", field("1_m", FieldType.NUMBER), field("3_m", FieldType.NUMBER)),
            sparse("use", field("sea", FieldType.BOOLEAN)));
    private static final List<@Nullable Object> FULL = row(LocalDate.of(2026, 3, 1),
            LocalDateTime.of(2026, 3, 1, 7, 5, 9),
            "Sør", 1234567L, -1234.565, true, List.of(-9, 10), Arrays.asList("x", null, "z"), 0.5, 1e21, false);
    private static final List<@Nullable Object> NULLS =
            row(null, null, null, null, Double.NaN, null, null, null, null, null, null);

    @Test
    void everyTypeWithADecimalPoint() throws IOException {
        assertThat(text(FIELDS, false, FULL, NULLS)).isEqualTo("""
                day,at,name,count,rate,open,weeks,tags,risk_1_m,risk_3_m,use_sea\r
                2026-03-01,2026-03-01T07:05:09Z,Sør,1234567,-1234.57,true,-9|10,x||z,0.5,1000000000000000000000,false\r
                ,,,,,,,,,,\r
                """);
    }

    @Test
    void everyTypeWithADecimalComma() throws IOException {
        assertThat(text(FIELDS, true, FULL, NULLS)).isEqualTo("\uFEFF" + """
                day;at;name;count;rate;open;weeks;tags;risk_1_m;risk_3_m;use_sea\r
                2026-03-01;2026-03-01T07:05:09Z;Sør;1234567;-1234,57;true;-9|10;x||z;0,5;1000000000000000000000;false\r
                ;;;;;;;;;;\r
                """);
    }

    @ParameterizedTest(name = "{0} is {1}, with a decimal comma {2}")
    @CsvSource(delimiter = '!', quoteCharacter = '^', textBlock = """
            plain       ! plain         ! plain
            a,b         ! "a,b"         ! a,b
            a;b         ! a;b           ! "a;b"
            1.5         ! 1.5           ! 1.5
            say "hi"    ! "say ""hi""\"  ! "say ""hi""\"
            two\\nlines ! "two\\nlines" ! "two\\nlines"
            \\r         ! "'\\r"        ! "'\\r"
            ^^          ! ""            ! ""
            ^ ^         ! ^ ^           ! ^ ^
            =1+1        ! '=1+1         ! '=1+1
            +47 55      ! '+47 55       ! '+47 55
            -           ! '-            ! '-
            @SUM(A1,A2) ! "'@SUM(A1,A2)" ! '@SUM(A1,A2)
            \\t=1       ! '\\t=1        ! '\\t=1
            a=1         ! a=1           ! a=1
            '=1         ! '=1           ! '=1
            """)
    void texts(String value, String withPoint, String withComma) throws IOException {
        List<FieldContract> fields = List.of(field("name", FieldType.STRING));

        assertThat(text(fields, false, row(control(value)))).isEqualTo("name\r\n" + control(withPoint) + "\r\n");
        assertThat(text(fields, true, row(control(value)))).isEqualTo("\uFEFFname\r\n" + control(withComma) + "\r\n");
    }

    private static String control(String text) {
        return text.replace("\\n", "\n").replace("\\r", "\r").replace("\\t", "\t");
    }

    @Test
    void aListOfTextsIsNoFormulaEither() throws IOException {
        List<FieldContract> fields = List.of(field("tags", FieldType.STRING_LIST),
                field("weeks", FieldType.INTEGER_LIST));

        assertThat(text(fields, false, row(List.of("=1", "=2"), List.of(-1)), row(List.of(), List.of())))
                .isEqualTo("tags,weeks\r\n'=1|=2,-1\r\n\"\",\"\"\r\n");
    }

    @Test
    void aNullAloneIsNoEmptyLine() throws IOException {
        assertThat(text(List.of(field("name", FieldType.STRING)), false, NULLS.subList(0, 1)))
                .isEqualTo("name\r\n\"\"\r\n");
    }

    @Test
    void noRowsAreAHeader() throws IOException {
        assertThat(text(FIELDS.subList(0, 2), false)).isEqualTo("day,at\r\n");
    }

    @Test
    void keysHaveAPointWhereAnUnderscoreIsNotUnique() {
        FieldContract risk = object("risk", field("low", FieldType.NUMBER));

        assertThat(CsvRows.header(List.of(risk, field("risk_high", FieldType.NUMBER))))
                .containsExactly("risk_low", "risk_high");
        assertThat(CsvRows.header(List.of(risk, field("risk_low", FieldType.NUMBER))))
                .containsExactly("risk.low", "risk_low");
        assertThat(CsvRows.header(List.of(object("a", field("b_c", FieldType.STRING)),
                object("a_b", field("c", FieldType.STRING)))))
                .containsExactly("a.b_c", "a_b.c");
    }

    @Test
    void aClientThatIsGoneIsAnIoException() {
        OutputStream gone = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("gone");
            }
        };

        assertThatThrownBy(() -> {
            CsvRows rows = new CsvRows(FIELDS, gone, false);
            for (int i = 0; i < 10_000; i++) {
                rows.write(FULL);
            }
        }).isInstanceOf(IOException.class).hasMessage("gone");
    }

    @SafeVarargs
    private static String text(List<FieldContract> fields, boolean comma, List<@Nullable Object>... rows)
            throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (CsvRows writer = new CsvRows(fields, bytes, comma)) {
            for (List<@Nullable Object> row : rows) {
                writer.write(row);
            }
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
