package io.tidemark.ingest.check;

/** The faults found by comparing rows with other rows. */
public enum CrossCheck {
    /** Two rows of the delivery have the same key. */
    DELIVERED_TWICE(200, "", "is delivered twice"),
    /** The site is not in the register. */
    UNKNOWN_SITE(201, "site_id", "is not a site of the register"),
    /** The loss category is not in the code list. */
    UNKNOWN_CATEGORY(202, "category_code", "is not a code of the loss category list, which tidemark codes prints"),
    /** The production area does not exist. */
    UNKNOWN_AREA(203, "production_area_id", "is not a production area"),
    /** The farmer is not in the farmers list. */
    UNKNOWN_FARMER(204, "farmer_id", "is not a farmer of the farmers list"),
    /** The water type does not exist. */
    UNKNOWN_MARINE_TYPE(205, "marine_type_code", "is not a marine type"),
    /** The water region does not exist. */
    UNKNOWN_MARINE_REGION(206, "marine_type_region_code", "is not a marine type region"),
    /** The lake has this unit and day from another farmer. */
    OTHER_FARMERS_UNIT(207, "unit_id", "has been delivered by another farmer for that day"),
    /** The lake has this reading from another farmer. */
    OTHER_FARMERS_READING(208, "site_id", "has a temperature of that day and depth from another farmer"),
    /** A loss has no stock. */
    LOSS_WITHOUT_STOCK(209, "unit_id", "has losses, but no stock of this farmer that day"),
    /** The losses exceed the stock, and no weight is known for them. */
    LOSS_WITHOUT_WEIGHT(210, "unit_id", "has more losses than fish that day, and no weight on any day"),
    /** Feed has no stock. */
    FEED_WITHOUT_STOCK(211, "unit_id", "has feed, but no stock of this farmer that day"),
    /** Feed was given to a unit without fish. */
    FEED_WITHOUT_FISH(212, "feed_kg", "must be 0 for a unit without fish"),
    /** An invalid geometry. */
    BAD_OUTLINE(213, "area_geojson", "is no outline that can be read and lies in Norway's waters, the longitude first"),
    /** More losses than can be counted. */
    LOSSES_BEYOND_COUNTING(214, "loss_count", "the unit's losses of the day are more than 2147483647"),
    /**
     * The site belongs to other companies. All of its rows are rejected alike,
     * which reveals nothing of the stock there.
     */
    OTHERS_SITE(215, "site_id", "is not this company's site");

    private final int code;
    private final String column;
    private final String reason;

    CrossCheck(int code, String column, String reason) {
        this.code = code;
        this.column = column;
        this.reason = reason;
    }

    /** The check with this number. */
    public static CrossCheck of(int code) {
        for (CrossCheck check : values()) {
            if (check.code == code) {
                return check;
            }
        }
        throw new IllegalArgumentException("no check has the number " + code);
    }

    /** The check for values of a column that are missing in its list. */
    static CrossCheck unknown(String column) {
        for (CrossCheck check : values()) {
            if (check.name().startsWith("UNKNOWN_") && check.column.equals(column)) {
                return check;
            }
        }
        throw new IllegalArgumentException("no check says that a " + column + " is not known");
    }

    /** Its fault number in {@code bad_row}. */
    public int code() {
        return code;
    }

    /** The column that the rejects file names; empty for the table's key. */
    public String column() {
        return column;
    }

    /** The fault, for people. */
    public String reason() {
        return reason;
    }
}
