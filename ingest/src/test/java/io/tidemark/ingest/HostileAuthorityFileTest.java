package io.tidemark.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Files that would take the program's memory or time, or that are not what they seem, under the names of the authority's. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class HostileAuthorityFileTest {

    private static final String COLUMNS = "ÅR;MÅNED_KODE;PO_KODE;ARTSID;UTSETTSÅR;BEHFISK_STK;BIOMASSE_KG;UTSETT_SMOLT_STK;FORFORBRUK_KG;UTTAK_STK;"
            + "UTTAK_KG;DØDFISK_STK;UTKAST_STK;RØMMING_STK;ANDRE_STK";
    private static final String ROW = "2020;7;5;LAKS;2019;1;0;0;0;0;0;0;0;0;0";
    private static final String FEATURE = "{\"type\":\"Feature\",\"properties\":{\"id\":%d,\"name\":\"%s\"},"
            + "\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[[4,60],[5,60],[5,61],[4,60]]]}}";

    @TempDir
    private Path folder;

    private TestDelivery delivery(String name, byte[] bytes) {
        return new TestDelivery(folder).file("reference/farmers.csv", TestDelivery.FARMERS).file("authority/" + name, bytes);
    }

    private static String json(String row) {
        String[] names = COLUMNS.split(";");
        String[] values = row.split(";");
        return IntStream.range(0, names.length).mapToObj(i -> "\"" + names[i] + "\":" + (i == 3 ? "\"" + values[i] + "\"" : values[i]))
                .collect(Collectors.joining(",", "{", "}"));
    }

    private static String features(String... features) {
        return "{\"type\":\"FeatureCollection\",\"features\":[\n" + String.join(",\n", features) + "]}";
    }

    private static String ownNumber(int id, String name) {
        return FEATURE.formatted(id, name).replace("\"properties\":{\"id\":" + id + ",", "\"id\":" + id + ",\"properties\":{");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void filesThatFail(String what, String name, byte[] bytes, String reason) {
        IngestReport report = delivery(name, bytes).ingest();
        assertThat(report.outcome()).isEqualTo(IngestOutcome.REJECTED);
        assertThat(report.files().getLast().failure()).contains(reason);
    }

    private static Arguments fails(String what, String name, String text, String reason) {
        return arguments(what, name, text.getBytes(StandardCharsets.UTF_8), reason);
    }

    static Stream<Arguments> filesThatFail() {
        String area = FEATURE.formatted(2, "Ryfylke");
        String deep = "[".repeat(5_000);
        return Stream.of(
                fails("an object of 3 million characters", "a.json", "[" + json(ROW) + ",{\"ÅR\":[" + "1,".repeat(1_500_000) + "1]}]",
                        "one of its objects is longer than 2000000 characters"),
                fails("a feature of 12 million characters", "a.geojson", features(area, area.replace("Ryfylke", "[1],".repeat(3_000_000))),
                        "one of its objects is longer than 10000000 characters"),
                fails("blanks without end between objects", "a.json", "[" + json(ROW) + " ".repeat(3_000_000) + "]",
                        "one of its objects is longer than 2000000 characters"),
                fails("an object of 5,000 levels", "a.json", "[" + json(ROW) + "," + deep,
                        "is no JSON that is read: Document nesting depth (1001)"),
                fails("a feature of 5,000 levels", "a.geojson", features(area, area.replace("[[[", deep)), "Document nesting depth (1001)"),
                fails("NaN where a coordinate belongs", "a.geojson", features(area.replace("[4,60]", "[NaN,60]")),
                        "broken JSON: Non-standard token 'NaN'"),
                fails("half a million features without anything", "a.geojson", features(area, "{}" + ",{}".repeat(500_000)),
                        "has more than 500000 bad rows"),
                fails("300,000 columns", "a.csv", IntStream.range(0, 300_000).mapToObj(i -> ";" + i)
                        .collect(Collectors.joining("", COLUMNS, "\n" + ROW)),
                        "has 300015 columns, more than 1000: this is no table"),
                fails("polygons whose numbers count the rows", "a.geojson",
                        features(ownNumber(1, "Sandnes"), ownNumber(2, "Ryfylke"), ownNumber(3, "Klepp")),
                        "have other names than the production areas of these numbers: "
                                + "1 is Sandnes, in the list Svenskegrensen til Jæren"),
                arguments("UTF-16 with half a character", "a.csv", utf16WithHalfACharacter(), "is not UTF-16LE; save the file with that encoding"),
                arguments("the mark of UTF-8 before ISO-8859-1", "a.csv",
                        "\u00EF\u00BB\u00BFNavn;År\nBl\u00E5;1\n".getBytes(StandardCharsets.ISO_8859_1),
                        "starts as UTF-8 (byte order mark) but holds bytes that are not UTF-8"));
    }

    private static byte[] utf16WithHalfACharacter() {
        byte[] bytes = ("\uFEFF" + COLUMNS + "\n" + ROW + "\n" + ROW + "\n").getBytes(StandardCharsets.UTF_16LE);
        bytes[bytes.length - 3] = (byte) 0xD8; // the upper byte of the last digit: the first half of a pair
        return bytes;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void rowsThatAreRejected(String what, String name, String text, String rejects) {
        IngestReport report = delivery(name, text.getBytes(StandardCharsets.UTF_8)).ingest();
        assertThat(report.outcome()).isEqualTo(IngestOutcome.PUBLISHED);
        assertThat(TestDelivery.rejects(report, "authority/" + name + (name.endsWith(".csv") ? "" : ".csv"))).last().asString().startsWith(rejects);
    }

    static Stream<Arguments> rowsThatAreRejected() {
        return Stream.of(
                arguments("a number of a billion digits", "a.json", "[" + json(ROW) + "," + json(ROW.replace("2019;1", "2018;1e999999999")) + "]",
                        "2,BEHFISK_STK,1E+999999999,not a number"),
                arguments("an area of a million blanks", "a.csv",
                        COLUMNS + "\n" + ROW + "\n" + ROW.replace(";5;", ";5" + " ".repeat(1_000_000) + "7;"),
                        "3,PO_KODE,"));
    }

    @Test
    void allListsWithTheColumnsOfTheTableAreRead() {
        String two = "{\"info\":[{\"a\":1}],\"2020\":[" + json(ROW) + "],\"other\":[],\"2021\":[" + json(ROW.replace("2020", "2021")) + "]}";
        TestDelivery delivery = delivery("a.json", two.getBytes(StandardCharsets.UTF_8));
        assertThat(delivery.ingest().files().getLast().accepted()).isEqualTo(2);
        assertThat(delivery.rows("SELECT month FROM authority_month ORDER BY 1")).containsExactly("2020-07-01", "2021-07-01");
    }

    @Test
    void areasOfOtherNamesAreStoredAndTold() {
        String renamed = features(FEATURE.formatted(1, "Prøve 1"), FEATURE.formatted(2, "Prøve 2"));
        TestDelivery delivery = delivery("a.geojson", renamed.getBytes(StandardCharsets.UTF_8));
        assertThat(delivery.ingest().files().getLast().notes()).containsExactly(
                "most of its areas have other names than in the list: 1 is Prøve 1, in the list Svenskegrensen til Jæren");
        assertThat(delivery.rows("SELECT area_name FROM production_area WHERE area_id < 3 ORDER BY 1")).containsExactly("Prøve 1", "Prøve 2");
    }

    @Test
    void quotesThatNeverCloseCostTheirRowsAlone() {
        String open = ROW.replace("LAKS", "\"LAKS").replace("2019;", "");
        String text = COLUMNS + "\n" + (open + "\n").repeat(20_000) + ROW + "\n";
        FileReport file = delivery("a.csv", text.getBytes(StandardCharsets.UTF_8)).ingest().files().getLast();
        assertThat(file).returns(1L, FileReport::accepted);
    }
}
