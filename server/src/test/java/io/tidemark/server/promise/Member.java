package io.tidemark.server.promise;

import java.time.YearMonth;

/**
 * The fish of one farmer group at a site, of which a month's rate is one member of a mean.
 *
 * @param company of the group, that with most fish there
 */
record Member(String site, String company) {

    /**
     * A mean of members is of their own values over so many months up to one: another number of months has other
     * values.
     */
    record Horizon(YearMonth last, int months) {}

    @Override
    public String toString() {
        return company + "/" + site;
    }
}
