package io.tidemark.ingest.authority.register;

/**
 * A value that contradicts the site's first row, which is kept. The row itself is accepted.
 * @param siteId the site
 * @param line   physical line of the first contradicting row
 * @param column name, placement, coordinates or production area: the column as published (latitude means both coordinates)
 * @param kept   the value of the first row
 * @param other  the value of this row
 */
public record SiteDisagreement(String siteId, long line, String column, String kept, String other) {}
