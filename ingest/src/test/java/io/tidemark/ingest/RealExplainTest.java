package io.tidemark.ingest;

import static io.tidemark.ingest.authority.RealFiles.real;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.snapshot.PrivacyChange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What {@code tidemark ingest --explain} says of the authority's own files; skipped where they are not. Its first rows
 * are in order: of the registers the site with the lowest number, of the statistics the first month, whose figures are
 * those of the file, added up over stocking years and, by county, over counties.
 */
class RealExplainTest {

    @TempDir
    private Path folder;

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            akvakulturregisteret_2019-11-11.csv        | site register            | row for site: {'site_id': 10029, \
            'site_name': TUHOLMANE Ø, 'latitude': 59.372033, 'longitude': 5.20965, 'placement': offshore,
            akvakulturregisteret_2023-06-23_sample.csv | site register            | row for site: {'site_id': 10173, \
            'site_name': SOLBERGSTRAND, 'latitude': 59.615783, 'longitude': 10.65265, 'placement': onshore,
            barentswatch_lice_sample.csv               | lice report              | row for lice: {'line': 2, \
            'week': 2020-01-20, 'site_id': 13035, 'adult_female': 1.79, 'mobile': 3.63, 'attached': 0.78,
            biomassestatistikk_fylke_2005-2023.xlsx    | biomass statistics       | row for month: {\
            'month': 2005-01-01, 'production_area_id': NULL, 'species_code': SAL, 'closing_count': 183470467,
            biostat_po_2024_sample.csv                 | biomass statistics       | row for month: {\
            'month': 2017-10-01, 'production_area_id': 5, 'species_code': TRR, 'closing_count': 2553307,
            biostat_po_2026_sample.csv                 | biomass statistics       | row for month: {\
            'month': 2017-10-01, 'production_area_id': 5, 'species_code': TRR, 'closing_count': 1130530,
            derived_biostat-total-omr_2005-2023.csv    | biomass statistics       | row for month: {\
            'month': 2005-01-01, 'production_area_id': 2, 'species_code': SAL, 'closing_count': 20457770,
            produksjonsomrader.geojson                 | production area outlines | row for outline: {'area_id': 1, \
            'area_name': Svenskegrensen til Jæren,
            tiltak_mot_lakselus_2012-2018.xlsx         | lice treatments          | 'date': 2018-05-28, \
            'site_id': 12067, 'treatment_category': Mechanical,
            vann-nett_vannforekomster_2020-04-07.csv   | water bodies             | the bodies are not stored: \
            the file does not say which sites lie in them
            """)
    void eachFileSaysHowItIsRead(String name, String table, String row) throws IOException {
        String path = "authority/" + name;
        TestDelivery delivery = new TestDelivery(folder).basics().file(path, Files.readAllBytes(real(name)));
        IngestReport report = Ingest.run(new IngestOptions(delivery.folder(), delivery.lake, TestDelivery.TODAY, true,
                1, null, PrivacyChange.NONE).explaining(path), line -> { });
        List<String> notes = report.files().stream().filter(file -> file.path().equals(path)).findFirst().orElseThrow()
                .notes();
        assertThat(notes).anyMatch(note -> note.startsWith("read as " + table + ", with the columns "))
                .anyMatch(note -> note.contains(row));
    }
}
