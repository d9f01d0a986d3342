package io.tidemark.ingest.authority.report;

import io.tidemark.data.file.Sha256;
import io.tidemark.ingest.authority.format.AuthorityRow;
import io.tidemark.ingest.authority.format.ProductionAreaId;
import io.tidemark.ingest.authority.format.RowRejected;
import io.tidemark.ingest.authority.register.SiteRow;
import java.time.LocalDate;
import java.time.temporal.IsoFields;
import java.time.temporal.WeekFields;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The common part of all rows of fish-health reports: a site and an ISO week.
 *
 * @param line   physical line in the file
 * @param siteId the authority's site number
 * @param monday the week's Monday
 * @param site   the site in the report; null without a position
 */
public record ReportedWeek(long line, String siteId, LocalDate monday, @Nullable ReportedSite site) {

    private static final int ID_DIGITS = 12;
    static final String WEEK = "Uke";
    static final String YEAR = "År";
    public static final String SITE = "Lokalitetsnummer";
    static final String NAME = "Lokalitetsnavn";
    static final String LATITUDE = "Lat";
    static final String LONGITUDE = "Lon";
    public static final String AREA = "ProduksjonsområdeId";

    /** The columns required in both reports. */
    static final List<String> REQUIRED = List.of(WEEK, YEAR, SITE, NAME, LATITUDE, LONGITUDE, AREA);

    public static ReportedWeek of(AuthorityRow row) throws RowRejected {
        String siteId = SiteRow.siteNumber(row, SITE);
        LocalDate monday = monday(row, YEAR, WEEK);
        String area = row.text(AREA);
        Integer areaId = ProductionAreaId.isAbsent(area) ? null : ProductionAreaId.parse(AREA, area);
        SiteRow.Position position = SiteRow.Position.of(row, LATITUDE, LONGITUDE);
        String name = row.stored(NAME);
        boolean known = !name.isEmpty() && (areaId != null || position != null);
        return new ReportedWeek(row.line(), siteId, monday, known ? new ReportedSite(siteId, name,
                position == null ? null : (Double) position.latitude(), position == null ? null : (Double) position.longitude(),
                areaId, monday) : null);
    }

    /** The Monday of the ISO week in two columns. */
    static LocalDate monday(AuthorityRow row, String yearColumn, String weekColumn) throws RowRejected {
        int year = row.whole(yearColumn, 1990, 2100);
        int week = row.whole(weekColumn, 1, 53);
        LocalDate first = LocalDate.of(year, 1, 4).with(WeekFields.ISO.dayOfWeek(), 1);
        LocalDate monday = first.plusWeeks(week - 1L);
        if (monday.get(IsoFields.WEEK_BASED_YEAR) != year) {
            throw new RowRejected(weekColumn, row.text(weekColumn), "the year " + year + " has no such week");
        }
        return monday;
    }

    /** The id of a treatment, computed from what is reported of it, so that it is the same in every delivery. */
    static String treatmentId(String publisher, LocalDate monday, String siteId, String identity) {
        return "%s-%d-W%02d-%s-%s".formatted(publisher, monday.get(IsoFields.WEEK_BASED_YEAR), monday.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR), siteId,
                Sha256.hex(identity).substring(0, ID_DIGITS));
    }

    /** Keeps the latest week of each site. */
    static final class Sites {
        private final Map<String, ReportedSite> latest = new HashMap<>();

        void add(ReportedWeek row) {
            if (row.site() != null) {
                latest.merge(row.siteId(), row.site(), (a, b) -> b.week().isAfter(a.week()) ? b : a);
            }
        }

        List<ReportedSite> all() {
            return List.copyOf(latest.values());
        }
    }
}
