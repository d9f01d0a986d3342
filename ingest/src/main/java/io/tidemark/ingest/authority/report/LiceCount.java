package io.tidemark.ingest.authority.report;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.ingest.authority.format.AuthorityRow;
import io.tidemark.ingest.authority.format.JsonTrees;
import io.tidemark.ingest.authority.format.RowRejected;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The lice of a site in a week, as a report has them. Numbers have two decimals, as in the lake.
 *
 * @param adultFemale    adult female lice per fish; null where none are reported
 * @param mobile         other mobile lice per fish, or null
 * @param attached       attached lice per fish, or null
 * @param limit          the most adult female lice that are allowed; null where the file does not say
 * @param isAboveLimit   whether they are more; null where the file does not tell
 * @param hasCounted     whether lice were counted
 * @param isProbablyBare whether the site is probably without fish; null where the file does not say
 */
record LiceCount(@Nullable BigDecimal adultFemale, @Nullable BigDecimal mobile, @Nullable BigDecimal attached, @Nullable BigDecimal limit,
        @Nullable Boolean isAboveLimit, boolean hasCounted, @Nullable Boolean isProbablyBare) {

    static final String ADULT_FEMALE = "Voksne hunnlus";
    private static final String MOBILE = "Lus i bevegelige stadier";
    private static final String ATTACHED = "Fastsittende lus";
    private static final String LIMIT = "Lusegrense uke";
    private static final String ABOVE = "Over lusegrense uke";
    private static final String COUNTED = "Har telt lakselus";
    private static final String BARE = "Trolig uten fisk";
    private static final BigDecimal MOST = new BigDecimal("9999.99");

    /** The counts of a row of the weekly report; a row without counts has them all null, and is not counted. */
    static LiceCount of(AuthorityRow row) throws RowRejected {
        BigDecimal adults = perFish(row, ADULT_FEMALE);
        BigDecimal limit = perFish(row, LIMIT);
        Boolean counted = flag(row, COUNTED);
        Boolean above = flag(row, ABOVE);
        if (above == null && adults != null && limit != null) {
            above = adults.compareTo(limit) > 0;
        }
        return new LiceCount(rounded(adults), rounded(perFish(row, MOBILE)), rounded(perFish(row, ATTACHED)), rounded(limit), above,
                counted == null ? adults != null : counted, flag(row, BARE));
    }

    /** The counts of a report to the food-safety authority, which knows no limit; null is a report without a count. */
    static LiceCount of(String column, JsonNode count) throws RowRejected {
        if (!count.isObject() && !count.isNull()) {
            throw new RowRejected(column, count.toString(), "is no object");
        }
        BigDecimal adults = perFish(column, count, "voksneHunnlus");
        return new LiceCount(rounded(adults), rounded(perFish(column, count, "bevegeligeLus")), rounded(perFish(column, count, "fastsittendeLus")),
                null, null, adults != null, null);
    }

    private static @Nullable BigDecimal perFish(String column, JsonNode count, String name) throws RowRejected {
        JsonNode value = count.path(name);
        return value.isMissingNode() ? null : perFish(column + "." + name, JsonTrees.text(value));
    }

    private static @Nullable BigDecimal perFish(AuthorityRow row, String column) throws RowRejected {
        return perFish(column, row.text(column));
    }

    private static @Nullable BigDecimal perFish(String column, String text) throws RowRejected {
        if (text.isEmpty()) {
            return null;
        }
        BigDecimal lice = AuthorityRow.number(column, text);
        if (lice.signum() < 0 || lice.compareTo(MOST) > 0) {
            throw new RowRejected(column, text, "must be from 0 to " + MOST + " lice per fish");
        }
        return lice;
    }

    private static @Nullable BigDecimal rounded(@Nullable BigDecimal lice) {
        return lice == null ? null : lice.setScale(2, RoundingMode.HALF_UP);
    }

    private static @Nullable Boolean flag(AuthorityRow row, String column) throws RowRejected {
        return switch (row.text(column).toLowerCase(Locale.ROOT)) {
            case "" -> null;
            case "ja" -> true;
            case "nei" -> false;
            default -> throw new RowRejected(column, row.text(column), "must be Ja or Nei");
        };
    }

    /** The first column in which another row of the same site and week differs; empty if it says the same. */
    Optional<String> differsIn(LiceCount other) {
        return Stream.of(new Side(ADULT_FEMALE, adultFemale, other.adultFemale), new Side(MOBILE, mobile, other.mobile),
                new Side(ATTACHED, attached, other.attached), new Side(LIMIT, limit, other.limit),
                new Side(ABOVE, isAboveLimit, other.isAboveLimit), new Side(COUNTED, hasCounted, other.hasCounted),
                new Side(BARE, isProbablyBare, other.isProbablyBare)).filter(side -> !Objects.equals(side.here, side.there)).map(Side::column)
                .findFirst();
    }

    private record Side(String column, @Nullable Object here, @Nullable Object there) {}
}
