package io.tidemark.data.derive;

import java.time.LocalDate;

/**
 * A range of days.
 *
 * @param first the first
 * @param last  the last, not before it
 */
public record DateRange(LocalDate first, LocalDate last) {

    /** Checks the order. */
    public DateRange {
        if (last.isBefore(first)) {
            throw new IllegalArgumentException(first + " to " + last + " is no range of days");
        }
    }

    /** The shortest range that covers this one and another. */
    public DateRange and(DateRange other) {
        return new DateRange(first.isBefore(other.first) ? first : other.first, last.isAfter(other.last)
                ? last : other.last);
    }

    /** Extends the range by the day after it, within the year: that day's growth is counted from the day before. */
    DateRange withNextDay() {
        LocalDate next = last.plusDays(1);
        return next.getYear() == last.getYear() ? new DateRange(first, next) : this;
    }

    /**
     * Extends the range to whole pieces: from the start of the first day's piece to the end of the last day's. A piece
     * is the days of one ISO week and month.
     */
    DateRange inPieces() {
        return new DateRange(Piece.start(first), Piece.end(last));
    }
}
