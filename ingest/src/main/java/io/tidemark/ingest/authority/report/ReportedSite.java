package io.tidemark.ingest.authority.report;

import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * A site at sea in a fish-health report; the reports leave out sites on land.
 *
 * @param siteId           the authority's site number
 * @param name             its name
 * @param latitude         degrees north, WGS84; null together with the longitude
 * @param longitude        degrees east, WGS84
 * @param productionAreaId 1 to 13, or null
 * @param week             Monday of the reported week
 */
public record ReportedSite(String siteId, String name, @Nullable Double latitude, @Nullable Double longitude,
        @Nullable Integer productionAreaId, LocalDate week) {}
