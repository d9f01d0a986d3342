package io.tidemark.ingest.authority.register;

import io.tidemark.ingest.authority.format.AuthorityRow;
import io.tidemark.ingest.authority.format.ProductionAreaId;
import io.tidemark.ingest.authority.format.RowRejected;
import io.tidemark.ingest.contract.NorwegianWaters;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A row of the site register that passed its checks: one licence, one site, one species.
 *
 * @param line             physical line in the file
 * @param siteId           site number
 * @param name             the site's name
 * @param position         its position; null if the register has none
 * @param placement        {@code offshore} or {@code onshore}
 * @param productionAreaId 1 to 13; null if the register names none
 * @param ownerNumber      organisation number of the licence holder; null for private owners
 * @param species          species as written; null if none is named
 * @param purpose          the licence's purpose in capitals; null if none is named
 * @param productionForm   its production form in capitals; null if none is named
 */
public record SiteRow(long line, String siteId, String name, @Nullable Position position, String placement,
        @Nullable Integer productionAreaId, @Nullable String ownerNumber, @Nullable String species, @Nullable String purpose,
        @Nullable String productionForm) {

    static final String OWNER = "ORG.NR/PERS.NR";
    public static final String SPECIES = "ART";
    public static final String SITE = "LOK_NR";
    public static final String NAME = "LOK_NAVN";
    static final String PLACEMENT = "LOK_PLASS";
    public static final String LATITUDE = "N_GEOWGS84";
    public static final String LONGITUDE = "Ø_GEOWGS84";
    /** This column is only in the 2023 layout. */
    static final String PRODUCTION_AREA = "PROD_OMR";

    private static final String PURPOSE = "FORMÅL";
    /** The production form has been called stage since 2024. */
    private static final String FORM = "PRODUKSJONSFORM";
    private static final String STAGE = "PRODUKSJONSSTADIUM";

    /** The columns required in all layouts. Other columns, such as the text dates, are ignored. */
    public static final List<String> REQUIRED = List.of(OWNER, SPECIES, SITE, NAME, PLACEMENT, LATITUDE, LONGITUDE);

    private static final Pattern SITE_NUMBER = Pattern.compile("[1-9]\\d{0,7}");
    private static final Pattern ORGANISATION_NUMBER = Pattern.compile("\\d{9}");

    /** A position in degrees, WGS84. */
    public record Position(double latitude, double longitude) {

        public static @Nullable Position of(AuthorityRow row, String latitude, String longitude) throws RowRejected {
            if (row.text(latitude).isEmpty() && row.text(longitude).isEmpty()) {
                return null;
            }
            return new Position(degrees(row, latitude, NorwegianWaters.SOUTH, NorwegianWaters.NORTH),
                    degrees(row, longitude, NorwegianWaters.WEST, NorwegianWaters.EAST));
        }

        private static double degrees(AuthorityRow row, String column, BigDecimal least, BigDecimal most) throws RowRejected {
            BigDecimal degrees = row.number(column);
            if (degrees.compareTo(least) < 0 || degrees.compareTo(most) > 0) {
                throw new RowRejected(column, row.text(column),
                        "not in Norway's waters (" + least + " to " + most + " degrees)");
            }
            return degrees.doubleValue();
        }

        @Override
        public String toString() {
            return latitude + " " + longitude;
        }
    }

    /** Checks a row of the file. */
    public static SiteRow of(AuthorityRow row, boolean hasProductionArea) throws RowRejected {
        String site = siteNumber(row, SITE);
        String area = hasProductionArea ? row.text(PRODUCTION_AREA) : "";
        String owner = row.text(OWNER);
        String species = row.stored(SPECIES);
        return new SiteRow(row.line(), site, AuthorityRow.stored(NAME, row.required(NAME)), Position.of(row, LATITUDE, LONGITUDE), placement(row),
                ProductionAreaId.isAbsent(area) ? null : ProductionAreaId.parse(PRODUCTION_AREA, area),
                ORGANISATION_NUMBER.matcher(owner).matches() ? owner : null,
                species.isEmpty() ? null : species, inCapitals(row, PURPOSE),
                inCapitals(row, row.text(FORM).isEmpty() ? STAGE : FORM));
    }

    /** Whether the row is of a licence that has no site. */
    static boolean isWithoutSite(AuthorityRow row) {
        return row.text(SITE).isEmpty() && row.text(NAME).isEmpty();
    }

    // written as Kommersiell in 2019 and as KOMMERSIELL since
    private static @Nullable String inCapitals(AuthorityRow row, String column) throws RowRejected {
        String text = row.stored(column).toUpperCase(Locale.ROOT);
        return text.isEmpty() ? null : text;
    }

    /** The site number in a column. */
    public static String siteNumber(AuthorityRow row, String column) throws RowRejected {
        String site = row.required(column);
        if (!SITE_NUMBER.matcher(site).matches()) {
            throw new RowRejected(column, site, "not a site number");
        }
        return site;
    }

    private static String placement(AuthorityRow row) throws RowRejected {
        String text = row.required(PLACEMENT);
        return switch (text.toUpperCase(Locale.ROOT)) {
            case "SJØ" -> "offshore";
            case "LAND" -> "onshore";
            default -> throw new RowRejected(PLACEMENT, text, "neither SJØ nor LAND");
        };
    }
}
