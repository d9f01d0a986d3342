package io.tidemark.data.snapshot;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.file.FilePermissions;
import io.tidemark.data.table.DerivedTables;
import io.tidemark.data.table.LakeTables;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The contents of a snapshot: {@code manifest.json}, the last file written into it.
 *
 * @param formatVersion version of this document
 * @param id            the snapshot's id
 * @param createdAt     time of creation
 * @param parent        its base snapshot
 * @param privacy       the rule of its derived tables; null without derived tables
 * @param completeThrough the day up to which its stock is complete; null without stock, and in manifests of earlier
 *                        programs
 * @param tables        files and date range of each table
 * @param sources       the outcome of each delivered file
 * @param deliveries    the deliveries since its parent, in order; empty in manifests before format version 3
 * @param received      last published delivery of each farmer's table and of each list, by key such as {@code
 *                      farmers/F07/stock}
 * @param ledger        the part of the lake's ledger behind its benchmarks; null before publication and in manifests of
 *                      earlier programs
 */
public record Manifest(
        @JsonProperty("format_version") int formatVersion,
        String id,
        @JsonProperty("created_at") Instant createdAt,
        @Nullable String parent,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable PrivacyRule privacy,
        @JsonInclude(JsonInclude.Include.NON_NULL) @JsonProperty(
                "complete_through") @Nullable LocalDate completeThrough,
        SortedMap<String, TableEntry> tables,
        List<SourceEntry> sources,
        List<DeliveryEntry> deliveries,
        SortedMap<String, Received> received,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable LedgerMark ledger) {

    /**
     * The version that this program writes. It also reads version 1, without derived tables and contract versions, and
     * version 2, without deliveries.
     */
    public static final int FORMAT_VERSION = 3;

    /** Copies the collections. */
    public Manifest {
        tables = new TreeMap<>(tables == null ? Map.of() : tables);
        sources = sources == null ? List.of() : List.copyOf(sources);
        deliveries = deliveries == null ? List.of() : List.copyOf(deliveries);
        received = new TreeMap<>(received == null ? Map.of() : received);
    }

    /** Creates a manifest without known deliveries. */
    public Manifest(int formatVersion, String id, Instant createdAt, @Nullable String parent,
            @Nullable PrivacyRule privacy,
            @Nullable LocalDate completeThrough, SortedMap<String, TableEntry> tables, List<SourceEntry> sources) {
        this(formatVersion, id, createdAt, parent, privacy, completeThrough, tables, sources, List.of(),
                new TreeMap<>(), null);
    }

    /** A copy with the given part of the ledger, or without one. */
    public Manifest with(@Nullable LedgerMark mark) {
        return new Manifest(formatVersion, id, createdAt, parent, privacy, completeThrough, tables, sources,
                deliveries, received, mark);
    }

    /** Writes the manifest into a snapshot's folder. */
    public void write(Path folder) throws IOException {
        DurableFiles.replace(folder.resolve(Lake.MANIFEST), Lake.JSON.writeValueAsBytes(this), FilePermissions.FILE);
    }

    /** Whether a server can serve the snapshot: its derived tables exist, and its benchmarks are released. */
    @JsonIgnore
    public boolean isServable() {
        return isDerived() && ledger != null;
    }

    /** Whether it has every derived table by the current contracts, and the species list that they depend on. */
    @JsonIgnore
    public boolean isDerived() {
        return privacy != null && tables.containsKey(LakeTables.SPECIES.name()) && DerivedTables.all().stream()
                .allMatch(table -> {
            TableEntry entry = tables.get(table.name());
            return entry != null && entry.version() == table.version();
        });
    }

    /**
     * The part of the lake's ledger behind a snapshot's benchmarks, and the share of its fish that is in none.
     *
     * @param length          number of entries, counted from the first of the ledger
     * @param sha256          digest of the last of them, lower-case hex; empty without entries
     * @param releasedThrough the last released day; null without one
     * @param restated        the first day of released rows that its publication renewed: earlier answers can be
     *                        subtracted from its own; null if none were renewed
     * @param fishDays        fish-days of the snapshot in released periods
     * @param waitingFishDays the part of them that is in no benchmark: delivered late, or with too few groups
     */
    public record LedgerMark(int length, String sha256,
            @JsonInclude(JsonInclude.Include.NON_NULL) @JsonProperty(
            "released_through") @Nullable LocalDate releasedThrough,
            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable LocalDate restated,
            @JsonProperty("fish_days") long fishDays, @JsonProperty("waiting_fish_days") long waitingFishDays) {

        private static final double DECIMALS = 1e4;

        /** Creates the mark of a publication that restated nothing. */
        public LedgerMark(int length, String sha256, @Nullable LocalDate releasedThrough, long fishDays,
                long waitingFishDays) {
            this(length, sha256, releasedThrough, null, fishDays, waitingFishDays);
        }

        /**
         * Share of the fish-days in released periods that is in no benchmark, 0 to 1 with four decimals; null without
         * any fish-days.
         */
        @JsonIgnore
        public @Nullable Double waitingShare() {
            return fishDays == 0 ? null : Math.round((double) waitingFishDays / fishDays * DECIMALS) / DECIMALS;
        }
    }

    /**
     * A table in a manifest.
     *
     * @param asWritten lowest version of the table's contract among its files; null in manifests of format version 1
     * @param rows      rows in all files
     * @param firstDate earliest date, for tables partitioned by year
     * @param lastDate  latest date, for tables partitioned by year
     * @param files     its files, in order of path
     */
    @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
    public record TableEntry(@JsonProperty("version") @Nullable Integer asWritten, long rows,
            @Nullable LocalDate firstDate, @Nullable LocalDate lastDate, List<FileEntry> files) {

        /** Copies the list. */
        public TableEntry {
            files = files == null ? List.of() : List.copyOf(files);
        }

        /** Lowest version of the table's contract among its files. */
        public int version() {
            return asWritten == null ? 1 : asWritten;
        }

        /** The entry of a table with these files and this contract version. */
        public static TableEntry of(int version, List<FileEntry> files) {
            return new TableEntry(version, files.stream().mapToLong(FileEntry::rows).sum(),
                    files.stream().map(FileEntry::firstDate).filter(Objects::nonNull).min(Comparator.naturalOrder())
                    .orElse(null),
                    files.stream().map(FileEntry::lastDate).filter(Objects::nonNull).max(Comparator.naturalOrder())
                    .orElse(null), files);
        }
    }

    /**
     * A Parquet file.
     *
     * @param path      relative to the snapshot's folder, with forward slashes
     * @param rows      rows
     * @param bytes     size
     * @param sha256    lower-case hex
     * @param firstDate earliest date, for tables partitioned by year
     * @param lastDate  latest date, for tables partitioned by year
     */
    public record FileEntry(String path, long rows, long bytes, String sha256,
            @JsonProperty("first_date") @Nullable LocalDate firstDate,
            @JsonProperty("last_date") @Nullable LocalDate lastDate) {}

    /**
     * A delivered file.
     *
     * @param path     relative to the delivery
     * @param sha256   lower-case hex
     * @param read     rows read
     * @param accepted rows accepted
     * @param rejected rows in the rejects file
     */
    public record SourceEntry(String path, String sha256, long read, long accepted, long rejected) {}

    /**
     * A delivery.
     *
     * @param name    the name of its folder
     * @param sender  its sender
     * @param rows    the change in row count of each table that it changed
     * @param farmers the companies whose rows it changed
     */
    public record DeliveryEntry(String name, String sender, SortedMap<String, Long> rows, List<String> farmers) {

        /** Copies the collections. */
        public DeliveryEntry {
            rows = new TreeMap<>(rows == null ? Map.of() : rows);
            farmers = farmers == null ? List.of() : List.copyOf(farmers);
        }
    }

    /**
     * The last delivery of a table or list.
     *
     * @param delivery the name of its folder
     * @param sender   its sender
     * @param at       the time of its ingest
     */
    public record Received(String delivery, String sender, Instant at) {}
}
