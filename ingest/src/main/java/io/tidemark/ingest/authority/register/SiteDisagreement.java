package io.tidemark.ingest.authority.register;

/**
 * A value of a site's row that contradicts the site's first row, which is the one kept. The row itself is taken.
 *
 * @param siteId the site
 * @param line   physical line of the first row that says otherwise
 * @param column name, placement, coordinates or production area: the column as published (latitude stands for both coordinates)
 * @param kept   what the first row says
 * @param other  what this row says
 */
public record SiteDisagreement(String siteId, long line, String column, String kept, String other) {}
