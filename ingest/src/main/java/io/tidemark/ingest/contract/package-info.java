/** The contracts of the delivered tables: columns, types and checks. */
package io.tidemark.ingest.contract;
