/** Publishes a snapshot and releases its complete periods into the ledger; the SQL is under sql/derive/release. */
package io.tidemark.data.release;
