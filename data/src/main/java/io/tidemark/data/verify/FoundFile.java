package io.tidemark.data.verify;

import io.tidemark.data.table.TableContract;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.jspecify.annotations.Nullable;

/**
 * A Parquet file in its place in a snapshot's folder.
 *
 * @param table    the table of its folder
 * @param year     the year of its partition; null for an unpartitioned table
 * @param path     relative to the snapshot's folder, with forward slashes
 * @param file     its absolute path
 * @param bytes    size when it was found
 * @param modified last change when it was found
 */
record FoundFile(TableContract table, @Nullable Integer year, String path, Path file, long bytes, FileTime modified) {}
