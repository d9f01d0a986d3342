package io.tidemark.ingest;

import static io.tidemark.ingest.TestDelivery.rejects;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The food-safety authority's open reports of lice and treatments, as its API gives them. */
class FoodSafetyReportsTest {

    private static final LocalDate FIRST = LocalDate.of(2025, 12, 29);
    private static final String NONE = "[]";
    private static final String LICE = "SELECT week, site_id, adult_female, mobile, attached, lice_limit, "
            + "is_above_limit, has_counted, "
            + "is_probably_without_fish, data_source FROM lice_week ORDER BY week, site_id";
    private static final String TREATMENTS = "SELECT date, site_id, treatment_category, replace(treatment_subtype, ' "
            + "', '_'), requires_handling, "
            + "treatment_site_scope, number_of_units_treated, data_source FROM treatment ORDER BY date, site_id, "
            + "treatment_category, number_of_units_treated, treatment_subtype";

    @TempDir
    private Path folder;
    private TestDelivery delivery;

    @BeforeEach
    void start() {
        delivery = new TestDelivery(folder).registered();
    }

    private record Lists(String others, String medicinal, String combined) {}

    /** A report as the API gives it; week 20 of 2026 begins on 11 May. */
    private static String report(int site, String holder, int year, int week, String sent, String count,
            Lists treatments) {
        return """
                {"id":"7c9e6679","lokalitetsnummer":%d,"lokalitetsnavn":"Holmen","organisasjonsnummer":%s,"organisasjonsnavn":"AS","år":%d,"uke":%d,
                "rapporteringstidspunkt":"%s","sjøtemperatur":null,"lusetelling":%s,"ikkeMedikamentelleBehandlinger":%s,
                "medikamentelleBehandlinger":%s,"kombinasjonsbehandlinger":%s,"resistensmistanker":[]}
                """.formatted(site, holder, year, week, sent, count, treatments.others, treatments.medicinal, treatments.combined);
    }

    private static String report(int week, String count) {
        return report(10100, "\"912345678\"", 2026, week, "2026-06-01T10:00:00Z", count, new Lists(NONE, NONE, NONE));
    }

    private static String treated(String others, String medicinal, String combined) {
        return report(10100, "\"912345678\"", 2026, 20, "2026-06-01T10:00:00Z", "null",
                new Lists(others, medicinal, combined));
    }

    private static String of(String... reports) {
        return of(List.of(reports));
    }

    private static String of(List<String> reports) {
        return reports.stream().collect(Collectors.joining(",", "[", "]"));
    }

    // a week each, from week 1 of 2026 on
    private static final List<String> COUNTS = List.of(
            "{'voksneHunnlus':0.12,'bevegeligeLus':0.4,'fastsittendeLus':0.05}|0.12 0.40 0.05 - - true - mattilsynet",
            "{'voksneHunnlus':0.125,'bevegeligeLus':null}|0.13 - - - - true - mattilsynet",
            "{'voksneHunnlus':0,'bevegeligeLus':0,'fastsittendeLus':0}|0.00 0.00 0.00 - - true - mattilsynet",
            "{'voksneHunnlus':null,'bevegeligeLus':0.4,'fastsittendeLus':0.05}|- 0.40 0.05 - - false - mattilsynet",
            "{}|- - - - - false - mattilsynet",
            "null|- - - - - false - mattilsynet");

    @Test
    void theLiceOfAReportAreStored() {
        List<String> rows = new ArrayList<>();
        List<String> reports = new ArrayList<>();
        for (String each : COUNTS) {
            rows.add(FIRST.plusWeeks(rows.size()) + " 10100 " + each.substring(each.indexOf('|') + 1));
            reports.add(report(rows.size(), each.substring(0, each.indexOf('|')).replace('\'', '"')));
        }
        IngestReport report = delivery.file("authority/lus.json", of(reports)).ingest();
        assertThat(delivery.rows(LICE)).as("%s", report).containsExactlyElementsOf(rows);
        assertThat(report.files().getLast()).returns("food-safety reports", FileReport::table)
                .returns(6L, FileReport::accepted);
    }

    // those without medicine, with it, and combined; a week each
    private static final List<String> KINDS = List.of(
            "{'type':'TERMISK_BEHANDLING','gjennomførtFørTelling':true,'heleLokaliteten':false,'antallMerder':3}|||Thermal - true partial 3",
            "{'type':'MEKANISK_BEHANDLING','heleLokaliteten':true}|||Mechanical - true full -",
            "{'type':'FERSKVANNSBEHANDLING'}|||Freshwater - true - -",
            "{'type':'ANNEN_BEHANDLING','beskrivelse':'Laser i merd'}|||Other Laser_i_merd true - -",
            "{'type':'ANNEN_BEHANDLING','beskrivelse':null}|||Other annen_behandling true - -",
            "{'type':'SPYLING'}|||Other spyling true - -",
            "|{'type':'BADEBEHANDLING','heleLokaliteten':true,'antallMerder':null,'virkestoff':{'type':'AZAMETHIPHOS'}}||"
                + "Bath Azamethiphos true full -",
            "|{'type':'FORBEHANDLING','virkestoff':{'type':'EMAMECTIN_BENZOAT','styrke':null}}||Medicinal "
            + "Emamectin_benzoat false - -",
            "|{'type':'ANNEN_BEHANDLING','virkestoff':{'type':'ANNET_VIRKESTOFF','annetVirkestoff':'H2O2'}}||Other "
            + "H2O2 false - -", "|{'type':'BADEBEHANDLING','virkestoff':'AZAMETHIPHOS'}||Bath Azamethiphos true - -",
            "||{'ikkeMedikamentelleBehandlinger':[{'type':'FERSKVANNSBEHANDLING','heleLokaliteten':true,'antallMerder':2}],"
                + "'medikamentelleBehandlinger':[{'type':'BADEBEHANDLING','antallMerder':4,'virkestoff':{'type':'IMIDAKLOPRID'}}]}"
                + "|Combination Bath_Imidakloprid_+_Freshwater true full 4");

    @Test
    void aTreatmentHasItsKindItsSubstanceAndItsCages() {
        List<String> rows = new ArrayList<>();
        List<String> reports = new ArrayList<>();
        for (String each : KINDS) {
            String[] parts = each.split("\\|", -1);
            rows.add(FIRST.plusWeeks(rows.size()) + " 10100 " + parts[3] + " authority");
            reports.add(report(10100, "null", 2026, rows.size(), "2026-06-01T10:00:00Z", "null",
                    new Lists(list(parts[0]), list(parts[1]), list(parts[2]))));
        }
        IngestReport report = delivery.file("authority/lus.json", of(reports)).ingest();
        assertThat(delivery.rows(TREATMENTS)).as("%s", report).containsExactlyElementsOf(rows);
        assertThat(report.files().getLast().notes())
                .contains("1 rows have a treatment that is kept as Other, since a word is not known: "
                + "type ikke-medikamentell, SPYLING");
    }

    private static String list(String objects) {
        return "[" + objects.replace('\'', '"') + "]";
    }

    // what of a good report is replaced by what, and the fault
    private static final List<String> BAD = List.of(
            "'voksneHunnlus':0.1|'voksneHunnlus':'mange'|lusetelling.voksneHunnlus,mange,not a number with decimal "
            + "point",
            "'voksneHunnlus':0.1|'voksneHunnlus':'0;1'|lusetelling.voksneHunnlus,0;1,not a number with decimal point",
            "'voksneHunnlus':0.1|'voksneHunnlus':-1|lusetelling.voksneHunnlus,-1,must be from 0 to 9999.99 lice per "
            + "fish",
            "'voksneHunnlus':0.1|'voksneHunnlus':1e999999999|lusetelling.voksneHunnlus,1E+999999999,not a number with "
            + "decimal point",
            "'voksneHunnlus':0.1|'voksneHunnlus':true|lusetelling.voksneHunnlus,true,not a number with decimal point",
            "'voksneHunnlus':0.1|'voksneHunnlus':[]|lusetelling.voksneHunnlus,[],not a number with decimal point",
            "{'voksneHunnlus':0.1}|'nei'|lusetelling,nei,is no object and no list",
            "{'voksneHunnlus':0.1}|7|lusetelling,7,is no object",
            "'uke':20|'uke':53|uke,53,the year 2025 has no such week",
            "'uke':20|'uke':null|uke,,no value",
            "'år':2025|'år':1|år,1,not a whole number from 1990 to 2100",
            "'lokalitetsnummer':10100|'lokalitetsnummer':10999|Lokalitetsnummer,10999,"
                + "is not a site of the register, and the report does not say where it lies",
            "'lokalitetsnummer':10100|'lokalitetsnummer':'Holmen'|lokalitetsnummer,Holmen,not a site number",
            "'2026-06-01T10:00:00Z'|'i går'|rapporteringstidspunkt,i går,not an instant such as 2026-09-15T12:00:00Z",
            "'medikamentelleBehandlinger':[]|'medikamentelleBehandlinger':{}|medikamentelleBehandlinger,{},is no list",
            "'medikamentelleBehandlinger':[]|'medikamentelleBehandlinger':'[] x'|medikamentelleBehandlinger,[] x,is "
            + "no object and no list",
            "'medikamentelleBehandlinger':[]|'medikamentelleBehandlinger':[{}]|medikamentelleBehandlinger.type,{},no "
            + "value",
            "'kombinasjonsbehandlinger':[]|'kombinasjonsbehandlinger':[{}]|kombinasjonsbehandlinger,{},is a "
            + "combination of no treatments",
            "'ikkeMedikamentelleBehandlinger':[]|'ikkeMedikamentelleBehandlinger':[{'type':'X';'antallMerder':2.5}]"
                + "|ikkeMedikamentelleBehandlinger.antallMerder,2.5,not a whole number from 0 to 1000",
            "'ikkeMedikamentelleBehandlinger':[]|'ikkeMedikamentelleBehandlinger':[{'type':'X';'heleLokaliteten':'ja'}]"
                + "|ikkeMedikamentelleBehandlinger.heleLokaliteten,ja,must be true or false");

    @Test
    void aBadReportIsRejectedAndNamesTheValue() {
        List<String> reports = new ArrayList<>();
        List<String> faults = new ArrayList<>();
        for (String each : BAD) {
            String[] parts = each.replace('\'', '"').split("\\|", -1);
            String report = report(10100, "null", 2025, 20, "2026-06-01T10:00:00Z", "{\"voksneHunnlus\":0.1}",
                    new Lists(NONE, NONE, NONE));
            String broken = report.replace(parts[0], parts[1].replace(';', ','));
            assertThat(broken).as(each).isNotEqualTo(report);
            reports.add(broken);
            faults.add(reports.size() + "," + parts[2].replace("0;1", "0,1"));
        }
        reports.add(report(21, "null"));
        IngestReport ingested = delivery.file("authority/lus.json", of(reports)).ingest();
        assertThat(rejects(ingested, "authority/lus.json.csv").stream().map(line -> line.replace("\"", "")).toList())
                .containsExactlyElementsOf(faults);
        assertThat(delivery.rows("SELECT week FROM lice_week")).containsExactly("2026-05-18");
    }

    // two holders of 10100: the first corrects, both name the same bath, the second another, too; of 10200 the later
    // has no count
    @Test
    void holdersOfASiteCountOnceAndCorrectThemselves() {
        String bath = "{\"type\":\"BADEBEHANDLING\",\"heleLokaliteten\":true,\"antallMerder\":2,\"virkestoff\":{\"type\":\"AZAMETHIPHOS\"}}";
        String thermal = "{\"type\":\"TERMISK_BEHANDLING\"}";
        IngestReport report = delivery.file("authority/lus.json", of(
                report(10100, "\"1\"", 2026, 20, "2026-05-20T10:00:00.2Z", "{\"voksneHunnlus\":0.2}",
                new Lists(NONE, "[" + bath + "]", NONE)),
                report(10100, "\"1\"", 2026, 20, "2026-05-20T10:00:00.1Z", "{\"voksneHunnlus\":0.9}",
                new Lists("[" + thermal + "]", NONE, NONE)),
                report(10100, "\"2\"", 2026, 20, "2026-05-19T12:00:00+02:00", "{\"voksneHunnlus\":0.3}",
                        new Lists("[{\"type\":\"MEKANISK_BEHANDLING\"}]", "[" + bath + "]", NONE)),
                report(10200, "\"1\"", 2026, 20, "2026-05-20T10:00:00Z", "{\"voksneHunnlus\":0.4}",
                new Lists(NONE, NONE, NONE)),
                report(10200, "\"2\"", 2026, 20, "2026-05-21T10:00:00Z", "null", new Lists(NONE, NONE, NONE)),
                report(10200, "\"2\"", 2026, 40, "2026-05-21T10:00:00Z", "null", new Lists(NONE, NONE, NONE))))
                .ingest();
        assertThat(delivery.rows(LICE)).containsExactly("2026-05-11 10100 0.20 - - - - true - mattilsynet",
                "2026-05-11 10200 0.40 - - - - true - mattilsynet");
        assertThat(delivery.rows(TREATMENTS))
                .containsExactly("2026-05-11 10100 Bath Azamethiphos true full 2 authority",
                "2026-05-11 10100 Mechanical - true - - authority");
        assertThat(report.files().getLast().notes()).containsExactly("left out: 1 rows of weeks after 2026-06-30",
                "left out: 1 rows that a later report of the same holder, site and week replaces",
                "left out: 2 rows of other holders of the same site and week; their treatments count once",
                "in 1 sites and weeks holders report different lice; the latest report was taken",
                "counted once: 1 treatments that repeat another one of the same site and week");
    }

    @Test
    void aReportsSiteAndWeekReplacesItselfAndLeavesOthers() {
        delivery.file("authority/a.json", of(report(20, "{\"voksneHunnlus\":0.1}"),
                report(21, "{\"voksneHunnlus\":0.2}"),
                report(10200, "null", 2026, 20, "2026-06-01T10:00:00Z", "{\"voksneHunnlus\":0.3}",
                        new Lists("[{\"type\":\"TERMISK_BEHANDLING\"}]", NONE, NONE))))
                .ingest();
        String again = of(report(10100, "null", 2026, 20, "2026-06-02T10:00:00Z", "{\"voksneHunnlus\":0.5}",
                new Lists("[{\"type\":\"MEKANISK_BEHANDLING\"}]", NONE, NONE)));
        delivery.next().file("authority/b.json", again).ingest();
        assertThat(delivery.rows("SELECT week, site_id, adult_female FROM lice_week ORDER BY 1, 2"))
                .containsExactly("2026-05-11 10100 0.50",
                "2026-05-11 10200 0.30", "2026-05-18 10100 0.20");
        assertThat(delivery.rows("SELECT site_id, treatment_category FROM treatment ORDER BY 1"))
                .containsExactly("10100 Mechanical", "10200 Thermal");
        assertThat(delivery.next().file("authority/b.json", again).ingest().outcome())
                .isEqualTo(IngestOutcome.NOTHING_NEW);
    }

    // a correction may be in another file than what it corrects, whose treatments would stand beside its own
    @Test
    void ofTwoFilesTheOneWithTheLatestReportHasTheSiteAndWeek() {
        String thermal = "[{\"type\":\"TERMISK_BEHANDLING\"}]";
        String late = of(report(10100, "\"1\"", 2026, 20, "2026-06-02T10:00:00Z", "{\"voksneHunnlus\":0.1}",
                new Lists(thermal, NONE, NONE)));
        String early = of(report(10100, "\"1\"", 2026, 20, "2026-06-01T10:00:00Z", "{\"voksneHunnlus\":0.5}",
                new Lists("[{\"type\":\"MEKANISK_BEHANDLING\"}]", NONE, NONE)), report(21, "{\"voksneHunnlus\":0.2}"));
        for (List<String> files : List.of(List.of(late, early), List.of(early, late))) {
            TestDelivery each = new TestDelivery(folder.resolve("lake-" + files.indexOf(late))).registered();
            IngestReport report = each.file("authority/a.json", files.getFirst())
                    .file("authority/b.json", files.getLast()).ingest();
            assertThat(each.rows("SELECT week, adult_female FROM lice_week ORDER BY 1"))
                    .containsExactly("2026-05-11 0.10", "2026-05-18 0.20");
            assertThat(each.rows("SELECT treatment_category FROM treatment")).containsExactly("Thermal");
            String lateName = files.indexOf(late) == 0 ? "a" : "b";
            assertThat(report.files().stream().filter(file ->
                    file.path().endsWith(lateName.equals("a") ? "b.json" : "a.json")).toList()).singleElement()
                    .satisfies(file -> assertThat(file.notes()).containsExactly(
                            "left out: 1 sites and weeks of which authority/" + lateName + ".json has a later report"));
        }
    }

    private static final String WEEKLY = "Uke,År,Lokalitetsnummer,Lokalitetsnavn,Voksne "
            + "hunnlus,Lat,Lon,Sjøtemperatur,ProduksjonsområdeId\n";
    private static final String MEASURES = "Uke,År,Lokalitetsnummer,Lokalitetsnavn,Tiltak,Type "
            + "behandling,Virkestoff,Rensefisk,Antall,Omfang,Lat,Lon,ProduksjonsområdeId\n";

    // the weekly report has the limit, too: it goes before, whichever came first
    @Test
    void theWeeklyReportGoesBeforeInEitherOrder() {
        String weekly = WEEKLY + "20,2026,10100,Holmen,0.7,60.1,5.2,,3\n";
        String json = of(report(20, "{\"voksneHunnlus\":0.1}"), report(21, "{\"voksneHunnlus\":0.2}"));
        String[] rows = {"2026-05-11 10100 0.70 barentswatch", "2026-05-18 10100 0.20 mattilsynet"};
        String all = "SELECT week, site_id, adult_female, data_source FROM lice_week ORDER BY 1, 2";
        delivery.file("authority/a.csv", weekly).ingest();
        IngestReport report = delivery.next().file("authority/b.json", json).ingest();
        assertThat(delivery.rows(all)).containsExactly(rows);
        assertThat(report.files().getLast().notes())
                .containsExactly("left out: 1 lice counts that the lake has from the weekly lice report");
        TestDelivery turned = new TestDelivery(folder.resolve("turned")).registered().file("authority/b.json", json);
        turned.ingest();
        turned.next().file("authority/a.csv", weekly).ingest();
        assertThat(turned.rows(all)).containsExactly(rows);
        report = turned.next().file("authority/a.json", json).file("authority/z.csv", weekly).ingest();
        assertThat(report.outcome()).isEqualTo(IngestOutcome.NOTHING_NEW);
        assertThat(report.files().getFirst().notes())
                .containsExactly("left out: 1 lice counts that authority/z.csv has");
    }

    // the reports know nothing of cleaner fish, which the measures keep
    @Test
    void aReportsTreatmentsReplaceTheMeasuresOfItsSiteAndWeek() {
        String row = "20,2026,%s,Holmen,%s,,,,,hele lokaliteten,60.1,5.2,3\n";
        String measures = MEASURES + row.formatted("10100", "mekanisk fjerning") + row.formatted("10100", "rensefisk")
                + row.formatted("10200", "rensefisk")
                + row.formatted("10200", "mekanisk fjerning");
        String json = of(treated("[{\"type\":\"TERMISK_BEHANDLING\"}]", NONE, NONE));
        String[] rows = {"10100 Cleanerfish", "10100 Thermal", "10200 Cleanerfish", "10200 Mechanical"};
        String all = "SELECT site_id, treatment_category FROM treatment ORDER BY ALL";
        delivery.file("authority/a.csv", measures).ingest();
        delivery.next().file("authority/b.json", json).ingest();
        assertThat(delivery.rows(all)).containsExactly(rows);
        IngestReport together = delivery.next().file("authority/a.csv", measures).file("authority/b.json", json)
                .ingest();
        assertThat(delivery.rows(all)).containsExactly(rows);
        assertThat(together.files().getFirst().notes())
                .contains("left out: 1 measures of sites and weeks that the food-safety reports have");
    }

    @Test
    void whatIsNotStoredIsToldAndAFileThatLacksAPropertyFails() {
        String found = "\"resistensmistanker\":[{\"virkestoff\":\"AZAMETHIPHOS\"}]";
        String empty = "\"resistensmistanker\":[]";
        String tested = ",\"følsomhetsundersøkelser\":%s}";
        IngestReport told = delivery.file("authority/lus.json", of(
                report(20, "null").replace("\"sjøtemperatur\":null", "\"sjøtemperatur\":8.5")
                .replace("]}", "]" + tested.formatted("{\"utført\":true}")),
                report(21, "null").replace(empty, found).replace("]}\n", "]" + tested.formatted("[]")),
                report(22, "null").replace(empty, found).replace("]}\n", "]" + tested.formatted("null")))).ingest();
        assertThat(told.files().getLast().notes())
                .containsExactly("1 rows have a temperature that is not stored: the weekly lice report has those",
                "not stored: følsomhetsundersøkelser of 1 rows, resistensmistanker of 2 rows",
                "3 rows did not count lice");
        IngestReport failed = delivery.next().file("authority/lus.json",
                of(report(20, "null").replace("rapporteringstidspunkt", "sendt"))).ingest();
        assertThat(failed.outcome()).isEqualTo(IngestOutcome.REJECTED);
        assertThat(failed.files().getLast().failure())
                .isEqualTo("lus.json: missing required column rapporteringstidspunkt");
    }
}
