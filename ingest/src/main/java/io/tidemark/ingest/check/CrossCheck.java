package io.tidemark.ingest.check;

/** Faults that are found by comparing rows with other rows. */
public enum CrossCheck {
    /** Two rows of the delivery have one key. */
    DELIVERED_TWICE(200, "", "is delivered twice"),
    /** No such site. */
    UNKNOWN_SITE(201, "site_id", "is not a site of the register"),
    /** No such category. */
    UNKNOWN_CATEGORY(202, "category_code", "is not a code of the loss category list"),
    /** No such production area. */
    UNKNOWN_AREA(203, "production_area_id", "is not a production area"),
    /** No such farmer. */
    UNKNOWN_FARMER(204, "farmer_id", "is not a farmer of the farmers list"),
    /** No such water type. */
    UNKNOWN_MARINE_TYPE(205, "marine_type_code", "is not a marine type"),
    /** No such water region. */
    UNKNOWN_MARINE_REGION(206, "marine_type_region_code", "is not a marine type region"),
    /** The lake has that unit and day from another farmer. */
    OTHER_FARMERS_UNIT(207, "unit_id", "has been delivered by another farmer for that day"),
    /** The lake has that reading from another farmer. */
    OTHER_FARMERS_READING(208, "site_id", "has a temperature of that day and depth from another farmer"),
    /** A loss from nothing. */
    LOSS_WITHOUT_STOCK(209, "unit_id", "has losses, but no stock of this farmer that day"),
    /** More losses than fish, and no weight for them. */
    LOSS_WITHOUT_WEIGHT(210, "unit_id", "has more losses than fish that day, and no weight on any day"),
    /** Feed for nothing. */
    FEED_WITHOUT_STOCK(211, "unit_id", "has feed, but no stock of this farmer that day"),
    /** Feed for no fish. */
    FEED_WITHOUT_FISH(212, "feed_kg", "must be 0 for a unit without fish"),
    /** An invalid geometry. */
    BAD_OUTLINE(213, "area_geojson", "is no outline that can be read"),
    /** More losses than can be counted. */
    LOSSES_BEYOND_COUNTING(214, "loss_count", "the unit's losses of the day are more than 2147483647"),
    /** The site is of other companies: all of its rows, with nothing said of what is stocked. */
    OTHERS_SITE(215, "site_id", "is not this company's site");

    private final int code;
    private final String column;
    private final String reason;

    CrossCheck(int code, String column, String reason) {
        this.code = code;
        this.column = column;
        this.reason = reason;
    }

    /** The check of that number. */
    public static CrossCheck of(int code) {
        for (CrossCheck check : values()) {
            if (check.code == code) {
                return check;
            }
        }
        throw new IllegalArgumentException("no check has the number " + code);
    }

    /** The check of a column that refers to a list. */
    static CrossCheck unknown(String column) {
        for (CrossCheck check : values()) {
            if (check.name().startsWith("UNKNOWN_") && check.column.equals(column)) {
                return check;
            }
        }
        throw new IllegalArgumentException("no check says that a " + column + " is not known");
    }

    /** Its number among the faults of {@code bad_row}. */
    public int code() {
        return code;
    }

    /** The column that is named in the rejects file; empty for the table's key. */
    public String column() {
        return column;
    }

    /** What is wrong, for people. */
    public String reason() {
        return reason;
    }
}
