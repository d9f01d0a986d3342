package io.tidemark.data.verify;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineException;
import io.tidemark.data.duckdb.SqlLiteral;
import io.tidemark.data.file.Sha256;
import io.tidemark.data.snapshot.Manifest.FileEntry;
import io.tidemark.data.table.Column;
import io.tidemark.data.table.TableContract;
import java.io.IOException;
import java.sql.Date;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads a Parquet file back and checks its columns against the table's contract, its rows, its dates and its hash. */
record FileContract(DuckSession session, List<Finding> findings) {

    /**
     * The file's manifest entry; empty if it violates the contract.
     * @param version the minimum contract version; columns added later may be missing
     */
    Optional<FileEntry> read(FoundFile found, int version) {
        int before = findings.size();
        try {
            checkColumns(found, version);
            FileEntry entry = findings.size() == before ? describe(found) : null;
            return findings.size() == before ? Optional.ofNullable(entry) : Optional.empty();
        } catch (EngineException e) {
            fault(found, "cannot be read as Parquet: " + reason(e));
        } catch (IOException e) {
            fault(found, "cannot be read: " + e.getMessage());
        }
        return Optional.empty();
    }

    /** Whether each value can be read; if not, that is a fault. */
    boolean isReadable(FoundFile found) {
        try {
            session.first("SELECT bit_xor(hash(t)) FROM " + rows(found) + " AS t", row -> row.getObject(1) == null);
            return true;
        } catch (EngineException e) {
            fault(found, "cannot be read as Parquet: " + reason(e));
            return false;
        }
    }

    private static String reason(EngineException e) {
        return String.valueOf(e.getMessage()).replaceAll(" in: (?s:.*)", "");
    }

    private void checkColumns(FoundFile found, int version) {
        Map<String, String> types = new LinkedHashMap<>();
        session.each("DESCRIBE SELECT * FROM " + rows(found), row -> types.put(row.getString(1), row.getString(2)));
        for (Column column : found.table().columns()) {
            String type = types.remove(column.name());
            if (type == null && column.since() > version) {
                continue;
            }
            if (type == null) {
                fault(found, "has no column " + column.name() + " " + column.type().sql());
            } else if (!type.equals(column.type().sql())) {
                fault(found, "column " + column.name() + " is " + type + ", must be " + column.type().sql());
            }
        }
        found.table().former().forEach(types::remove);
        types.forEach((name, type) -> fault(found, "column " + name + " " + type + " is not in table " + found.table()
                .name()));
    }

    private FileEntry describe(FoundFile found) throws IOException {
        TableContract table = found.table();
        List<Column> filled = table.columns().stream().filter(column -> !column.nullable()).toList();
        String dates = table.isPartitioned() ? "min(" + table.yearPartition() + "), max(" + table.yearPartition() + ")"
                : "CAST(NULL AS DATE), CAST(NULL AS DATE)";
        String nulls = filled.stream().map(column -> ", count(*) - count(" + column.name() + ")")
                .collect(Collectors.joining());
        String sha256 = Sha256.hex(found.file());
        FileEntry entry = session.first("SELECT count(*), " + dates + nulls + " FROM " + rows(found), row -> {
            for (int i = 0; i < filled.size(); i++) {
                if (row.getLong(4 + i) > 0) {
                    fault(found, row.getLong(4 + i) + " rows have no " + filled.get(i).name());
                }
            }
            return new FileEntry(found.path(), row.getLong(1), found.bytes(), sha256, day(row.getDate(2)),
                    day(row.getDate(3)));
        }).orElseThrow();
        for (LocalDate day : days(entry)) {
            if (found.year() != null && day.getYear() != found.year()) {
                fault(found, "has rows of " + day + " in the partition of " + found.year());
            }
        }
        return entry;
    }

    private static List<LocalDate> days(FileEntry entry) {
        List<LocalDate> days = new ArrayList<>();
        if (entry.firstDate() != null && entry.lastDate() != null) {
            days.add(entry.firstDate());
            if (entry.firstDate().getYear() != entry.lastDate().getYear()) {
                days.add(entry.lastDate());
            }
        }
        return days;
    }

    private static String rows(FoundFile found) {
        return "read_parquet(" + SqlLiteral.of(found.file()) + ", hive_partitioning = false)";
    }

    private static @Nullable LocalDate day(@Nullable Date date) {
        return date == null ? null : date.toLocalDate();
    }

    private void fault(FoundFile found, String problem) {
        findings.add(Finding.fault(found.path(), problem));
    }
}
