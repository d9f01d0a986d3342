/** The declarations of all tables: delivered, derived, and of the ledger. */
package io.tidemark.data.table;
