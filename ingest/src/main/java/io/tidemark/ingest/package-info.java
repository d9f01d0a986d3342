/** Turns a delivery folder into a published snapshot; the class Ingest is the entry point. */
package io.tidemark.ingest;
