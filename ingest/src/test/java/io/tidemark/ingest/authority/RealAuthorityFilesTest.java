package io.tidemark.ingest.authority;

import static io.tidemark.ingest.authority.RealFiles.real;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.tidemark.ingest.authority.area.AreaIndex;
import io.tidemark.ingest.authority.area.ProductionAreaOutline;
import io.tidemark.ingest.authority.area.ProductionAreaOutlines;
import io.tidemark.ingest.authority.format.AuthorityFormat;
import io.tidemark.ingest.authority.register.RegisteredSite;
import io.tidemark.ingest.authority.register.SiteRegister;
import io.tidemark.ingest.authority.statistics.AuthorityMonth;
import io.tidemark.ingest.authority.statistics.BiomassStatistics;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The authority's own files; skipped where they are not. */
class RealAuthorityFilesTest {

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
     * The register listed 1,693 sites. The copy lacks every row of 109 private owners; it holds 1,623 sites in 20,258 rows, so
     * that 70 sites must have stood in removed rows only. None of the rows left is masked or contradicts another.
     */
    @Test
    void theRegisterOf2019() {
        SiteRegister register = SiteRegister.read(real(REGISTER_2019), () -> { });

        assertThat(register.asOf()).isEqualTo(LocalDate.of(2019, 11, 11));
        assertThat(register.read()).isEqualTo(20_258);
        assertThat(register.faults()).isEmpty();
        assertThat(register.disagreements()).isEmpty();
        assertThat(register.sites()).hasSize(1_693 - 70).allSatisfy(site -> {
            assertThat(site.latitude()).isNotNull();
            assertThat(site.productionAreaId()).isNull();
        });
        assertThat(register.sites()).filteredOn(site -> site.ownerNumbers().size() > 1).hasSize(404);
        assertThat(register.sites().stream().collect(Collectors.groupingBy(RegisteredSite::placement, Collectors.counting())))
                .containsOnly(entry("offshore", 1_289L), entry("onshore", 334L));
    }

    /** The counts of the whole register, to the site: so none of the 70 sites that are gone was at sea with salmon. */
    @Test
    void sitesAtSeaWithSalmonPerProductionArea() {
        List<ProductionAreaOutline> outlines = ProductionAreaOutlines.read(real(OUTLINES), () -> { }).outlines();
        AreaIndex index = AreaIndex.of(outlines);
        List<AreaIndex> single = outlines.stream().map(outline -> AreaIndex.of(List.of(outline))).toList();
        Map<Integer, Integer> sites = new TreeMap<>();
        for (RegisteredSite site : SiteRegister.read(real(REGISTER_2019), () -> { }).sites()) {
            if (site.placement().equals("offshore") && site.species().contains("Laks")) {
                double latitude = Objects.requireNonNull(site.latitude());
                double longitude = Objects.requireNonNull(site.longitude());
                assertThat(single.stream().filter(area -> area.areaAt(latitude, longitude).isPresent()).count())
                        .as("areas that hold site %s", site.siteId()).isEqualTo(1);
                sites.merge(index.areaAt(latitude, longitude).orElseThrow(), 1, Integer::sum);
            }
        }

        assertThat(sites.values()).containsExactly(11, 62, 153, 143, 44, 150, 75, 96, 116, 76, 48, 70, 10);
        assertThat(sites.values().stream().mapToInt(Integer::intValue).sum()).isEqualTo(1_054);
    }

    @Test
    void theSampleOf2023() {
        SiteRegister register = SiteRegister.read(real("akvakulturregisteret_2023-06-23_sample.csv"), () -> { });

        assertThat(register.asOf()).isEqualTo(LocalDate.of(2023, 6, 23));
        assertThat(register.faults()).isEmpty();
        assertThat(register.read()).isEqualTo(7);
        assertThat(register.sites()).containsExactly(
                new RegisteredSite("10173", "SOLBERGSTRAND", 59.615783, 10.65265, "onshore", null, List.of("855869942"),
                        List.of("Laks", "Regnbueørret", "Rognkjeks (felles)", "Ørret"),
                        List.of("FORSKNING", "KOMMERSIELL"), List.of("MATFISK", "SETTEFISK")),
                new RegisteredSite("10362", "NMBU FISKELABORATORIET", 59.669233, 10.757967, "onshore", null,
                        List.of("969159570"), List.of("Laks", "Regnbueørret", "Ørret"), List.of("KOMMERSIELL"), List.of("MATFISK")));
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

    /** Two releases of one month: the revision moved 1,422,777 trout from area 5 to no area, and lost none. */
    @Test
    void twoReleasesOfOneMonth() {
        BiomassStatistics of2024 = BiomassStatistics.read(real("biostat_po_2024_sample.csv"), false, () -> { });
        BiomassStatistics of2026 = BiomassStatistics.read(real("biostat_po_2026_sample.csv"), false, () -> { });

        LocalDate october = LocalDate.of(2017, 10, 1);
        assertThat(of2024.layout()).isEqualTo(BiomassStatistics.Layout.AREA_2024);
        assertThat(of2026.layout()).isEqualTo(BiomassStatistics.Layout.AREA_2026);
        assertThat(of2024.months()).containsExactly(
                new AuthorityMonth(october, 5, "TRR", 2_553_307, 2_952_572, 0, 916_015, 0, 0, 21_003, 0, 0, 154),
                new AuthorityMonth(october, null, "TRR", 310_173, 615_725, 25_798, 146_676, 0, 0, 21_417, 0, 0, 63));
        assertThat(of2026.months()).containsExactly(
                new AuthorityMonth(october, 5, "TRR", 2_553_307 - 1_422_777, 2_387_216, 0, 671_515, 0, 0, 7_171, 0, 0, 154),
                new AuthorityMonth(october, null, "TRR", 310_173 + 1_422_777, 1_181_080, 25_798, 391_176, 0, 0, 35_249, 0, 0,
                        63));
    }

    /** July 2020, salmon: the authority's own numbers of the counties that stand for these areas. */
    @Test
    void eighteenYearsOfStatistics() {
        BiomassStatistics statistics = BiomassStatistics.read(real("derived_biostat-total-omr_2005-2023.csv"), false, () -> { });

        assertThat(statistics.layout()).isEqualTo(BiomassStatistics.Layout.AREA_2026);
        assertThat(statistics.read()).isEqualTo(7_268);
        assertThat(statistics.faults()).isEmpty();
        assertThat(statistics.months().stream()
                .filter(m -> m.month().equals(LocalDate.of(2020, 7, 1)) && m.speciesCode().equals("SAL"))
                .collect(Collectors.toMap(AuthorityMonth::productionAreaId, AuthorityMonth::deadCount)))
                .containsOnly(entry(2, 222_498L), entry(3, 934_934L), entry(5, 300_876L), entry(6, 785_937L),
                        entry(9, 317_534L), entry(11, 352_458L));
    }
}
