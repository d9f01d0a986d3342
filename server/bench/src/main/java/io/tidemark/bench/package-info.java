/** Benchmarks: routes against bare scans, ingest against a bare COPY, the server over HTTP, and other systems. */
package io.tidemark.bench;
