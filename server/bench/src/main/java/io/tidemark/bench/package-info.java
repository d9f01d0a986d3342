/** Measurements: routes against bare scans, ingest against a bare COPY, the whole server over HTTP, and other systems beside it. */
package io.tidemark.bench;
