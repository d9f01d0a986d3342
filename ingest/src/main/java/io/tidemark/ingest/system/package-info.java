/** Exports of farm systems, mapped to the canonical tables by SQL files. */
package io.tidemark.ingest.system;
