/** Maps exports of farm systems to the canonical tables by SQL files. */
package io.tidemark.ingest.system;
