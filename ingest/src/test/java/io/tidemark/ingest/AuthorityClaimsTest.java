package io.tidemark.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the report says of a list or of an authority's file is what the snapshot has: all but what is rejected or told
 * as left out.
 */
class AuthorityClaimsTest {

    private static final Pattern LEFT_OUT = Pattern.compile("left out: (\\d+) ");
    private static final String REGISTER = "AKVAKULTURTILLATELSER PR. "
            + "%s\nTILL_NR;ORG.NR/PERS.NR;NAVN;ART;LOK_NR;LOK_NAVN;LOK_PLASS;N_GEOWGS84;Ø_GEOWGS84\n";
    private static final String SITE = "A1;912345678;AS;Laks;%d;%s;SJØ;60.5;4.5\n";
    private static final String FIGURES =
            "UTSETTSÅR;BEHFISK_STK;BIOMASSE_KG;UTSETT_SMOLT_STK;FORFORBRUK_KG;UTTAK_STK;UTTAK_KG;DØDFISK_STK;"
            + "UTKAST_STK;RØMMING_STK;ANDRE_STK\n";
    private static final String BY_AREA = "ÅR;MÅNED_KODE;PO_KODE;ARTSID;" + FIGURES;
    private static final String BY_COUNTY = "ÅR;MÅNED_KODE;FYLKE;ARTSID;" + FIGURES;
    private static final String MONTH = "2020;%d;%s;LAKS;2019;%d;0;0;0;0;0;0;0;0;0\n";
    private static final String CANONICAL_MONTH =
            "month,species_code,closing_count,biomass_kg,smolt_count,feed_kg,harvest_count,harvest_kg,"
            + "dead_count,discarded_count,escaped_count,other_count\n2020-07-01,SAL,1,0,0,0,0,0,0,0,0,0\n";
    private static final String MEASURES = "Uke,År,Lokalitetsnummer,Lokalitetsnavn,Tiltak,Type "
            + "behandling,Virkestoff,Rensefisk,Antall,Omfang,Lat,Lon,ProduksjonsområdeId\n";
    private static final String MEASURE = "%d,2020,10001,Holmen,mekanisk fjerning,,%s,,,,60.5,4.5,3\n";
    private static final String LICE = "Uke,År,Lokalitetsnummer,Lokalitetsnavn,Voksne "
            + "hunnlus,Lat,Lon,Sjøtemperatur,ProduksjonsområdeId\n";
    private static final String LICE_WEEK = "%d,2020,10001,Holmen,0.1,60.5,4.5,%s,3\n";
    private static final String SAFETY = "{\"lokalitetsnummer\":%d,\"organisasjonsnummer\":%d,\"år\":2020,\"uke\":%d,\"lusetelling\":{\"voksneHunnlus\":%s},"
            + "\"rapporteringstidspunkt\":\"2020-03-01T00:00:00Z\",\"ikkeMedikamentelleBehandlinger\":[],\"medikamentelleBehandlinger\":[],"
            + "\"kombinasjonsbehandlinger\":[]}";
    private static final String DISEASES = "Uke,År,Lokalitetsnummer,Lokalitetsnavn,Sykdom,Status,Fra dato,Til "
            + "dato,Lat,Lon\n";
    private static final String DISEASE = "%d,2020,10001,Holmen,%s,Påvist,2020-01-0%d,%s,60.5,4.5\n";
    private static final String WATER = "VannforekomstID;Nasjonal vanntype;Økoregion kyst;Kysttype\n"
            + "X;M4;Fil-M;Fil-4\nY;N1;Fil-N;Fil-1\nZ;N4;Fil-N;Fil-4\n";

    @TempDir
    private Path folder;

    private static String outlines(String name, int... ids) {
        String[] names = {"", "Svenskegrensen", "Ryfylke", "Karmøy"};
        return IntStream.of(ids).mapToObj(id -> "{\"type\":\"Feature\",\"properties\":{\"id\":" + id + ",\"name\":\""
                + names[id] + " " + name
                + "\"},\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[[4,60],[5,60],[5,61],[4,60]]]}}")
                .collect(Collectors.joining(",", "{\"type\":\"FeatureCollection\",\"features\":[", "]}"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void whatAFileOfTheAuthorityIsSaidToGiveIsInTheSnapshot(String what, Map<String, String> files, int units,
            String stored, List<String> notes) {
        TestDelivery delivery = new TestDelivery(folder).file("reference/farmers.csv", TestDelivery.FARMERS);
        files.forEach((name, text) -> delivery.file(name.contains("/") ? name : "authority/" + name, text));
        IngestReport report = delivery.ingest();
        assertThat(report.outcome()).as("%s", report).isEqualTo(IngestOutcome.PUBLISHED);
        FileReport file = report.files().stream().filter(f -> f.path().startsWith("authority/it.")).findFirst()
                .orElseThrow();
        // a row of a lice report is in two tables, and is told for each
        String others = stored.contains("lice_week") ? "temperatures" : "lice counts";
        long leftOut = file.notes().stream().filter(note -> !note.contains(others))
                .flatMap(note -> LEFT_OUT.matcher(note).results()).map(MatchResult::group)
                .mapToLong(text -> Long.parseLong(text.replaceAll("\\D", ""))).sum();
        assertThat(delivery.rows(stored)).as("%s", report)
                .containsExactly(Long.toString(units - file.rejected() - leftOut));
        assertThat(file.notes()).containsAll(notes);
    }

    static Stream<Arguments> whatAFileOfTheAuthorityIsSaidToGiveIsInTheSnapshot() {
        String register = REGISTER.formatted("11.11.2019");
        String it = register + SITE.formatted(10001, "Fil A") + SITE.formatted(10002, "Fil B");
        String sites = "SELECT count(*) FROM site WHERE site_name LIKE 'Fil%'";
        String months = "SELECT count(*) FROM authority_month WHERE closing_count > 100";
        String byArea = BY_AREA + MONTH.formatted(7, "5", 107) + MONTH.formatted(8, "5", 108);
        String byCounty = BY_COUNTY + MONTH.formatted(7, "VESTLAND", 107) + MONTH.formatted(8, "VESTLAND", 108);
        String byYear = BY_AREA + MONTH.formatted(7, "5", 107) + MONTH.formatted(7, "5", 1).replace(";2019;", ";2018;")
                + MONTH.formatted(8, "5", 1).replace(";2019;", ";(null);");
        String years = "SELECT count(*) FROM authority_generation WHERE closing_count <> 8";
        String other = BY_AREA + MONTH.formatted(8, "6", 8);
        String measures = "SELECT count(*) FROM treatment WHERE treatment_subtype LIKE 'Fil%'";
        String measured = MEASURES + MEASURE.formatted(3, "Fil A") + MEASURE.formatted(3, "Fil A")
                + MEASURE.formatted(4, "Fil B");
        String lice = LICE + LICE_WEEK.formatted(3, "7.01") + LICE_WEEK.formatted(4, "8.01");
        String temperatures = "SELECT count(*) FROM temperature_day WHERE temperature IN (7.01, 8.01)";
        String list = "site_id,site_name,placement\n10001,Holmen,offshore\n";
        String safety = Stream.of(SAFETY.formatted(10001, 1, 3, 0.3), SAFETY.formatted(10001, 1, 3, 0.2),
                SAFETY.formatted(10001, 2, 3, 0.1)
                .replace("-03-01", "-02-01"), SAFETY.formatted(10001, 1, 5, 0.2), SAFETY.formatted(10009, 1, 3, 0.2),
                SAFETY.formatted(10001, 1, 7, -0.2))
                .collect(Collectors.joining(",", "[", "]"));
        String counts = "SELECT count(*) FROM lice_week WHERE adult_female = 0.1";
        String diseases = DISEASES + DISEASE.formatted(2, "PD", 6, "") + DISEASE.formatted(3, "PD", 6, "2020-01-17")
                + DISEASE.formatted(3, "ILA", 8, "");
        String periods = "SELECT count(*) FROM disease_period WHERE disease <> 'BKD'";
        String areas = "SELECT count(*) FROM production_area WHERE area_name LIKE '%% Fil'";
        String waters = "SELECT (SELECT count(*) FROM marine_type WHERE name LIKE 'Fil%') + "
                + "(SELECT count(*) FROM marine_type_region WHERE name LIKE 'Fil%')";
        return Stream.of(
                arguments("a register", Map.of("it.csv", it), 2, sites, List.of("register of 2019-11-11, 2 sites")),
                arguments("a register under site.csv", Map.of("it.csv", it, "site.csv",
                        "site_id,site_name,placement\n10002,Listen,offshore\n"), 2, sites,
                        List.of("left out: 1 sites that site has")),
                arguments("a register with a licence that has no site",
                        Map.of("it.csv", it + "A2;912345678;AS;Laks;;;;;\n"), 3, sites,
                        List.of("left out: 1 licence that has no site")),
                arguments("a register with purposes", Map.of("it.csv",
                        it.replace("ART;", "FORMÅL;PRODUKSJONSSTADIUM;ART;")
                        .replace("Laks;", "SLAKTEMERD;MATFISK;Laks;")), 2, sites
                        + " AND purpose = 'SLAKTEMERD' AND production_form = 'MATFISK'", List.of()),
                arguments("a register with a newer one",
                        Map.of("it.csv", it, "new.csv", REGISTER.formatted("12.11.2019")
                        + SITE.formatted(10002, "Ny")), 2, sites,
                        List.of("left out: 1 sites that authority/new.csv has")),
                arguments("a register with one of the same day",
                        Map.of("it.csv", it, "zz.csv", register + SITE.formatted(10002, "Ny")), 2, sites,
                        List.of("left out: 1 sites that authority/zz.csv has")),
                arguments("statistics", Map.of("it.csv", byArea), 2, months, List.of()),
                arguments("statistics with a later file", Map.of("it.csv", byArea, "zz.csv", other), 2, months,
                        List.of("left out: 1 months that authority/zz.csv has")),
                arguments("statistics under the canonical file",
                        Map.of("it.csv", byArea, "authority_month.csv", CANONICAL_MONTH), 2, months,
                        List.of("left out: 1 months that authority_month has")),
                arguments("stocking years", Map.of("it.csv", byYear), 3, years, List.of()),
                arguments("stocking years as JSON", Map.of("it.json", json(byYear)), 3, years, List.of()),
                arguments("stocking years with a later file", Map.of("it.csv", byArea, "zz.csv", other), 2, years,
                        List.of("left out: 1 months that authority/zz.csv has")),
                // it has none: those of the months that it takes stay
                arguments("stocking years under the canonical file",
                        Map.of("it.csv", byYear, "authority_month.csv", CANONICAL_MONTH), 3,
                        years.replace("count(*)", "count(*) - 1"),
                        List.of("left out: 1 months that authority_month has")),
                arguments("stocking years of counties, added up", Map.of("it.csv", byCounty
                        + MONTH.formatted(8, "TROMS", 1).replace(";2019;", ";2018;") + MONTH.formatted(8, "AGDER", 1)),
                        4, years.replace("count(*)", "count(*) + 1"), List.of()),
                arguments("statistics by county under the canonical file",
                        Map.of("it.csv", byCounty, "authority_month.csv", CANONICAL_MONTH), 2,
                        months, List.of("left out: 1 months that authority_month has")),
                arguments("statistics by county with a file by area", Map.of("it.csv", byCounty, "zz.csv", other), 2,
                        months, List.of("left out: 1 months that are known by production area")),
                arguments("measures", Map.of("it.csv", measured), 3, measures,
                List.of("left out: 1 rows that repeat another one exactly")),
                arguments("measures that an earlier file has",
                        Map.of("it.csv", measured, "a.csv", MEASURES + MEASURE.formatted(3, "Fil A")),
                        3, measures.replace("count(*)", "count(*) - 1"),
                        List.of("left out: 1 measures that authority/a.csv has")),
                arguments("temperatures", Map.of("it.csv", lice), 2, temperatures, List.of()),
                arguments("temperatures that an earlier file has",
                        Map.of("it.csv", lice, "a.csv", LICE + LICE_WEEK.formatted(3, "7.01")), 2,
                        temperatures.replace("count(*)", "count(*) - 1"),
                        List.of("left out: 1 temperatures that authority/a.csv has")),
                arguments("lice", Map.of("it.csv", lice + LICE_WEEK.formatted(4, "8.01")), 3, counts,
                List.of("left out: 1 rows that repeat a site and week")),
                arguments("lice that an earlier file has",
                        Map.of("it.csv", lice, "a.csv", LICE + LICE_WEEK.formatted(3, "7.01")), 2,
                        counts.replace("count(*)", "count(*) - 1"),
                        List.of("left out: 1 lice counts that authority/a.csv has")),
                arguments("lice of a site that nobody knows", Map.of("it.csv", lice + "5,2020,10009,,0.1,,,8,\n"), 3,
                counts, List.of()),
                arguments("lice of next year", Map.of("it.csv",
                        lice + LICE_WEEK.formatted(4, "8.01").replace("2020", "2027")), 3, counts,
                        List.of("left out: 1 rows of weeks after 2026-06-30")),
                arguments("food-safety reports", Map.of("it.json", safety, "site.csv", list), 6,
                        counts.replace("0.1", "0.2"), List.of(
                        "left out: 1 rows that a later report of the same holder, site and week replaces",
                        "left out: 1 rows of other holders of the same site and week; their treatments count once")),
                arguments("food-safety reports under the weekly report",
                        Map.of("it.json", safety, "site.csv", list, "z.csv", lice), 6,
                        counts.replace("0.1", "0.2"), List.of("left out: 1 lice counts that authority/z.csv has")),
                arguments("diseases", Map.of("it.csv", diseases), 3, periods,
                List.of("left out: 1 rows that repeat a period")),
                arguments("diseases of a site that nobody knows", Map.of("it.csv", diseases
                        + DISEASE.formatted(3, "VHS", 6, "").replace("10001", "10002").replace("60.5,4.5", ",")), 4,
                        periods, List.of()),
                arguments("diseases of weeks and days to come", Map.of("it.csv", diseases
                        + DISEASE.formatted(3, "VHS", 6, "").replace("3,2020,", "3,2099,")
                        + DISEASE.formatted(3, "IHN", 6, "").replace(",2020-", ",2099-")), 5, periods, List.of()),
                arguments("diseases that another file has of a later week",
                        Map.of("it.csv", diseases, "zz.csv", DISEASES
                        + DISEASE.formatted(4, "PD", 6, "2020-01-22") + DISEASE.formatted(4, "BKD", 6, "")), 3,
                        periods.replace("count(*)", "count(*) - 1"),
                        List.of("left out: 1 periods that authority/zz.csv has")),
                arguments("outlines", Map.of("it.geojson", outlines("Fil", 1, 2)), 2, areas, List.of()),
                arguments("outlines with a later file",
                        Map.of("it.geojson", outlines("Fil", 1, 2), "zz.geojson", outlines("Ny", 2, 3)), 2, areas,
                        List.of("left out: 1 areas that authority/zz.geojson has")),
                arguments("water that the lists have", Map.of("it.csv", WATER), 4, waters,
                        List.of("added to the lists: 0 water types, 0 regions",
                        "left out: 4 types and regions that the lists have")),
                arguments("water with two names", Map.of("it.csv", WATER + "W;N4;Fil-N;Fil-5\n"), 4, waters,
                        List.of("passed over, since the first name of a type or region counts: Fil-5")),
                arguments("water that the lists lack", Map.of("it.csv", WATER, "reference/marine_types.csv",
                        "code,name\n2,B\n", "reference/marine_type_regions.csv", "code,name\nN,Sør\n"), 4, waters,
                        List.of("added to the lists: 2 water types, 1 regions",
                        "left out: 1 types and regions that the lists have")));
    }

    @Test
    void lastDaysThatContradictAnotherFileAreRejected() {
        TestDelivery delivery = new TestDelivery(folder).file("reference/farmers.csv", TestDelivery.FARMERS)
                .file("authority/a.csv", DISEASES + DISEASE.formatted(3, "PD", 6, "2020-01-20")
                + DISEASE.formatted(3, "ILA", 6, "2020-01-20"))
                .file("authority/b.csv", DISEASES + DISEASE.formatted(3, "PD", 6, "2020-01-21")
                        + DISEASE.formatted(3, "ILA", 6, "") + DISEASE.formatted(3, "BKD", 6, ""))
                // the same, and the same period in a later week, which counts
                .file("authority/c.csv", DISEASES + DISEASE.formatted(3, "PD", 6, "2020-01-20")
                + DISEASE.formatted(4, "ILA", 6, "2020-01-22"));
        IngestReport report = delivery.ingest();
        assertThat(TestDelivery.rejects(report, "authority/b.csv")).containsExactly(
                "2,Til dato,2020-01-21,authority/a.csv has another last day of the same period in the same week",
                "3,Til dato,,authority/a.csv has another last day of the same period in the same week");
        assertThat(delivery.rows("SELECT disease, to_date FROM disease_period ORDER BY 1"))
                .containsExactly("BKD -", "ILA 2020-01-22", "PD 2020-01-20");
    }

    @Test
    void temperaturesThatContradictAnotherFileAreRejected() {
        IngestReport report = new TestDelivery(folder).file("reference/farmers.csv", TestDelivery.FARMERS)
                .file("authority/a.csv", LICE + LICE_WEEK.formatted(3, "7"))
                .file("authority/b.csv", LICE + LICE_WEEK.formatted(3, "8"))
                .file("authority/c.csv", LICE + LICE_WEEK.formatted(3, "7.0") + LICE_WEEK.formatted(4, "6")).ingest();
        assertThat(TestDelivery.rejects(report, "authority/b.csv")).containsExactly(
                "2,Sjøtemperatur,8.00,authority/a.csv has another temperature of the same site and week");
        assertThat(report.files()).extracting(FileReport::accepted).containsExactly(2L, 1L, 0L, 2L);
        assertThat(report.files().getLast().notes()).contains("left out: 1 temperatures that authority/a.csv has");
    }

    @Test
    void anAreaThatTheListDoesNotHaveIsTold() {
        TestDelivery delivery = new TestDelivery(folder).file("reference/farmers.csv", TestDelivery.FARMERS)
                .file("authority/production_area.csv", "area_id,area_name,region_name\n3,Karmøy,Sør\n")
                .file("reference/platform_areas.csv", "area_id,name,name_english,production_area_ids\nS,S,S,3\n")
                .file("authority/it.csv", REGISTER.formatted("23-06-2023").strip() + ";PROD_OMR\n"
                        + SITE.formatted(1, "A").strip() + ";4\n" + SITE.formatted(2, "B").strip() + ";3\n");
        assertThat(delivery.ingest().warnings())
                .contains("the production area of 1 site is ignored: the list does not have it");
        assertThat(delivery.rows("SELECT site_name, production_area_id FROM site ORDER BY 1"))
                .containsExactly("A -", "B 3");
    }

    @Test
    void figuresThatADeliveryTakesAwayAreTold() {
        TestDelivery delivery = new TestDelivery(folder).file("reference/farmers.csv", TestDelivery.FARMERS)
                .file("authority/it.csv", BY_AREA
                + MONTH.formatted(7, "5", 1) + MONTH.formatted(7, "6", 1) + MONTH.formatted(8, "5", 1)
                + MONTH.formatted(9, "5", 1));
        assertThat(delivery.ingest().warnings()).isEmpty();
        delivery.next().file("authority/it.csv", BY_AREA + MONTH.formatted(7, "6", 2) + MONTH.formatted(8, "5", -1)
                + MONTH.formatted(9, "6", 2));
        assertThat(delivery.ingest().warnings()).contains(
                "2 of the authority's figures by area and species were taken away, since the delivery has their 2 "
                + "months without them");
        assertThat(delivery.rows("SELECT month, production_area_id, closing_count FROM authority_month ORDER BY 1"))
                .containsExactly("2020-07-01 6 2", "2020-08-01 5 1", "2020-09-01 6 2");
    }

    // a report's weeks replace the periods that they touch: 2020-W03 is 13 to 19 January
    @Test
    void theWeeksOfADiseaseReportReplaceTheirPeriods() {
        TestDelivery delivery = new TestDelivery(folder).file("reference/farmers.csv", TestDelivery.FARMERS)
                .file("authority/it.csv", DISEASES
                + DISEASE.formatted(2, "PD", 6, "2020-01-12") + DISEASE.formatted(3, "ILA", 7, "2020-01-13")
                + DISEASE.formatted(3, "BKD", 8, "") + DISEASE.formatted(3, "VHS", 9, ""));
        assertThat(delivery.ingest().warnings()).noneMatch(warning -> warning.contains("disease"));
        delivery.next().file("authority/it.csv", DISEASES + DISEASE.formatted(3, "BKD", 8, "2020-01-19")
                + DISEASE.formatted(3, "IHN", 9, "").replace("Påvist", "Mistanke"));
        assertThat(delivery.ingest().warnings())
                .contains("2 periods of diseases were taken away, since the delivery has the weeks without them");
        assertThat(delivery.rows("SELECT disease, status, from_date, to_date FROM disease_period ORDER BY from_date, "
                + "disease")).containsExactly(
                "PD confirmed 2020-01-06 2020-01-12", "BKD confirmed 2020-01-08 2020-01-19",
                "IHN suspected 2020-01-09 -");
        // a period that was over comes again, longer: its row of now counts
        delivery.next().file("authority/it.csv", DISEASES + DISEASE.formatted(6, "PD", 6, "2020-02-09"));
        assertThat(delivery.ingest().warnings())
                .contains("1 period of a disease was taken away, since the delivery has the weeks without it");
        assertThat(delivery.rows("SELECT disease, to_date FROM disease_period ORDER BY disease"))
                .containsExactly("BKD 2020-01-19", "PD 2020-02-09");
    }

    @Test
    void namesOfAGeoJsonTakenOverTheListsAreTold() {
        String list = IntStream.rangeClosed(1, 13)
                .mapToObj(id -> id + ",Ryfylke " + id + "," + (id < 6 ? "Sør" : id < 8 ? "Midt" : "Nord") + "\n")
                .collect(Collectors.joining("", "area_id,area_name,region_name\n", ""));
        TestDelivery delivery = new TestDelivery(folder).file("reference/farmers.csv", TestDelivery.FARMERS)
                .file("authority/production_area.csv", list).file("authority/a.geojson", outlines("Fil", 2));
        assertThat(delivery.ingest().warnings()).contains(
                "names and outlines of areas that a GeoJSON file has were taken from it, not from production_area");
        assertThat(delivery.rows("SELECT area_name FROM production_area WHERE area_id = 2"))
                .containsExactly("Ryfylke Fil");
    }

    /**
     * A list, of which one row is delivered twice.
     * @param stored what the snapshot has of it
     */
    private record ListFile(String path, String text, String stored) {

        String rows() {
            return text + "\n" + text.lines().skip(1).findFirst().orElseThrow() + "\n";
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"csv", "ndjson", "parquet", "xlsx"})
    void whatAListIsSaidToGiveIsInTheSnapshot(String format) {
        TestDelivery delivery = new TestDelivery(folder).basics();
        delivery.ingest();
        delivery.next();
        lists().forEach(list -> delivery.file(list.path() + "." + format, TestFormats.of(format, list.rows(), folder)));
        Map<String, FileReport> files = delivery.ingest().files().stream()
                .collect(Collectors.toMap(file -> file.path().split("\\.")[0], file -> file));
        assertThat(lists()).hasSameSizeAs(files.keySet()).allSatisfy(list -> {
            FileReport file = Objects.requireNonNull(files.get(list.path()));
            assertThat(file).returns(1L, FileReport::rejected)
                    .returns(list.text().lines().count() - 1, FileReport::accepted);
            assertThat(delivery.rows("SELECT count(*) FROM " + list.stored()))
                    .containsExactly(Long.toString(file.accepted()));
        });
    }

    private static String json(String csv) {
        List<String> lines = csv.lines().toList();
        String[] names = lines.getFirst().split(";");
        return lines.stream().skip(1).map(line -> line.split(";")).map(values ->
                IntStream.range(0, names.length).mapToObj(i -> "\"" + names[i] + "\": \"" + values[i] + "\"")
                .collect(Collectors.joining(", ", "{", "}")))
                .collect(Collectors.joining(", ",
                "{\"Metadata\": {\"Tittel\": \"x\", \"Forklaring\": []}, \"Data\": [", "]}"));
    }

    private static List<ListFile> lists() {
        String areas = IntStream.rangeClosed(1, 13)
                .mapToObj(id -> "\n" + id + ",A" + id + "," + (id < 6 ? "Sør" : id < 8 ? "Midt" : "Nord"))
                .collect(Collectors.joining());
        return List.of(
                new ListFile("reference/farmers",
                        "farmer_id,farmer_name,farmer_group_key,farmer_group_name,tier,signed_on\n"
                        + "F01,A,G,G,premium,2024-01-01\nF03,B,G,G,standard,2024-01-01", "farmer"),
                new ListFile("reference/loss_categories",
                        "level_1_code,level_1_name,level_2_code,level_2_name,level_3_code,category_name\n"
                        + "A,I,A1,V,A101,P\nB,S,B1,M,B101,V", "loss_category"),
                new ListFile("reference/loss_category_changes",
                "date,from_code,to_code\n2026-01-01,A1,A2\n2026-01-01,A3,A2", "loss_category_change"),
                new ListFile("reference/marine_types", "code,name\n1,A\n9,B", "marine_type"),
                new ListFile("reference/marine_type_regions", "code,name\nN,A\nX,B", "marine_type_region"),
                new ListFile("reference/species",
                "code,name,name_english,is_counted\nSAL,Laks,Salmon,true\nCOD,Torsk,Cod,false", "species"),
                new ListFile("reference/platform_areas",
                        "area_id,name,name_english,production_area_ids\nS,S,S,1|2|3|4|5\nM,M,M,6|7\n"
                        + "N,N,N,8|9|10|11|12|13", "platform_area"),
                new ListFile("reference/site_farmers", "site_id,farmer_id\n100,F01\n100,F03", "site_farmer"),
                new ListFile("reference/site_marine_types",
                        "site_id,marine_type_code,marine_type_region_code\n100,1,N\n900,9,N",
                        "site WHERE marine_type_code IS NOT NULL"),
                new ListFile("authority/production_area", "area_id,area_name,region_name" + areas,
                "production_area WHERE area_name LIKE 'A%'"),
                new ListFile("authority/site", "site_id,site_name,placement\n100,Ny,offshore\n900,Ny,onshore",
                "site WHERE site_name = 'Ny'"),
                new ListFile("authority/authority_month", CANONICAL_MONTH.strip()
                + "\n2020-08-01,SAL,1,0,0,0,0,0,0,0,0,0", "authority_month"));
    }
}
