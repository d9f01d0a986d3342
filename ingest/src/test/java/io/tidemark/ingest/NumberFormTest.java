package io.tidemark.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Numbers and flags as people write them: each is what it says beyond doubt, or its row is refused in plain words. */
class NumberFormTest {

    private static final String DOUBT = "can mean thousands or decimals: write a whole number without a separator";
    private static final String GAP = "has a separator between its digits: write a number without one";
    private static final String UNIT = "has a unit: write the number alone";
    private static final String PERCENT = "has a percent sign: write the number alone";
    private static final String MINUS = "has the minus sign U+2212: write - before a number";
    private static final String THOUSANDS = "has separators of thousands: write the number alone";
    private static final String COMMA = "\"has a decimal comma, and the numbers of the file decimal points: write a "
            + "point\"";
    private static final String POINT = "\"has a decimal point, and the numbers of the file decimal commas: write a "
            + "comma\"";
    private static final String NO_WHOLE = "must be a whole number";

    /** A text, and what it is read as, or how the reason of its refusal begins. */
    private record Form(String text, String value) {

        boolean isRead() {
            return value.matches("[0-9.]+");
        }
    }

    // that number of the row is the tried one; the good row before it decides nothing
    private static final List<Form> COUNTS = List.of(
            new Form("1 000", "1000"), new Form("12 345 678", "12345678"), new Form("1\u00A0000", "1000"),
            new Form("1\u202F000", "1000"),
            new Form(" 1 000 ", "1000"), new Form("+1 000", "1000"), new Form("999", "999"),
            new Form("1 00", GAP), new Form("1 0000", GAP), new Form("1000 000", GAP), new Form("0 100", GAP),
            new Form("1  000", GAP),
            new Form("1\u2009000", GAP), new Form("1'000", GAP), new Form("1 000.5", GAP), new Form("1 000.000", GAP),
            new Form("20.000", DOUBT), new Form("\"20,000\"", DOUBT), new Form("\"1,234,567\"", DOUBT),
            new Form("\"20,5\"", COMMA),
            new Form("1_000", "has an underscore: write a number without a separator"), new Form("95 %", PERCENT),
            new Form("95%", PERCENT),
            new Form("\u22125", MINUS), new Form("100 stk", UNIT), new Form("100stk", UNIT), new Form("ti", NO_WHOLE),
            new Form("-1 000", NO_WHOLE));

    private static final List<Form> WEIGHTS = List.of(
            new Form("100.25", "100.25"), new Form("100", "100.00"), new Form("1 000", GAP), new Form("1 000.5", GAP),
            new Form("\"1 000,5\"", GAP),
            new Form("\"20,000\"", COMMA), new Form("\"20,5\"", COMMA), new Form("\"1,234.5\"", THOUSANDS),
            new Form("100 g", UNIT),
            new Form("1.5kg", UNIT), new Form("7 °C", UNIT), new Form("3 m³", UNIT), new Form("50 %", PERCENT),
            new Form("\u22125.5", MINUS), new Form("1e2", "100.00"), new Form("ukjent", "\"must be a number"));

    @TempDir
    private Path folder;

    private static String row(int day, String count, String weight) {
        return "2026-01-0" + day + ",@,U1,K1,SAL," + count + "," + weight + ",V2025\n";
    }

    @Test
    void aWholeNumberIsReadOrRefused() {
        ManyCases<Form> cases = new ManyCases<>(folder.resolve("cases"));
        COUNTS.forEach(form -> cases.file(form, "stock.csv", TestDelivery.STOCK + row(1, "7", "100.5")
                + row(2, form.text(), "101")));
        cases.ingest();
        assertThat(COUNTS).allSatisfy(form -> check(cases, form, "fish_count", "7"));
    }

    @Test
    void aNumberWithAFractionIsReadOrRefused() {
        ManyCases<Form> cases = new ManyCases<>(folder.resolve("cases"));
        WEIGHTS.forEach(form -> cases.file(form, "stock.csv", TestDelivery.STOCK + row(1, "7", "200.5")
                + row(2, "7", form.text())));
        cases.ingest();
        assertThat(WEIGHTS).allSatisfy(form -> check(cases, form, "avg_weight_gram", "200.50"));
    }

    private static void check(ManyCases<Form> cases, Form form, String column, String first) {
        if (form.isRead()) {
            assertThat(cases.stock(form, column)).as("%s", form).containsExactly(first, form.value());
        } else {
            assertThat(cases.stock(form, column)).as("%s", form).containsExactly(first);
            assertThat(cases.rejects(form, "stock.csv")).as("%s", form).singleElement().asString()
                    .startsWith("3," + column + ",").contains("," + form.value());
        }
    }

    /** Each row, written with semicolons and the sign, is the same as between commas and in quotes. */
    @Test
    void quotedDecimalCommasDecideAFile() {
        List<Form> files = List.of(
                new Form(row(1, "7", "\"100,5\"") + row(2, "8", "\"20,000\""), "7 100.50, 8 20.00"),
                new Form(row(1, "1 000", "\"0,5\"") + row(2, "8", "9"), "1000 0.50, 8 9.00"));
        ManyCases<Form> cases = new ManyCases<>(folder.resolve("cases"));
        files.forEach(form -> cases.file(form, "stock.csv", TestDelivery.STOCK + form.text()));
        String refused = "refused";
        ManyCases<String> others = new ManyCases<>(folder.resolve("others"));
        others.file(refused, "stock.csv", TestDelivery.STOCK + row(1, "7", "\"100,5\"")
                + row(2, "\"20,000\"", "\"100,5\"") + row(3, "8", "100.5"));
        cases.ingest();
        others.ingest();
        assertThat(files).allSatisfy(form -> {
            assertThat(String.join(", ", cases.stock(form, "fish_count, avg_weight_gram"))).isEqualTo(form.value());
            assertThat(cases.report(form, "stock.csv").notes())
                    .containsExactly("its numbers have decimal commas, in quotes");
        });
        assertThat(others.stock(refused, "fish_count, avg_weight_gram")).containsExactly("7 100.50");
        assertThat(others.rejects(refused, "stock.csv"))
                .containsExactly("3,fish_count,\"20,000\"," + DOUBT, "4,avg_weight_gram,100.5," + POINT);
    }

    @ParameterizedTest(name = "{0} and {1}")
    @CsvSource(delimiter = ';', textBlock = """
            Ja   ; Nei   ; true  ; false
            NEI  ; ja    ; false ; true
            X    ; false ; true  ; false
            true ; x     ; true  ; true
            1    ; Nei   ; true  ; false
            yes  ; no    ; true  ; false
            """)
    void flags(String first, String second, boolean handled, boolean antibiotic) {
        TestDelivery delivery = treatments("T1,2026-01-05,100,Bath,lice," + first + "," + second + "\n");
        assertThat(delivery.ingest().reasons()).isEmpty();
        assertThat(delivery.rows("SELECT treatment_id, requires_handling, is_antibiotic FROM treatment"))
                .containsExactly("T1 " + handled + " " + antibiotic);
    }

    @Test
    void flagsThatAreNone() {
        TestDelivery delivery = treatments(
                "T1,2026-01-05,100,Bath,lice,Ja,Nei\nT2,2026-01-05,100,Bath,lice,kanskje,Nei\n"
                + "T3,2026-01-05,100,Bath,lice,-,Nei\nT4,2026-01-05,100,Bath,lice,,Nei\nT5,2026-01-05,100,Bath,lice,xx,Nei\n");
        IngestReport report = delivery.ingest();
        assertThat(delivery.rows("SELECT treatment_id FROM treatment")).containsExactly("T1");
        assertThat(TestDelivery.rejects(report, "farmers/F01/treatments.csv"))
                .containsExactly("3,requires_handling,kanskje,must be true or false",
                "4,requires_handling,'-,\"is a word for nothing: leave the field empty, or say --missing -\"",
                "5,requires_handling,,a value is required",
                "6,requires_handling,xx,must be true or false");
    }

    private TestDelivery treatments(String rows) {
        return new TestDelivery(folder).basics().file("farmers/F01/treatments.csv",
                "treatment_id,date,site_id,treatment_category,treatment_target,requires_handling,is_antibiotic\n"
                + rows);
    }
}
