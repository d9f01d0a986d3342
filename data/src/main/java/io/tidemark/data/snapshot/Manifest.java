package io.tidemark.data.snapshot;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
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
 * The contents of a snapshot: {@code manifest.json}, the last file that is written into it.
 *
 * @param formatVersion version of this document
 * @param id            the snapshot's id
 * @param createdAt     when it was made
 * @param parent        the snapshot that it was made from
 * @param privacy       the rule of its derived tables; null without derived tables
 * @param completeThrough the day up to which its stock is complete; null without stock, and in manifests of earlier programs
 * @param tables        per table its files and date range
 * @param sources       the outcome of each delivered file
 * @param deliveries    the deliveries since its parent, in order; none in manifests before format version 3
 * @param received      per table of a farmer and per list ({@code farmers/F07/stock}) its last published delivery
 * @param ledger        the part of the lake's ledger that its benchmarks are made of; null before it is published, and in manifests of
 *                      earlier programs
 */
public record Manifest(
        @JsonProperty("format_version") int formatVersion,
        String id,
        @JsonProperty("created_at") Instant createdAt,
        @Nullable String parent,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable PrivacyRule privacy,
        @JsonInclude(JsonInclude.Include.NON_NULL) @JsonProperty("complete_through") @Nullable LocalDate completeThrough,
        SortedMap<String, TableEntry> tables,
        List<SourceEntry> sources,
        List<DeliveryEntry> deliveries,
        SortedMap<String, Received> received,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable LedgerMark ledger) {

    /** The version that this program writes. It reads 1, without derived tables and contract versions, and 2, without deliveries. */
    public static final int FORMAT_VERSION = 3;

    /** Copies the collections. */
    public Manifest {
        tables = new TreeMap<>(tables == null ? Map.of() : tables);
        sources = sources == null ? List.of() : List.copyOf(sources);
        deliveries = deliveries == null ? List.of() : List.copyOf(deliveries);
        received = new TreeMap<>(received == null ? Map.of() : received);
    }

    /** A manifest without known deliveries. */
    public Manifest(int formatVersion, String id, Instant createdAt, @Nullable String parent, @Nullable PrivacyRule privacy,
            @Nullable LocalDate completeThrough, SortedMap<String, TableEntry> tables, List<SourceEntry> sources) {
        this(formatVersion, id, createdAt, parent, privacy, completeThrough, tables, sources, List.of(), new TreeMap<>(), null);
    }

    /** The same with its part of the ledger, or without one. */
    public Manifest with(@Nullable LedgerMark mark) {
        return new Manifest(formatVersion, id, createdAt, parent, privacy, completeThrough, tables, sources, deliveries, received, mark);
    }

    /** Writes it into a snapshot's folder. */
    public void write(Path folder) throws IOException {
        DurableFiles.replace(folder.resolve(Lake.MANIFEST), Lake.JSON.writeValueAsBytes(this), FilePermissions.FILE);
    }

    /** Whether a server can serve it: its derived tables are there, and what its benchmarks are made of is released. */
    @JsonIgnore
    public boolean isServable() {
        return isDerived() && ledger != null;
    }

    /** Whether it has every derived table with the current contracts, and the species list, by which they are made. */
    @JsonIgnore
    public boolean isDerived() {
        return privacy != null && tables.containsKey(LakeTables.SPECIES.name()) && DerivedTables.all().stream().allMatch(table -> {
            TableEntry entry = tables.get(table.name());
            return entry != null && entry.version() == table.version();
        });
    }

    /**
     * The entries of the lake's ledger that a snapshot's benchmarks are made of, and what of its fish is not in them.
     *
     * @param length          how many: the first of the ledger
     * @param sha256          of the last of them, lower-case hex; empty without entries
     * @param releasedThrough the last day that was released; null when none was
     * @param restated        the first day of the released rows that were made anew when it was published, so that answers of before can be
     *                        subtracted from its own; null when none were
     * @param fishDays        fish-days of the snapshot in released periods
     * @param waitingFishDays those of them that are in no benchmark: too late, or too few groups
     */
    public record LedgerMark(int length, String sha256, @JsonInclude(JsonInclude.Include.NON_NULL) @JsonProperty("released_through") @Nullable LocalDate releasedThrough,
            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable LocalDate restated, @JsonProperty("fish_days") long fishDays, @JsonProperty("waiting_fish_days") long waitingFishDays) {

        private static final double DECIMALS = 1e4;

        /** One of a publication that restated nothing. */
        public LedgerMark(int length, String sha256, @Nullable LocalDate releasedThrough, long fishDays, long waitingFishDays) {
            this(length, sha256, releasedThrough, null, fishDays, waitingFishDays);
        }

        /** Share of its fish-days in released periods that is in no benchmark, 0 to 1 with four decimals; null without any. */
        @JsonIgnore
        public @Nullable Double waitingShare() {
            return fishDays == 0 ? null : Math.round((double) waitingFishDays / fishDays * DECIMALS) / DECIMALS;
        }
    }

    /**
     * A table's part.
     *
     * @param asWritten lowest version of the table's contract among its files; null in manifests of format version 1
     * @param rows      rows in all files
     * @param firstDate earliest date, for tables cut by year
     * @param lastDate  latest date, for tables cut by year
     * @param files     its files, in order of path
     */
    public record TableEntry(@JsonProperty("version") @Nullable Integer asWritten, long rows, @JsonProperty("first_date") @Nullable LocalDate firstDate,
            @JsonProperty("last_date") @Nullable LocalDate lastDate, List<FileEntry> files) {

        /** Copies the list. */
        public TableEntry {
            files = files == null ? List.of() : List.copyOf(files);
        }

        /** Lowest version of the table's contract among its files. */
        public int version() {
            return asWritten == null ? 1 : asWritten;
        }

        /** A table of those files, with that contract version. */
        public static TableEntry of(int version, List<FileEntry> files) {
            return new TableEntry(version, files.stream().mapToLong(FileEntry::rows).sum(),
                    files.stream().map(FileEntry::firstDate).filter(Objects::nonNull).min(Comparator.naturalOrder()).orElse(null),
                    files.stream().map(FileEntry::lastDate).filter(Objects::nonNull).max(Comparator.naturalOrder()).orElse(null),
                    files);
        }
    }

    /**
     * A Parquet file.
     *
     * @param path      relative to the snapshot's folder, with forward slashes
     * @param rows      rows
     * @param bytes     size
     * @param sha256    lower-case hex
     * @param firstDate earliest date, for tables cut by year
     * @param lastDate  latest date, for tables cut by year
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
     * @param name    of its folder
     * @param sender  who sent it
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
     * The last delivery of something.
     *
     * @param delivery the name of its folder
     * @param sender   who sent it
     * @param at       when it was ingested
     */
    public record Received(String delivery, String sender, Instant at) {}
}
