package io.tidemark.data.snapshot;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.SqlLiteral;
import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.file.FilePermissions;
import io.tidemark.data.file.Sha256;
import io.tidemark.data.table.TableContract;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Date;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A Parquet file of a table, or of one year of it, in a snapshot's folder.
 *
 * @param folder the snapshot's folder
 * @param path   the path within it
 */
public record TableFile(Path folder, String path) {

    /** The place of a table's file; {@code year} is the partition, or null for an unpartitioned table. */
    public static TableFile of(Path folder, TableContract table, @Nullable Integer year) {
        if (table.isPartitioned() != (year != null)) {
            throw new IllegalArgumentException("table " + table.name() + (year == null ? " needs" : " has no")
                    + " years");
        }
        return new TableFile(folder, prefix(table, year) + table.name() + ".parquet");
    }

    /** A file of one year of a ledger table; each entry that changes the year has its own. */
    public static TableFile ofEntry(Path ledger, TableContract table, int year, String entry) {
        return new TableFile(ledger, prefix(table, year) + entry + ".parquet");
    }

    /** The path prefix of a table's files, or of one year's files. */
    private static String prefix(TableContract table, @Nullable Integer year) {
        return table.name() + (year == null ? "/" : "/year=" + year + "/");
    }

    /** The entries of one year, or all of them if the year is null. */
    public static List<Manifest.FileEntry> ofYear(TableContract table, @Nullable Integer year,
            List<Manifest.FileEntry> entries) {
        String prefix = prefix(table, year);
        return entries.stream().filter(entry -> entry.path().startsWith(prefix)).toList();
    }

    /** The years of a table's files, ascending. */
    public static List<Integer> years(TableContract table, List<Manifest.FileEntry> entries) {
        String prefix = table.name() + "/year=";
        return entries.stream().map(Manifest.FileEntry::path)
                .filter(path -> path.startsWith(prefix))
                .map(path -> Integer.valueOf(path.substring(prefix.length(), path.indexOf('/', prefix.length()))))
                .distinct().sorted().toList();
    }

    private Path file() {
        return folder.resolve(path);
    }

    /**
     * Writes the rows of a query, sorted.
     *
     * @param stop   called before each chunk of the file that is read back; throws to stop
     * @param select a query with the table's columns
     * @return the entry of the file; for a year without rows, empty and no file
     */
    public Optional<Manifest.FileEntry> write(DuckSession session, TableContract table, Runnable stop, String select,
            Object... values) {
        return copy(session, table, "SELECT " + table.castList() + " FROM (" + select + ")", values)
                ? Optional.of(entry(session, table, stop)) : Optional.empty();
    }

    /**
     * Writes rows like {@link #write}, but without casting their types first: they must have the contract's columns,
     * types and order.
     */
    public Optional<Manifest.FileEntry> writeExact(DuckSession session, TableContract table, Runnable stop,
            String select, Object... values) {
        if (!copy(session, table, select, values)) {
            return Optional.empty();
        }
        String columns = String.join(", ", session.list("DESCRIBE SELECT * FROM read_parquet(" + SqlLiteral.of(file())
                + ", hive_partitioning = false)", row -> row.getString(1) + " " + row.getString(2)));
        if (!columns.equals(table.definition())) {
            throw new IllegalStateException("table " + table.name() + " was written as " + columns);
        }
        return Optional.of(entry(session, table, stop));
    }

    // for a year without rows, returns false and writes no file
    private boolean copy(DuckSession session, TableContract table, String select, Object... values) {
        makeFolder("write");
        // the path is a literal: DuckDB misnumbers a placeholder after TO
        long written = session.run("COPY (" + select + " ORDER BY " + table.orderList() + ") TO "
                + SqlLiteral.of(file())
                + " (FORMAT parquet, COMPRESSION zstd, PARQUET_VERSION v2, ROW_GROUP_SIZE 122880)", values);
        if (table.isPartitioned() && written == 0) {
            delete();
            return false;
        }
        return true;
    }

    private Manifest.FileEntry entry(DuckSession session, TableContract table, Runnable stop) {
        String dates = table.isPartitioned()
                ? "min(" + table.yearPartition() + "), max(" + table.yearPartition() + ")"
                : "CAST(NULL AS DATE), CAST(NULL AS DATE)";
        return LakeException.get("cannot read back " + path, () -> {
            // a snapshot is immutable, and hard links share the file with others
            DurableFiles.syncReadOnly(file());
            long bytes = Files.size(file());
            String sha256 = Sha256.hex(file(), stop);
            return session.first("SELECT count(*), " + dates + " FROM read_parquet(?, hive_partitioning = false)",
                    row -> new Manifest.FileEntry(path, row.getLong(1), bytes, sha256, day(row.getDate(2)),
                    day(row.getDate(3))), file().toString()).orElseThrow();
        });
    }

    private static @Nullable LocalDate day(@Nullable Date date) {
        return date == null ? null : date.toLocalDate();
    }

    /** Makes this file a hard link to an existing file, or a copy if the file system has no hard links. */
    void link(Path from) {
        makeFolder("take over");
        LakeException.run("cannot take over " + path, () -> {
            try {
                Files.createLink(file(), from);
            } catch (UnsupportedOperationException | FileSystemException e) {
                // a copy is as good, only larger
                Files.copy(from, file(), StandardCopyOption.REPLACE_EXISTING);
                DurableFiles.sync(file());
            }
        });
    }

    /** Moves a file from another snapshot in the making to this path. */
    void moveFrom(Path from) {
        makeFolder("take over");
        LakeException.run("cannot take over " + path, () -> Files.move(from, file(),
                StandardCopyOption.ATOMIC_MOVE));
    }

    private void delete() {
        LakeException.run("cannot delete " + path, () -> {
            Files.delete(file());
            Path year = Objects.requireNonNull(file().getParent());
            if (DurableFiles.names(year).isEmpty()) {
                Files.delete(year);
            }
        });
    }

    private void makeFolder(String purpose) {
        LakeException.run("cannot " + purpose + " " + path, () ->
                FilePermissions.makeFolder(Objects.requireNonNull(file().getParent())));
    }
}
