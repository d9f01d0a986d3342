package io.tidemark.ingest.delivery;

/**
 * A file of a farm system's export, delivered as {@code farmers/<farmer_id>/<system>/<site_id>/<file>}.
 *
 * @param file   the file
 * @param system the farm system's name, lower case
 * @param siteId the id of its site
 */
public record SystemExport(DeliveredFile file, String system, String siteId) {}
