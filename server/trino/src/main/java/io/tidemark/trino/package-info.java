/** A Trino cluster in one process, for tests and measurements. */
package io.tidemark.trino;
