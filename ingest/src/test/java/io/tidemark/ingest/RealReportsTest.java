package io.tidemark.ingest;

import static io.tidemark.ingest.authority.RealFiles.real;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.ingest.file.XlsxBook;
import io.tidemark.ingest.file.XlsxCell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The authority's spreadsheets and reports on their way into the lake; skipped where the real files are not. */
class RealReportsTest {

    /** Those of the register, and those that only the reports have. */
    private static final Pattern SITES =
            Pattern.compile("^(?:register of [0-9-]+, )?(\\d+) sites(?:$| that the register does not have were taken)");
    private static final Pattern LEFT_OUT = Pattern.compile("left out: (\\d+) ");

    @TempDir
    private Path folder;

    private TestDelivery delivery(String lake, String... names) throws IOException {
        TestDelivery delivery = new TestDelivery(folder.resolve(lake)).maxRejectRate(0.01);
        for (String name : names) {
            delivery.file("authority/" + name, Files.readAllBytes(real(name)));
        }
        return delivery;
    }

    // areas 1 to 13 by year, counted in the spreadsheet itself by another program; 100 baths in area 10 in 2016, and 2
    // rows without an area at site 37057, which lies there
    private static final List<String> BATHS = List.of(
            "2012: 0 51 415 258 61 247 161 176 135 45 7 29 0", "2013: 0 56 266 207 77 220 188 168 150 57 15 39 4",
            "2014: 0 62 313 417 148 286 160 175 165 105 12 62 0", "2015: 0 141 254 243 171 356 179 186 141 68 12 93 0",
            "2016: 5 158 408 258 70 129 73 155 78 102 29 48 1", "2017: 0 31 81 55 3 55 6 25 63 75 20 35 0");
    private static final List<String> FEEDS = List.of(
            "2012: 0 20 122 103 8 28 4 13 50 17 10 15 0", "2013: 0 31 102 113 2 21 59 15 27 16 19 0 0",
            "2014: 0 29 123 181 10 64 91 80 53 23 14 31 0", "2015: 0 34 190 211 38 134 102 89 70 24 15 13 0",
            "2016: 4 59 169 244 45 151 43 106 71 49 11 36 2", "2017: 0 42 82 183 22 78 25 70 92 26 24 33 0");

    /** 34,142 rows: 5 repeat others; 31 name no area, of which 9 are at sites that the register or other rows place. */
    @Test
    void bathAndFeedTreatmentsPerYearAndArea() throws Exception {
        TestDelivery delivery = delivery("lice", "akvakulturregisteret_2019-11-11.csv", "produksjonsomrader.geojson",
                "tiltak_mot_lakselus_2012-2018.xlsx");
        IngestReport report = delivery.ingest();
        assertThat(report.outcome()).as("%s", report).isEqualTo(IngestOutcome.PUBLISHED);
        FileReport file = report.files().stream().filter(f -> f.table().equals("lice treatments")).findFirst()
                .orElseThrow();
        assertThat(file).returns(34_142L, FileReport::read).returns(22L, FileReport::rejected);
        assertThat(file.notes()).contains("left out: 5 rows that repeat another one exactly");
        assertThat(delivery.rows("SELECT count(*), count(DISTINCT treatment_id) FROM treatment"))
                .containsExactly((34_142 - 5 - 22) + " " + (34_142 - 5 - 22));
        assertThat(perYearAndArea(delivery, "Bath")).isEqualTo(BATHS);
        assertThat(perYearAndArea(delivery, "Medicinal")).isEqualTo(FEEDS);
    }

    // a week belongs to the year of its Thursday
    private static List<String> perYearAndArea(TestDelivery delivery, String category) {
        Map<String, String> counts = delivery.rows("SELECT year(t.date + 3) || ' ' || s.production_area_id, count(*) "
                + "FROM treatment AS t "
                + "JOIN site AS s USING (site_id) WHERE t.treatment_category = '" + category + "' GROUP BY 1").stream()
                .map(row -> row.split(" ")).filter(p -> p.length == 3)
                .collect(Collectors.toMap(p -> p[0] + " " + p[1], p -> p[2]));
        return IntStream.rangeClosed(2012, 2017).mapToObj(year -> year + ": " + IntStream.rangeClosed(1, 13)
                .mapToObj(area -> counts.getOrDefault(year + " " + area, "0")).collect(Collectors.joining(" ")))
                .toList();
    }

    /** Salmon found dead in July 2020, by county as published. */
    @Test
    void theSpreadsheetByCountyIsReadCellByCell() throws Exception {
        Map<String, Long> dead = new TreeMap<>();
        try (XlsxBook book = XlsxBook.open(real("biomassestatistikk_fylke_2005-2023.xlsx"), () -> { })) {
            assertThat(book.sheets()).containsExactly("Forklaring", "biomasse 2005-2023");
            book.each(1, (number, cells) -> {
                List<String> row = cells.stream().map(XlsxCell::text).toList();
                if (row.subList(0, 2).equals(List.of("2020", "7")) && row.get(4).equals("LAKS")) {
                    dead.merge(row.get(3), Long.valueOf(row.get(12)), Long::sum);
                }
                return true;
            });
        }
        assertThat(dead).containsEntry("VESTLAND", 934_934L).containsEntry("TRØNDELAG", 785_937L)
                .containsEntry("NORDLAND",
                317_534L)
                .containsEntry("MØRE OG ROMSDAL", 300_876L);
        assertThat(dead.values()).contains(352_458L, 222_498L);
    }

    /** The derived file has the same figures under areas: added up, both are the whole country's. */
    @Test
    void countiesAddUpToTheCountry() throws Exception {
        TestDelivery byCounty = delivery("county", "biomassestatistikk_fylke_2005-2023.xlsx");
        IngestReport report = byCounty.ingest();
        assertThat(report.files().getFirst()).returns(7_268L, FileReport::read).returns(0L, FileReport::rejected);
        assertThat(byCounty.rows("SELECT dead_count FROM authority_month WHERE month = DATE '2020-07-01' AND "
                + "species_code = 'SAL'"))
                .containsExactly(Long.toString(934_934 + 785_937 + 317_534 + 300_876 + 352_458 + 222_498));
        assertThat(byCounty.rows("SELECT DISTINCT production_area_id FROM authority_month")).containsExactly("-");
        TestDelivery byArea = delivery("area", "derived_biostat-total-omr_2005-2023.csv");
        byArea.ingest();
        String sums = "SELECT month, species_code, sum(closing_count), sum(dead_count), sum(discarded_count), "
                + "sum(escaped_count), "
                + "sum(other_count), sum(harvest_count), sum(smolt_count) "
                + "FROM authority_month GROUP BY ALL ORDER BY 1, 2";
        List<String> counties = byCounty.rows(sums);
        assertThat(counties).isEqualTo(byArea.rows(sums));
        assertThat(counties).hasSizeGreaterThan(400);
        // what died or was rejected at slaughter, of all that left: salmon of 2012 to 2020, as the Directorate of
        // Fisheries' figures give it
        String shares = "SELECT stocking_year, round(1e2 * sum(dead_count + discarded_count) "
                + "/ sum(harvest_count + dead_count + discarded_count + escaped_count + other_count), 1) "
                + "FROM authority_generation WHERE species_code = 'SAL' AND stocking_year BETWEEN 2012 AND 2020 GROUP "
                + "BY 1 ORDER BY 1";
        assertThat(byArea.rows(shares)).isEqualTo(byCounty.rows(shares))
                .containsExactly("2012 13.8", "2013 15.0", "2014 17.0", "2015 16.2",
                "2016 16.5", "2017 15.0", "2018 17.4", "2019 15.3", "2020 15.2");
        assertThat(byArea.rows("SELECT count(*) FROM authority_generation")).containsExactly("7268");
        // what is known by area is not put back to the country's
        byArea.next().file("authority/c.xlsx", Files.readAllBytes(real("biomassestatistikk_fylke_2005-2023.xlsx")));
        IngestReport again = byArea.ingest();
        assertThat(again.outcome()).isEqualTo(IngestOutcome.NOTHING_NEW);
        assertThat(again.files().getFirst().notes()).anyMatch(n -> n.matches("left out: \\d+ months that are known by "
                + "production area"));
    }

    /**
     * A whole set of the authority's files, twice: of each file, what the report says that it gave is what the lake
     * has, as counted in the files by SQL of the test's own; the second time nothing changes. No file of the layout
     * since 2024 is there, so three rows of it are made up.
     */
    @Test
    void aWholeSetTwice() throws Exception {
        String statistics = "derived_biostat-total-omr_2005-2023.csv";
        TestDelivery delivery = delivery("whole", "akvakulturregisteret_2019-11-11.csv", "produksjonsomrader.geojson",
                statistics, "tiltak_mot_lakselus_2012-2018.xlsx", "barentswatch_lice_sample.csv");
        String since2024 = "Uke,År,Lokalitetsnummer,Lokalitetsnavn,Tiltak,Type "
                + "behandling,Virkestoff,Rensefisk,Antall,Omfang,Antall merder,Lat,Lon,"
                + "ProduksjonsområdeId\n7,2025,13035,Sauaneset I,ikke-medikamentell,termisk behandling,,,,hele "
                + "lokaliteten,4,60.089085,5.267967,3\n"
                + "8,2025,13035,Sauaneset I,ikke-medikamentell,ferskvannsbehandling,,,,deler av "
                + "lokaliteten,2,60.089085,5.267967,3\n"
                + "8,2025,13035,Sauaneset I,ikke-medikamentell,ferskvannsbehandling,,,,deler av "
                + "lokaliteten,2,60.089085,5.267967,3\n";
        delivery.file("authority/tiltak_2025.csv", since2024);
        IngestReport report = delivery.ingest();
        assertThat(report.outcome()).as("%s", report).isEqualTo(IngestOutcome.PUBLISHED);
        Map<String, FileReport> files = report.files().stream()
                .collect(Collectors.toMap(FileReport::path, file -> file));
        claim(delivery, files, "produksjonsomrader.geojson", 13, "production_area WHERE area_geojson IS NOT NULL");
        claim(delivery, files, "tiltak_mot_lakselus_2012-2018.xlsx", 34_142, "treatment WHERE year(date + 3) < 2024");
        claim(delivery, files, "tiltak_2025.csv", 3, "treatment WHERE year(date + 3) = 2025");
        claim(delivery, files, "barentswatch_lice_sample.csv", 4, "temperature_day WHERE data_source = 'authority'");
        String csv = "read_csv('" + real(statistics) + "', delim = ';', header = true, all_varchar = true)";
        try (DuckSession session = DuckSession.open(new EngineSettings(1, 512, folder))) {
            List<String> inFile = session.list("SELECT count(DISTINCT (ÅR, MÅNED_KODE, PO_KODE, ARTSID)), "
                    + "sum(BEHFISK_STK::BIGINT), sum(DØDFISK_STK::BIGINT), sum(UTTAK_STK::BIGINT) FROM " + csv,
                    row -> row.getString(1) + " " + row.getString(2) + " " + row.getString(3) + " " + row.getString(4));
            assertThat(delivery.rows("SELECT count(*), sum(closing_count), sum(dead_count), sum(harvest_count) FROM "
                    + "authority_month"))
                    .isEqualTo(inFile);
        }
        FileReport register = Objects.requireNonNull(files.get("authority/akvakulturregisteret_2019-11-11.csv"));
        long sites = Stream.concat(register.notes().stream(), report.warnings().stream())
                .flatMap(note -> SITES.matcher(note).results())
                .mapToLong(match -> Long.parseLong(match.group(1))).sum();
        assertThat(delivery.rows("SELECT count(*) FROM site")).containsExactly(Long.toString(sites));
        assertThat(delivery.ingest().outcome()).isEqualTo(IngestOutcome.NOTHING_NEW);
    }

    private static void claim(TestDelivery delivery, Map<String, FileReport> files, String name, long rows,
            String stored) {
        FileReport file = Objects.requireNonNull(files.get("authority/" + name));
        long leftOut = file.notes().stream().flatMap(note -> LEFT_OUT.matcher(note).results())
                .mapToLong(match -> Long.parseLong(match.group(1))).sum();
        assertThat(delivery.rows("SELECT count(*) FROM " + stored)).as("%s", file)
                .containsExactly(Long.toString(rows - file.rejected() - leftOut));
    }

    @Test
    void theLiceReportAndTheWaterBodies() throws Exception {
        TestDelivery delivery = delivery("other", "barentswatch_lice_sample.csv",
                "vann-nett_vannforekomster_2020-04-07.csv");
        IngestReport report = delivery.ingest();
        assertThat(report.outcome()).isEqualTo(IngestOutcome.PUBLISHED);
        assertThat(delivery.rows("SELECT date, site_id, farmer_id, depth_m, temperature, measurement_count, "
                + "data_source "
                + "FROM temperature_day ORDER BY 1")).containsExactly("2019-12-30 13035 - 3.0 8.60 1 authority",
                        "2020-01-06 13035 - 3.0 8.07 1 authority", "2020-01-13 13035 - 3.0 8.00 1 authority",
                        "2020-01-20 13035 - 3.0 7.75 1 authority");
        assertThat(delivery.rows("SELECT site_name, latitude, production_area_id FROM site"))
                .containsExactly("Sauaneset I 60.089085 3");
        FileReport bodies = report.files().stream().filter(f -> f.table().equals("water bodies")).findFirst()
                .orElseThrow();
        // two bodies have the type 6, which is none of the five
        assertThat(bodies).returns(2_281L, FileReport::read).returns(2L, FileReport::rejected);
        assertThat(bodies.notes()).contains("240 water bodies have no national type");
        assertThat(delivery.rows("SELECT count(*) FROM marine_type")).containsExactly("5");
        assertThat(delivery.rows("SELECT count(*) FROM marine_type_region")).containsExactly("6");
    }
}
