package io.tidemark.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Words that mean that there is no value, with and without --missing, in every format. */
class MissingWordTest {

    private static final String LOSSES = TestDelivery.LOSSES;
    private static final String NOTHING = "is a word for nothing: leave the field empty, or say --missing ";
    private static final String NEEDED = "\"means nothing, as --missing says; the row needs a value here\"";

    @TempDir
    private Path folder;

    /** A word in a file of a format. */
    private record Case(String word, String name) {}

    private static List<Case> cases(String... words) {
        return Stream.of(words).flatMap(word ->
                Stream.of("losses.csv", "losses-quoted.csv", "losses-semicolons.csv", "losses.ndjson", "losses.xlsx")
                .map(name -> new Case(word, name))).toList();
    }

    private static String loss(String site, String type, String weight) {
        return "2026-01-01," + site + ",U1," + type + ",A101,3," + weight + "\n";
    }

    private static String object(String site, String type, String weight) {
        return "{\"date\":\"2026-01-01\",\"site_id\":\"" + site + "\",\"unit_id\":\"U1\",\"loss_type\":\"" + type
                + "\",\"category_code\":\"A101\",\"loss_count\":3,\"avg_weight_gram\":" + weight + "}\n";
    }

    /** Two losses, of which one has the word in place of its weight. */
    private byte[] losses(Case of, String site) {
        String word = of.word();
        String first = LOSSES + loss(site, "culling", "100.5");
        return switch (of.name()) {
            case "losses.csv" -> bytes(first + loss(site, "mortality", " " + word + " "));
            case "losses-quoted.csv" -> bytes(first + loss(site, "mortality", "\"" + word + "\""));
            case "losses-semicolons.csv" -> bytes((first + loss(site, "mortality", word)).replace(',', ';'));
            case "losses.ndjson" -> bytes(object(site, "culling", "100.5")
                    + object(site, "mortality", word.equals("NaN") ? word : json(word)));
            case "losses.xlsx" -> new TestWorkbook().sheet("Tap", LOSSES.strip().replace(',', '|'),
                    "n:46023|" + site + "|U1|culling|A101|n:3|n:100.5",
                    "n:46023|" + site + "|U1|mortality|A101|n:3|" + (word.startsWith("#") ? "e:" : "") + word).bytes();
            default -> TestParquet.of(folder, "SELECT DATE '2026-01-01' AS date, '" + site
                    + "' AS site_id, 'U1' AS unit_id, loss_type, 'A101' AS "
                    + "category_code, 3 AS loss_count, avg_weight_gram FROM (VALUES ('culling', 100.5::DOUBLE), "
                    + "('mortality', 'NaN'::DOUBLE)) AS t(loss_type, avg_weight_gram)");
        };
    }

    private static String json(String word) {
        return "\"" + word.replace("\\", "\\\\") + "\"";
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private ManyCases<Case> ingest(List<Case> tried, String... missing) {
        ManyCases<Case> cases = new ManyCases<>(folder.resolve("cases"));
        tried.forEach(of -> cases.file(of, "stock.csv", TestDelivery.STOCK + "2026-01-01,@,U1,K1,SAL,1000,250,V2025\n")
                .file(of, of.name(), losses(of, cases.site(of))));
        cases.delivery().missing(missing);
        return cases.ingest();
    }

    private static List<String> lost(ManyCases<Case> cases, Case of) {
        return cases.delivery().rows("SELECT loss_type, loss_biomass_g FROM loss_day WHERE site_id = '"
                + cases.site(of) + "' ORDER BY 1");
    }

    /** A loss without a weight has that of its unit. */
    @Test
    void aWordMeansNothingIfTheOperatorSaysSo() {
        String[] words = {"NaN", "NULL", "-", "N/A", "\\N", "#N/A", "mangler", "it's"};
        List<Case> tried = new ArrayList<>(cases(words));
        tried.add(new Case("NaN", "losses.parquet"));
        ManyCases<Case> cases = ingest(tried, words);
        assertThat(cases.report().reasons()).isEmpty();
        assertThat(tried).allSatisfy(of ->
                assertThat(lost(cases, of)).as("%s", of).containsExactly("culling 302", "mortality 750"));
    }

    @Test
    void elseItsRowIsRefusedAndSaysWhatToDo() {
        List<Case> tried = new ArrayList<>(cases("NaN"));
        tried.add(new Case("NaN", "losses.parquet"));
        ManyCases<Case> cases = ingest(tried);
        assertThat(tried).allSatisfy(of -> {
            assertThat(lost(cases, of)).as("%s", of).containsExactly("culling 302");
            assertThat(cases.rejects(of, of.name().endsWith(".csv") ? of.name() : of.name() + ".csv")).as("%s", of)
                    .singleElement().asString().contains("say --missing NaN");
        });
    }

    @Test
    void everyWordThatSystemsWriteIsTold() {
        List<String> words = List.of("-", "–", "n/a", "#N/A", "NA", "NULL", "null", "(null)", "\\N", "nan", "NaT",
                "<NA>", "None", "nil");
        ManyCases<String> cases = new ManyCases<>(folder.resolve("cases"));
        words.forEach(word -> cases.file(word, "stock.csv", TestDelivery.STOCK + "2026-01-01,@,U1,K1,SAL,1000," + word
                + ",V2025\n" + word + ",@,U1,K1,SAL,1000,100.5,V2025\n"));
        cases.ingest();
        assertThat(words).allSatisfy(word -> assertThat(cases.rejects(word, "stock.csv")).hasSize(2)
                .allSatisfy(line -> assertThat(line).contains(word.startsWith("#")
                        ? "is the error of a formula: leave the field empty, or say --missing " + word : NOTHING + word)));
    }

    /** A word that is a code in a file is told with its row, and with no other. */
    @Test
    void aTextThatTheRowNeedsIsNotHidden() {
        TestDelivery delivery = new TestDelivery(folder).basics().missing("NA", "-")
                .file("farmers/F01/stock.csv", TestDelivery.STOCK
                + "2026-01-01,100,NA,K1,SAL,1000,250,V2025\n2026-01-01,100,U1,-,SAL,1000,250,V2025\n2026-01-01,100,U2,K1,SAL,1000,250,V2025\n"
                + "2026-01-01,100,,K1,SAL,1000,250,V2025\n2026-01-01,100,NAB,K1,SAL,1000,250,V2025\n");
        IngestReport report = delivery.ingest();
        assertThat(delivery.rows("SELECT unit_id FROM stock_day ORDER BY 1")).containsExactly("NAB", "U2");
        assertThat(TestDelivery.rejects(report, "farmers/F01/stock.csv"))
                .containsExactly("2,unit_id,NA," + NEEDED, "3,cohort_id,'-," + NEEDED,
                "5,unit_id,,a value is required");
    }

    @Test
    void aColumnThatMayBeEmptyIsEmpty() {
        TestDelivery delivery = new TestDelivery(folder).missing("NA").basics().file("reference/farmers.csv",
                TestDelivery.FARMERS.replace("2024-02-01", "NA")).file("farmers/F01/stock.csv",
                "date,site_id,unit_id,cohort_id,species_code,fish_count,avg_weight_gram,generation,sea_transfer_date\n"
                        + "2026-01-01,100,U1,K1,SAL,1000,250,NA,2025-04-01\n");
        assertThat(delivery.ingest().reasons()).isEmpty();
        assertThat(delivery.rows("SELECT generation FROM stock_day")).containsExactly("V2025");
        assertThat(delivery.rows("SELECT signed_on FROM farmer ORDER BY farmer_id")).containsExactly("2024-01-01", "-");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", " NA", "a,b", ";", "\"", "a\u0000", "\t"})
    void whatIsNoWordIsRefused(String word) {
        TestDelivery delivery = new TestDelivery(folder).missing(word);
        assertThatThrownBy(delivery::ingest).isInstanceOf(IllegalArgumentException.class);
    }
}
