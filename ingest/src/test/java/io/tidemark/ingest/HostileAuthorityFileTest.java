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

/**
 * Files that would take the program's memory or time, or that are not what they seem, under the names of the
 * authority's.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class HostileAuthorityFileTest {

    private static final String COLUMNS =
            "ÅR;MÅNED_KODE;PO_KODE;ARTSID;UTSETTSÅR;BEHFISK_STK;BIOMASSE_KG;UTSETT_SMOLT_STK;FORFORBRUK_KG;UTTAK_STK;"
            + "UTTAK_KG;DØDFISK_STK;UTKAST_STK;RØMMING_STK;ANDRE_STK";
    private static final String ROW = "2020;7;5;LAKS;2019;1;0;0;0;0;0;0;0;0;0";
    private static final String FEATURE = "{\"type\":\"Feature\",\"properties\":{\"id\":%d,\"name\":\"%s\"},"
            + "\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[[4,60],[5,60],[5,61],[4,60]]]}}";

    @TempDir
    private Path folder;

    private TestDelivery delivery(String name, byte[] bytes) {
        return new TestDelivery(folder).file("reference/farmers.csv", TestDelivery.FARMERS)
                .file("authority/" + name, bytes);
    }

    private static String json(String row) {
        String[] names = COLUMNS.split(";");
        String[] values = row.split(";");
        return IntStream.range(0, names.length).mapToObj(i -> "\"" + names[i] + "\":"
                + (i == 3 ? "\"" + values[i] + "\"" : values[i]))
                .collect(Collectors.joining(",", "{", "}"));
    }

    private static String features(String... features) {
        return "{\"type\":\"FeatureCollection\",\"features\":[\n" + String.join(",\n", features) + "]}";
    }

    private static String ownNumber(int id, String name) {
        return FEATURE.formatted(id, name).replace("\"properties\":{\"id\":" + id + ",", "\"id\":" + id
                + ",\"properties\":{");
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
                fails("an object of 3 million characters", "a.json", "[" + json(ROW) + ",{\"ÅR\":["
                        + "1,".repeat(1_500_000) + "1]}]", "one of its objects is longer than 2000000 characters"),
                fails("a feature of 12 million characters", "a.geojson",
                        features(area, area.replace("Ryfylke", "[1],".repeat(3_000_000))),
                        "one of its objects is longer than 10000000 characters"),
                fails("blanks without end between objects", "a.json", "[" + json(ROW) + " ".repeat(3_000_000) + "]",
                        "one of its objects is longer than 2000000 characters"),
                fails("an object of 5,000 levels", "a.json", "[" + json(ROW) + "," + deep,
                        "is no JSON that is read: Document nesting depth (1001)"),
                fails("a feature of 5,000 levels", "a.geojson", features(area, area.replace("[[[", deep)),
                "Document nesting depth (1001)"),
                fails("NaN where a coordinate belongs", "a.geojson", features(area.replace("[4,60]", "[NaN,60]")),
                        "broken JSON: Non-standard token 'NaN'"),
                fails("half a million features without anything", "a.geojson",
                        features(area, "{}" + ",{}".repeat(500_000)), "has more than 500000 bad rows"),
                fails("300,000 columns", "a.csv", IntStream.range(0, 300_000).mapToObj(i -> ";" + i)
                        .collect(Collectors.joining("", COLUMNS, "\n" + ROW)),
                        "has 300015 columns, more than 1000: this is no table"),
                fails("polygons whose numbers count the rows", "a.geojson",
                        features(ownNumber(1, "Sandnes"), ownNumber(2, "Ryfylke"), ownNumber(3, "Klepp")),
                        "have other names than the production areas of these numbers: "
                                + "1 is Sandnes, in the list Svenskegrensen til Jæren"),
                arguments("UTF-16 with half a character", "a.csv", utf16WithHalfACharacter(),
                "is not UTF-16LE; save the file with that encoding"),
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
        assertThat(TestDelivery.rejects(report, "authority/" + name + (name.endsWith(".csv") ? "" : ".csv"))).last()
                .asString().startsWith(rejects);
    }

    static Stream<Arguments> rowsThatAreRejected() {
        return Stream.of(
                arguments("a number of a billion digits", "a.json", "[" + json(ROW) + ","
                        + json(ROW.replace("2019;1", "2018;1e999999999")) + "]",
                        "2,BEHFISK_STK,1E+999999999,not a number"),
                arguments("an area of a million blanks", "a.csv",
                        COLUMNS + "\n" + ROW + "\n" + ROW.replace(";5;", ";5" + " ".repeat(1_000_000) + "7;"),
                        "3,PO_KODE,"),
                arguments("the largest number of a computer", "a.json", "[" + json(ROW) + ","
                        + json(ROW.replace("2019;1", "2018;1e308")) + "]", "2,BEHFISK_STK,1E+308,not a number"),
                arguments("a name of a million letters in the register", "a.csv", register("Holmen")
                        + registered("H".repeat(1_000_000)), "4,LOK_NAVN," + LONG),
                arguments("a name with a NUL in the register", "a.csv", register("H".repeat(200)) + filler()
                        + registered("Hol\0men"), "1004,LOK_NAVN,Hol\\u0000men,has control characters"),
                arguments("a name of a million letters in the measures", "a.csv", WEEKLY
                        + ",Tiltak,Type behandling,Virkestoff,Rensefisk,Antall,Omfang\n"
                        + week("Holmen") + ",rensefisk,,,,,\n" + week("H".repeat(1_000_000)) + ",rensefisk,,,,,",
                        "3,Lokalitetsnavn," + LONG),
                arguments("a substance of a million letters", "a.csv", WEEKLY
                        + ",Tiltak,Type behandling,Virkestoff,Rensefisk,Antall,Omfang\n"
                        + week("A") + ",rensefisk,,,,,\n" + week("B") + ",medikamentell,badebehandling,"
                        + "H".repeat(1_000_000) + ",,,", "3,Virkestoff," + LONG),
                arguments("a name of a million letters in the lice", "a.csv", WEEKLY
                        + ",Voksne hunnlus,Sjøtemperatur\n" + week("Holmen") + ",,\n"
                        + week("H".repeat(1_000_000)) + ",,", "3,Lokalitetsnavn," + LONG),
                arguments("a disease of a million letters", "a.csv", WEEKLY + ",Sykdom,Status,Fra dato,Til dato\n"
                        + week("A")
                        + ",PD,Mistanke,2026-01-05,\n" + week("A") + "," + "H".repeat(1_000_000)
                        + ",Mistanke,2026-01-05,", "3,Sykdom," + LONG),
                arguments("a status with a NUL", "a.json", "[" + disease("Mistanke") + "," + disease("Mis\\u0000tanke")
                        + "]", "2,Status,Mis\\u0000tanke,has control characters"),
                arguments("600,000 treatments in a report", "a.json", "[" + treated("{\"type\":\"SPYLING\"}") + ","
                        + treated("{}" + ",{}".repeat(600_000)) + "]",
                        "2,ikkeMedikamentelleBehandlinger.type,{},no value"),
                arguments("an area's name of a million letters", "a.geojson",
                        features(FEATURE.formatted(1, "Svenskegrensen"), FEATURE.formatted(2, "H".repeat(1_000_000))),
                        "3,name," + LONG));
    }

    private static final String LONG = "H".repeat(100) + "...,is longer than 200 letters";
    private static final String WEEKLY = "Uke,År,Lokalitetsnummer,Lokalitetsnavn,Lat,Lon,ProduksjonsområdeId";

    private static String week(String name) {
        return "2,2026,10100," + name + ",60.1,5.2,3";
    }

    private static String disease(String status) {
        return "{\"Uke\":2,\"År\":2026,\"Lokalitetsnummer\":10100,\"Lokalitetsnavn\":\"A\",\"Lat\":60.1,\"Lon\":5.2,\"Sykdom\":\"PD\",\"Status\":\""
                + status + "\",\"Fra dato\":\"2026-01-05\",\"Til dato\":null}";
    }

    private static String treated(String treatments) {
        return "{\"lokalitetsnummer\":10100,\"år\":2026,\"uke\":2,\"rapporteringstidspunkt\":\"2026-06-01T10:00:00Z\",\"lusetelling\":null,"
                + "\"ikkeMedikamentelleBehandlinger\":[" + treatments + "],\"medikamentelleBehandlinger\":[],"
                + "\"kombinasjonsbehandlinger\":[]}";
    }

    private static String register(String name) {
        return "AKVAKULTURTILLATELSER PR. "
                + "11.11.2019\nTILL_NR;ORG.NR/PERS.NR;NAVN;ART;LOK_NR;LOK_NAVN;LOK_PLASS;N_GEOWGS84;Ø_GEOWGS84\n"
                + registered(name);
    }

    private static String registered(String name) {
        return "A1;912345678;FJORDFISK AS;Laks;10001;" + name + ";SJØ;60.5;4.5\n";
    }

    // a file whose first 64 KiB have a NUL is binary: this one has it behind them
    private static String filler() {
        return registered("Holmen").repeat(1_000).replace("FJORDFISK AS", "F".repeat(100));
    }

    @Test
    void aTreatmentsTextIsShortenedAndTold() {
        String report = "{\"lokalitetsnummer\":10100,\"år\":2026,\"uke\":%d,\"rapporteringstidspunkt\":\"2026-06-01T10:00:00Z\",\"lusetelling\":null,"
                + "\"ikkeMedikamentelleBehandlinger\":[{\"type\":\"%s\",\"beskrivelse\":%s}],\"medikamentelleBehandlinger\":[],"
                + "\"kombinasjonsbehandlinger\":[]}";
        String json = "[" + String.join(",", report.formatted(2, "ANNEN_BEHANDLING", "\"" + "H".repeat(1_000_000)
                + "\""),
                report.formatted(3, "H".repeat(1_000_000), "null"),
                report.formatted(4, "ANNEN_BEHANDLING", "\"" + "H".repeat(200) + "\""),
                report.formatted(5, "ANNEN_BEHANDLING", "\"a\\u0000b\"")) + "]";
        TestDelivery delivery = delivery("a.json", json.getBytes(StandardCharsets.UTF_8))
                .file("authority/site.csv", TestDelivery.SITE_COLUMNS + "10100,Holmen,offshore,3\n");
        IngestReport ingested = delivery.ingest();
        assertThat(delivery.rows("SELECT treatment_subtype FROM treatment ORDER BY date"))
                .containsExactly("H".repeat(200) + "...",
                "h".repeat(200) + "...", "H".repeat(200));
        assertThat(ingested.files().stream().filter(file -> file.path().endsWith("a.json")).toList()).singleElement()
                .satisfies(file -> assertThat(file.notes())
                .contains("2 rows have a treatment whose text was shortened"));
        assertThat(TestDelivery.rejects(ingested, "authority/a.json.csv"))
                .containsExactly("4,ikkeMedikamentelleBehandlinger,a\\u0000b,has control characters");
    }

    @Test
    void allListsWithTheColumnsOfTheTableAreRead() {
        String two = "{\"info\":[{\"a\":1}],\"2020\":[" + json(ROW) + "],\"other\":[],\"2021\":["
                + json(ROW.replace("2020", "2021")) + "]}";
        TestDelivery delivery = delivery("a.json", two.getBytes(StandardCharsets.UTF_8));
        assertThat(delivery.ingest().files().getLast().accepted()).isEqualTo(2);
        assertThat(delivery.rows("SELECT month FROM authority_month ORDER BY 1"))
                .containsExactly("2020-07-01", "2021-07-01");
    }

    @Test
    void areasOfOtherNamesAreStoredAndTold() {
        String renamed = features(FEATURE.formatted(1, "Prøve 1"), FEATURE.formatted(2, "Prøve 2"));
        TestDelivery delivery = delivery("a.geojson", renamed.getBytes(StandardCharsets.UTF_8));
        assertThat(delivery.ingest().files().getLast().notes()).containsExactly(
                "most of its areas have other names than in the list: 1 is Prøve 1, in the list Svenskegrensen til "
                + "Jæren");
        assertThat(delivery.rows("SELECT area_name FROM production_area WHERE area_id < 3 ORDER BY 1"))
                .containsExactly("Prøve 1", "Prøve 2");
    }

    @Test
    void quotesThatNeverCloseCostTheirRowsAlone() {
        String open = ROW.replace("LAKS", "\"LAKS").replace("2019;", "");
        String text = COLUMNS + "\n" + (open + "\n").repeat(20_000) + ROW + "\n";
        FileReport file = delivery("a.csv", text.getBytes(StandardCharsets.UTF_8)).ingest().files().getLast();
        assertThat(file).returns(1L, FileReport::accepted);
    }
}
