package io.tidemark.server.promise;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;

/**
 * What a company delivered of a pen for one piece (the days of one ISO week and month): the smallest thing that an
 * attacker could want to know.
 *
 * @param piece   its first day
 * @param version 1 as first delivered, more as corrected
 * @param fish    at the start of each day
 * @param cause   of which it loses fish, on the first day
 * @param type    mortality or culling
 * @param lost    how many: of that cause, no other stay loses as many, and these numbers are powers of two
 * @param feed    kg a day; 0 where none is reported
 * @param treated of which kind it was treated once: the number of a category and target
 * @param times   its treatment_count, a power of two that no other stay of the week has for that kind
 */
record Stay(Pen pen, LocalDate piece, int version, int fish, String cause, String type, int lost, int feed,
        int treated, int times) {

    int days() {
        return (int) ChronoUnit.DAYS.between(piece, Calendar.endOf(piece));
    }

    long fishDays() {
        return (long) fish * days();
    }

    int gram() {
        return pen.gramOn(piece);
    }

    LocalDate week() {
        return Calendar.mondayOf(piece);
    }

    LocalDate month() {
        return piece.withDayOfMonth(1);
    }

    String group() {
        return pen.group();
    }

    @Override
    public String toString() {
        return pen.group() + "/" + pen.id() + "/" + piece + (version == 1 ? "" : "#" + version);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Stay stay && stay.pen.id().equals(pen.id()) && stay.piece.equals(piece)
                && stay.version == version;
    }

    @Override
    public int hashCode() {
        return pen.id().hashCode() * 31 + piece.hashCode() + version;
    }
}
