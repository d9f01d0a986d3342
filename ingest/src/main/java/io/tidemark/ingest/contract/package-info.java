/** The contracts of the delivered tables: columns, types, checks, declared once. */
package io.tidemark.ingest.contract;
