package io.tidemark.ingest.authority;

import static io.tidemark.ingest.authority.RealFiles.real;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.ingest.authority.area.AreaIndex;
import io.tidemark.ingest.authority.area.ProductionAreaOutline;
import io.tidemark.ingest.authority.area.ProductionAreaOutlines;
import io.tidemark.ingest.authority.format.AuthorityFormat;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The authority's own files; skipped where they are not. */
class RealAuthorityFilesTest {

    @TempDir
    private Path folder;

    private static final String REGISTER_2019 = "akvakulturregisteret_2019-11-11.csv";
    private static final String OUTLINES = "produksjonsomrader.geojson";

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
            "akvakulturregisteret_2019-11-11.csv, site register",
            "akvakulturregisteret_2023-06-23_sample.csv, site register",
            "produksjonsomrader.geojson, production area outlines",
            "biostat_po_2024_sample.csv, biomass statistics",
            "biostat_po_2026_sample.csv, biomass statistics",
            "derived_biostat-total-omr_2005-2023.csv, biomass statistics",
            "barentswatch_lice_sample.csv, lice report",
            "vann-nett_vannforekomster_2020-04-07.csv, water bodies"})
    void eachFileIsRecognised(String name, String expected) {
        assertThat(AuthorityFormats.detect(real(name), () -> { }).map(AuthorityFormat::table)).contains(expected);
    }

    /**
     * The register listed 1,693 sites. The copy lacks every row of 109 private owners; it holds 1,623 sites in 20,258
     * rows, so that 70 sites must have stood in removed rows only. None of the rows left is masked or contradicts
     * another.
     */
    @Test
    void theRegisterOf2019() {
        StagedFile register = StagedFile.of(folder, real(REGISTER_2019),
                "SELECT placement, count(*), count(latitude), count(production_area_id) "
                + "FROM register_site GROUP BY 1 UNION ALL SELECT 'of several owners', count(*), 0, 0 FROM "
                + "register_site WHERE contains(owners, '|') ORDER BY 1");

        assertThat(register.file().read()).isEqualTo(20_258);
        assertThat(register.faults()).isEmpty();
        assertThat(register.notes()).containsExactly("register of 2019-11-11, " + (1_693 - 70) + " sites");
        assertThat(register.rows()).containsExactly("of several owners 404 0 0", "offshore 1289 1289 0",
                "onshore 334 334 0");
    }

    /** The counts of the whole register, to the site: so none of the 70 sites that are gone was at sea with salmon. */
    @Test
    void sitesAtSeaWithSalmonPerProductionArea() {
        List<ProductionAreaOutline> outlines = ProductionAreaOutlines.read(real(OUTLINES), () -> { }).outlines();
        AreaIndex index = AreaIndex.of(outlines);
        List<AreaIndex> single = outlines.stream().map(outline -> AreaIndex.of(List.of(outline))).toList();
        Map<Integer, Integer> sites = new TreeMap<>();
        for (String site : StagedFile.of(folder, real(REGISTER_2019),
                "SELECT latitude, longitude FROM register_site WHERE placement = 'offshore' "
                + "AND site_id IN (SELECT LOK_NR FROM read_csv('" + real(REGISTER_2019)
                + "', delim = ';', quote = '', skip = 1, header = true, "
                + "all_varchar = true) WHERE ART = 'Laks')").rows()) {
            double latitude = Double.parseDouble(site.split(" ")[0]);
            double longitude = Double.parseDouble(site.split(" ")[1]);
            assertThat(single.stream().filter(area -> area.areaAt(latitude, longitude).isPresent()).count())
                    .as("areas that hold %s", site).isEqualTo(1);
            sites.merge(index.areaAt(latitude, longitude).orElseThrow(), 1, Integer::sum);
        }

        assertThat(sites.values()).containsExactly(11, 62, 153, 143, 44, 150, 75, 96, 116, 76, 48, 70, 10);
        assertThat(sites.values().stream().mapToInt(Integer::intValue).sum()).isEqualTo(1_054);
    }

    @Test
    void theSampleOf2023() {
        StagedFile register = StagedFile.of(folder, real("akvakulturregisteret_2023-06-23_sample.csv"),
                "SELECT site_id, site_name, latitude, longitude, "
                + "placement, production_area_id, owners, purpose, production_form FROM register_site ORDER BY 1");

        assertThat(register.faults()).isEmpty();
        assertThat(register.file().read()).isEqualTo(7);
        assertThat(register.notes()).containsExactly("register of 2023-06-23, 2 sites");
        assertThat(register.rows()).containsExactly(
                "10173 SOLBERGSTRAND 59.615783 10.65265 onshore - 855869942 FORSKNING|KOMMERSIELL MATFISK|SETTEFISK",
                "10362 NMBU FISKELABORATORIET 59.669233 10.757967 onshore - 969159570 KOMMERSIELL MATFISK");
    }

    @Test
    void theProductionAreas() {
        ProductionAreaOutlines areas = ProductionAreaOutlines.read(real(OUTLINES), () -> { });

        assertThat(areas.faults()).isEmpty();
        assertThat(areas.outlines()).extracting(ProductionAreaOutline::areaId)
                .containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13);
        assertThat(areas.outlines().get(1).name()).isEqualTo("Ryfylket");
        assertThat(areas.outlines().getFirst().geojson())
                .startsWith("{\"type\":\"Polygon\",\"coordinates\":[[[10.8544,58.9336],[10.8663,58.9331],")
                .contains("[11.0,60.0]");
    }

    private static final String MONTHS = "SELECT * EXCLUDE (layout, file_name, file_no) FROM statistics_month ORDER "
            + "BY ALL";

    /** Two releases of one month: the revision moved 1,422,777 trout from area 5 to no area, and lost none. */
    @Test
    void twoReleasesOfOneMonth() {
        StagedFile of2024 = StagedFile.of(folder, real("biostat_po_2024_sample.csv"), MONTHS);
        StagedFile of2026 = StagedFile.of(folder, real("biostat_po_2026_sample.csv"), MONTHS);

        assertThat(of2024.notes()).containsExactly("layout of 2024");
        assertThat(of2026.notes()).containsExactly("layout of 2026");
        assertThat(of2024.rows()).containsExactly("2017-10-01 5 TRR 2553307 2952572 0 916015 0 0 21003 0 0 154",
                "2017-10-01 - TRR 310173 615725 25798 146676 0 0 21417 0 0 63");
        assertThat(of2026.rows()).containsExactly(
                "2017-10-01 5 TRR " + (2_553_307 - 1_422_777) + " 2387216 0 671515 0 0 7171 0 0 154",
                "2017-10-01 - TRR " + (310_173 + 1_422_777) + " 1181080 25798 391176 0 0 35249 0 0 63");
    }

    /** July 2020, salmon: the authority's own numbers of the counties that stand for these areas. */
    @Test
    void eighteenYearsOfStatistics() {
        StagedFile statistics = StagedFile.of(folder, real("derived_biostat-total-omr_2005-2023.csv"),
                "SELECT production_area_id, dead_count FROM statistics_month WHERE month = '2020-07-01' AND "
                + "species_code = 'SAL' ORDER BY 1");

        assertThat(statistics.notes()).containsExactly("layout of 2026");
        assertThat(statistics.file().read()).isEqualTo(7_268);
        assertThat(statistics.faults()).isEmpty();
        assertThat(statistics.rows()).containsExactly("2 222498", "3 934934", "5 300876", "6 785937", "9 317534",
                "11 352458");
    }
}
