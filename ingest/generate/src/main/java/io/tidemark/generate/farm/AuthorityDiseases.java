package io.tidemark.generate.farm;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.tidemark.generate.coast.GeneratedSite;
import java.io.IOException;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.IsoFields;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The authority's weekly report of notifiable diseases, as it is published: a row for each week in which a site has one
 * or may have one.
 */
public final class AuthorityDiseases {

    /** The report's file, named as the download is. */
    public static final String FILE = "ila_pd.csv";

    /** Days from the first deaths to the laboratory's finding, and from the last ones to the end. Our choice. */
    private static final int FOUND_AFTER = 10;
    private static final int ENDS_AFTER = 90;
    private static final int WEEK_DAYS = 7;
    private static final String[] COLUMNS = {"Uke", "År", "Lokalitetsnummer", "Lokalitetsnavn", "Sykdom", "Status",
            "Fra dato", "Til dato",
        "Kommunenummer", "Kommune", "Fylkesnummer", "Fylke", "Lat", "Lon", "ProduksjonsområdeId", "Produksjonsområde"};

    private record Period(GeneratedSite site, String status, LocalDate from, LocalDate to) {}

    private final List<Period> periods = new ArrayList<>();

    /** Pancreas disease breaks out at a site. */
    void pancreasDisease(GeneratedSite site, int start, int days) {
        LocalDate first = LocalDate.ofEpochDay(start);
        LocalDate found = first.plusDays(FOUND_AFTER);
        periods.add(new Period(site, "Mistanke", first, found.minusDays(1)));
        periods.add(new Period(site, "Påvist", found, first.plusDays((long) days + ENDS_AFTER)));
    }

    /** Writes the report of a day, if a disease was there before; returns its rows. */
    public long write(Path file, LocalDate day) throws IOException {
        List<Period> known = periods.stream().filter(period -> !period.from().isAfter(day))
                .sorted(Comparator.comparingLong((Period period) -> period.site().key()).thenComparing(Period::from))
                .toList();
        if (known.isEmpty()) {
            return 0;
        }
        long rows = 0;
        try (CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(file)) {
            csv.writeRecord(COLUMNS);
            for (Period period : known) {
                boolean open = period.to().isAfter(day);
                LocalDate last = open ? day : period.to();
                for (LocalDate monday = period.from().with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
                        !monday.isAfter(last);
                        monday = monday.plusDays(WEEK_DAYS)) {
                    csv.writeRecord(row(period, monday, open));
                    rows++;
                }
            }
        }
        return rows;
    }

    private static String[] row(Period period, LocalDate monday, boolean open) {
        GeneratedSite site = period.site();
        Integer area = site.productionArea();
        return new String[] {Integer.toString(monday.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR)),
                Integer.toString(monday.get(IsoFields.WEEK_BASED_YEAR)),
            site.id(), site.name(), "PD", period.status(), period.from().toString(), open ? "" : period.to()
            .toString(), "", "", "", "",
            Double.toString(site.latitude()), Double.toString(site.longitude()), area == null ? "" : area.toString(),
            ""};
    }
}
