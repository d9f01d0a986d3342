package io.tidemark.generate.farm;

import static io.tidemark.generate.biology.BiologyParameters.LICE;

import de.siegmar.fastcsv.writer.CsvWriter;
import io.tidemark.generate.biology.Draws;
import io.tidemark.generate.coast.GeneratedSite;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.temporal.IsoFields;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The authority's weekly lice report of all sites at sea, those outside the platform included, in the authority's own
 * columns and newest first. Its sea temperatures are left empty: companies' own readings are the benchmark's.
 */
public final class LiceReport {

    private static final List<String> COLUMNS = List.of("Uke", "År", "Lokalitetsnummer", "Lokalitetsnavn",
            "Voksne hunnlus",
            "Lus i bevegelige stadier", "Fastsittende lus", "Trolig uten fisk", "Har telt lakselus", "Lat", "Lon",
            "Lusegrense uke", "Over lusegrense uke", "Sjøtemperatur",
            "ProduksjonsområdeId");
    private static final int DAYS_TO_SUNDAY = 6;
    private static final String YES = "Ja";
    private static final String NO = "Nei";

    /**
     * A site's week.
     *
     * @param monday the week's Monday, epoch day
     * @param count  lice per fish; null where none were counted
     */
    private record Week(GeneratedSite site, int monday, double limit, @Nullable Count count, boolean hasFish) {}

    private record Count(double adultFemale, double mobile, double attached) {}

    private final List<Week> weeks = new ArrayList<>();

    /**
     * Adds a site's week, as it is counted on the Monday before that day's treatment. Below four degrees lice are
     * counted every second week.
     *
     * @param lice  adult female lice per fish
     * @param draws the site's own stream of counts
     */
    public void add(GeneratedSite site, int monday, double lice, double limit, double temperature, boolean hasFish,
            Draws draws) {
        boolean counts = hasFish && (temperature >= LICE.countedWeeklyFrom() || Math.floorMod(monday / 7, 2) == 0);
        weeks.add(new Week(site, monday, limit, counts ? new Count(draws.lognormal(lice, LICE.countSigma()),
                draws.lognormal(lice * LICE.mobileForEachAdult(), LICE.countSigma()),
                draws.lognormal(lice * LICE.attachedForEachAdult(), LICE.countSigma())) : null, hasFish));
    }

    /**
     * Writes the weeks that end between two days.
     *
     * @return the number of rows; without any, no file is written
     */
    public long write(Path file, int first, int last) throws IOException {
        List<Week> ended = weeks.stream().filter(week -> week.monday + DAYS_TO_SUNDAY >= first && week.monday
                + DAYS_TO_SUNDAY <= last)
                .sorted(Comparator.comparing((Week week) -> week.site.id()).thenComparingInt(week -> -week.monday))
                .toList();
        if (ended.isEmpty()) {
            return 0;
        }
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        try (CsvWriter csv = CsvWriter.builder().build(Files.newBufferedWriter(file, StandardCharsets.UTF_8))) {
            // the authority's files begin with a byte order mark
            csv.writeRecord(COLUMNS.stream().map(column -> column.equals(COLUMNS.getFirst()) ? '\uFEFF'
                    + column : column).toList());
            ended.forEach(week -> csv.writeRecord(row(week)));
        }
        return ended.size();
    }

    private static List<String> row(Week week) {
        LocalDate monday = LocalDate.ofEpochDay(week.monday);
        Count count = week.count;
        return List.of(Integer.toString(monday.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR)),
                Integer.toString(monday.get(IsoFields.WEEK_BASED_YEAR)),
                week.site.id(), week.site.name(), count == null ? "" : number(count.adultFemale), count == null
                ? "" : number(count.mobile),
                count == null ? "" : number(count.attached), week.hasFish ? NO : YES, count == null ? NO : YES,
                String.format(Locale.ROOT, "%.6f", week.site.latitude()),
                String.format(Locale.ROOT, "%.6f", week.site.longitude()),
                Double.toString(week.limit), count != null && rounded(count.adultFemale).doubleValue() > week.limit
                ? YES : NO, "", week.site.productionArea() == null ? "" : Integer.toString(week.site.productionArea()));
    }

    private static BigDecimal rounded(double lice) {
        return BigDecimal.valueOf(lice).setScale(2, RoundingMode.HALF_UP);
    }

    private static String number(double lice) {
        return rounded(lice).toString();
    }
}
