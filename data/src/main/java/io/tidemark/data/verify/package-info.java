/** Verifies snapshots and folders of Parquet files, and publishes the sound ones. */
package io.tidemark.data.verify;
