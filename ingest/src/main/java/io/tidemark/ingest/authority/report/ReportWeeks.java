package io.tidemark.ingest.authority.report;

import io.tidemark.ingest.authority.format.AuthorityContent.Source;
import io.tidemark.ingest.staging.RowAppender;
import io.tidemark.ingest.staging.StagingDatabase;
import io.tidemark.ingest.staging.StagingTables;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The weeks and sites of a fish-health report. Its weeks replace those in the lake. */
final class ReportWeeks {

    private ReportWeeks() {}

    /**
     * Writes them to the staging tables.
     *
     * @param target the lake's table in which the weeks are replaced
     */
    static void stage(StagingDatabase staging, Source source, String target, Collection<LocalDate> weeks, List<ReportedSite> sites) {
        try (RowAppender rows = staging.append(StagingTables.REPORT_WEEK)) {
            weeks.stream().filter(week -> !week.isAfter(source.today())).forEach(week -> rows.add(target, week));
        }
        try (RowAppender rows = staging.append(StagingTables.REPORT_SITE)) {
            sites.forEach(site -> rows.add(site.siteId(), site.name(), site.latitude(), site.longitude(), site.productionAreaId(),
                    site.week()));
        }
    }

    /** A note about rows of future weeks; empty without such rows. */
    static Optional<String> note(Source source, int late) {
        return late == 0 ? Optional.empty() : Optional.of("left out: " + late + " rows of weeks after " + source.today());
    }
}
