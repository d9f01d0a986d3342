package io.tidemark.ingest.authority.report;

import io.tidemark.ingest.authority.format.AuthorityContent.Source;
import io.tidemark.ingest.staging.RowAppender;
import io.tidemark.ingest.staging.StagingDatabase;
import io.tidemark.ingest.staging.StagingTables;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The lice of a site in a week.
 *
 * @param line   where a file says so: its physical line, or the number of the JSON object
 * @param monday the week's Monday
 * @param siteId the authority's site number
 * @param lice   what the row says of them
 */
record CountedWeek(long line, LocalDate monday, String siteId, LiceCount lice) {

    /**
     * Writes those of the past to the staging table.
     *
     * @param publisher as the lake's {@code data_source} names it
     * @return remarks on those without a count, for people
     */
    static List<String> stage(StagingDatabase staging, Source source, List<CountedWeek> weeks, String publisher) {
        List<CountedWeek> past = weeks.stream().filter(each -> !each.monday.isAfter(source.today())).toList();
        try (RowAppender rows = staging.append(StagingTables.REPORT_LICE)) {
            past.forEach(c -> rows.add(source.number(), c.line, c.monday, c.siteId, c.lice.adultFemale(), c.lice.mobile(), c.lice.attached(),
                    c.lice.limit(), c.lice.isAboveLimit(), c.lice.hasCounted(), c.lice.isProbablyBare(), publisher));
        }
        return Stream.of(note(past.stream().filter(c -> !c.lice.hasCounted()).count(), "did not count lice"),
                note(past.stream().filter(c -> Boolean.TRUE.equals(c.lice.isProbablyBare())).count(), "are probably without fish"),
                ReportWeeks.note(source, weeks.size() - past.size())).flatMap(Optional::stream).toList();
    }

    static Optional<String> note(long rows, String what) {
        return rows == 0 ? Optional.empty() : Optional.of(rows + " rows " + what);
    }
}
