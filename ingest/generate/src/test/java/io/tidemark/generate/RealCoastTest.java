package io.tidemark.generate;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.tidemark.generate.CoastFigures.Figure;
import io.tidemark.generate.coast.Coast;
import io.tidemark.generate.farm.AreaSeasons;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Compares the generated coast with the authority's statistics, January 2018 to February 2023. Makes the tables of
 * docs/coast.md; {@code -Dgolden.update=true} rewrites them. Skipped without the real files.
 */
class RealCoastTest {

    private static final String STATISTICS = "derived_biostat-total-omr_2005-2023.csv";
    // from the folder of this module, or of another
    private static final Path DOCS = Path.of(Files.isDirectory(Path.of("../docs")) ? "../docs" : "../../docs",
            "coast.md");
    private static final String[] MONTHS = {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct",
            "Nov", "Dec"};
    /** The production area that stands for each county in the file. */
    private static final List<String> AREA_OF_COUNTY = List.of("2", "3", "5", "6", "9", "11");
    /**
     * Percentage points that a month's share may differ: of the country, of a county. The dead of a county vary most: a
     * small one has some forty sites, and one disaster of a site is seen in its month.
     */
    private static final Map<Figure, double[]> BANDS = new EnumMap<>(Map.of(
            Figure.SMOLT, new double[] {2, 4}, Figure.BIOMASS, new double[] {1, 2}, Figure.FEED,
            new double[] {1.5, 2.5}, Figure.HARVEST, new double[] {3, 8}, Figure.LOSSES, new double[] {1.5, 4.5}));

    @TempDir
    private static Path temp;

    private static CoastFigures real;
    private static CoastFigures generated;

    @BeforeAll
    static void read() throws IOException {
        real = statistics(RealFiles.real(STATISTICS));
        generated = coast();
    }

    /** The algal bloom of May 2019 in Nordland and Troms killed millions of fish: the one month that is left out. */
    private static boolean bloom(int county, int year, int month, Figure figure) {
        return figure == Figure.LOSSES && county >= 4 && year == 2019 && month == 5;
    }

    private static CoastFigures statistics(Path file) throws IOException {
        CoastFigures figures = new CoastFigures();
        try (CsvReader<NamedCsvRecord> rows = CsvReader.builder().fieldSeparator(';').detectBomHeader(true)
                .ofNamedCsvRecord(file)) {
            for (NamedCsvRecord row : rows) {
                int year = Integer.parseInt(row.getField("ÅR"));
                int month = Integer.parseInt(row.getField("MÅNED_KODE"));
                int county = AREA_OF_COUNTY.indexOf(row.getField("PO_KODE"));
                if (year >= 2018 && county >= 0 && row.getField("ARTSID").equals("LAKS")) {
                    for (Figure figure : Figure.values()) {
                        if (!bloom(county, year, month, figure)) {
                            String value = row.getField(figure.published());
                            figures.add(figure, county, year, month, value.isEmpty() ? 0 : Double.parseDouble(value));
                        }
                    }
                }
            }
        }
        return figures;
    }

    /**
     * What the authority's file of a delivery says, without the farmers' files; many sites, since disasters are rare
     * and large.
     */
    private static CoastFigures coast() throws IOException {
        GeneratedCoast coast = new GeneratedCoast(new GeneratorOptions(1_600, 2, 5, 5, LocalDate.of(2022, 12, 31),
                null));
        for (int site = 0; site < coast.sites().size(); site++) {
            coast.simulation(site, null).run(null);
        }
        coast.authority().write(temp.resolve("authority_month.csv"), coast.authorityDraws());
        CoastFigures figures = new CoastFigures();
        for (NamedCsvRecord row : new ReadDelivery(temp).table("authority_month")) {
            LocalDate month = LocalDate.parse(row.getField("month"));
            if (month.getYear() >= 2018 && row.getField("species_code").equals("SAL")) {
                int county = AreaSeasons.of(Coast.area(ReadDelivery.integer(row, "production_area_id"))).county();
                for (Figure figure : Figure.values()) {
                    figures.add(figure, county, month.getYear(), month.getMonthValue(),
                            ReadDelivery.decimal(row, figure.canonical()));
                }
            }
        }
        return figures;
    }

    @ParameterizedTest
    @EnumSource(names = {"SMOLT", "BIOMASS", "FEED", "HARVEST", "LOSSES"})
    void everyMonthsShareLiesInTheBand(Figure figure) {
        double[] band = Objects.requireNonNull(BANDS.get(figure));
        for (int county = 0; county <= CoastFigures.COUNTRY; county++) {
            double most = county == CoastFigures.COUNTRY ? band[0] : band[1];
            List<Double> shares = generated.shares(figure, county);
            List<Double> wanted = real.shares(figure, county);
            for (int m = 0; m < shares.size(); m++) {
                assertThat(Math.abs(shares.get(m) - wanted.get(m)))
                        .as("%s, county %d, %s: %.1f %% generated, %.1f %% real",
                        figure, county, MONTHS[m], shares.get(m), wanted.get(m)).isLessThanOrEqualTo(most);
            }
        }
    }

    /**
     * As the statistics have it: most fish in the sea in October and November, least in May; most feed for them in
     * August.
     */
    @Test
    void theYearTurnsWhenItDoes() {
        assertThat(peak(generated.shares(Figure.BIOMASS, CoastFigures.COUNTRY))).isBetween(9, 11);
        assertThat(peak(real.shares(Figure.BIOMASS, CoastFigures.COUNTRY))).isBetween(10, 11);
        for (int month : new int[] {2, 8}) {
            assertThat(generated.feedRate(CoastFigures.COUNTRY, month))
                    .isBetween(real.feedRate(CoastFigures.COUNTRY, month) * 0.9,
                    real.feedRate(CoastFigures.COUNTRY, month) * 1.1);
        }
    }

    private static int peak(List<Double> shares) {
        return shares.indexOf(shares.stream().max(Double::compare).orElseThrow()) + 1;
    }

    /**
     * Rogaland and Agder follow the production areas' figures of 2023 (7.7 and 22.4 %, Fish Health Report), which lie
     * above what their counties had from 2018 to 2022.
     */
    @Test
    void aYearCostsAsManyFish() {
        for (int county = 0; county <= CoastFigures.COUNTRY; county++) {
            assertThat(generated.yearlyLoss(county) / real.yearlyLoss(county)).as("county %d", county)
                    .isBetween(0.85, county == 0 ? 1.5 : 1.15);
        }
    }

    @Test
    void theDocsShowBoth() throws IOException {
        String docs = Files.readString(DOCS);
        int from = docs.indexOf("<!-- tables -->");
        int to = docs.indexOf("<!-- end of tables -->");
        String wanted = docs.substring(0, from) + "<!-- tables -->\n" + tables() + docs.substring(to);
        if (Boolean.getBoolean("golden.update")) {
            Files.write(DOCS, wanted.getBytes(StandardCharsets.UTF_8));
        }
        assertThat(Files.readString(DOCS)).isEqualTo(wanted);
    }

    private static String tables() {
        List<String> lines = new ArrayList<>();
        for (Figure figure : BANDS.keySet()) {
            double[] band = Objects.requireNonNull(BANDS.get(figure));
            lines.add(String.format(Locale.ROOT, "%n### %s, per cent of the year%n%nBand: %s points for the country, "
                    + "%s for a county.%n", capital(figure.title()), points(band[0]), points(band[1])));
            lines.add("| | | " + String.join(" | ", MONTHS) + " |");
            lines.add("|---|---|" + "---:|".repeat(MONTHS.length));
            for (int county = CoastFigures.COUNTRY; county >= 0; county--) {
                String name = county == CoastFigures.COUNTRY ? "**Norway**" : CoastFigures.COUNTIES.get(county);
                lines.add("| " + name + " | real | " + cells(real.shares(figure, county)));
                lines.add("| | generated | " + cells(generated.shares(figure, county)));
            }
        }
        lines.add(String.format("%n### Dead fish of a year, per cent of the mean stock%n%nBand: 0.85 to 1.15 of the "
                + "real ones; Rogaland and Agder to 1.5, since "
                + "areas 1 and 2 follow the Fish Health Report of 2023.%n"));
        lines.add("| | real | generated |");
        lines.add("|---|---:|---:|");
        for (int county = CoastFigures.COUNTRY; county >= 0; county--) {
            lines.add(String.format(Locale.ROOT, "| %s | %.1f | %.1f |",
                    county == CoastFigures.COUNTRY ? "**Norway**" : CoastFigures.COUNTIES.get(county),
                    real.yearlyLoss(county), generated.yearlyLoss(county)));
        }
        return String.join("\n", lines) + "\n\n";
    }

    private static String cells(List<Double> shares) {
        StringBuilder cells = new StringBuilder();
        for (double share : shares) {
            cells.append(String.format(Locale.ROOT, "%.1f | ", share));
        }
        return cells.toString().strip();
    }

    private static String points(double value) {
        return value == Math.rint(value) ? Long.toString(Math.round(value)) : Double.toString(value);
    }

    private static String capital(String text) {
        return Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }
}
