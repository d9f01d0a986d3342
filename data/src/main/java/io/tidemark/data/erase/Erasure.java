package io.tidemark.data.erase;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The protocol of an erasure: it lists the removed rows and files by number, without the company's figures. Until the
 * erasure ends, it is the note that parts are still to be removed.
 *
 * @param farmer          the company's id
 * @param by              the user of the operating system
 * @param begunAt         when the company's rows were taken out of the published snapshot, or found missing there
 * @param endedAt         when everything else was removed; null in the note
 * @param snapshot        the snapshot without the company's rows; null if the previous one had none
 * @param ledgerEntry     the entry of the ledger; null if nothing was released or the ledger had no rows of the company
 * @param benchmarkPieces number of pieces (days of one week and month) whose benchmarks used the company's rows
 * @param lakeRows        rows removed of each table of the lake
 * @param ledgerRows      rows removed of each table of the ledger
 * @param manifestEntries number of deliveries and delivered files in the published manifest
 * @param snapshots       the removed snapshots
 * @param ledgerFiles     number of deleted ledger files
 * @param rejects         removed folders of rejected rows
 * @param accounts        ids of the accounts that were revoked
 * @param logLines        removed lines of the data-access log
 * @param stays           the remaining data of the company, and where it is
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record Erasure(@JsonProperty("farmer_id") String farmer, String by, Instant begunAt,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Instant endedAt,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String snapshot,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Integer ledgerEntry, long benchmarkPieces,
        SortedMap<String, Long> lakeRows, SortedMap<String, Long> ledgerRows, int manifestEntries,
        SortedSet<String> snapshots, int ledgerFiles, SortedSet<String> rejects, SortedSet<String> accounts,
        long logLines, List<String> stays) {

    /** The remaining data of a company, for people. */
    static final List<String> STAYS = List.of("the audit log: it says who did what",
            "revoked accounts, by name, so that the logs can be read",
            "the public register, and what the authority says of the company's sites",
            "the log of the ledger, which has digests and counts of files, and no rows",
            "backups made before: they hold the company's data. Delete them, or keep them under lock until they are "
            + "of age", "the delivered files, where they landed, and answers that others have kept",
            "with Trino, the tables of the removed snapshots, until the next snapshot publish --engine trino");

    /** Copies the collections. */
    public Erasure {
        lakeRows = Collections.unmodifiableSortedMap(new TreeMap<>(lakeRows));
        ledgerRows = Collections.unmodifiableSortedMap(new TreeMap<>(ledgerRows));
        snapshots = Collections.unmodifiableSortedSet(new TreeSet<>(snapshots));
        rejects = Collections.unmodifiableSortedSet(new TreeSet<>(rejects));
        accounts = Collections.unmodifiableSortedSet(new TreeSet<>(accounts));
        stays = List.copyOf(stays);
    }

    /** A copy with the published snapshot and the entry of the ledger. */
    Erasure published(String made, @Nullable Integer entry) {
        return new Erasure(farmer, by, begunAt, endedAt, made, entry, benchmarkPieces, lakeRows, ledgerRows,
                manifestEntries, snapshots, ledgerFiles, rejects, accounts, logLines, stays);
    }

    /** A copy with more removed items. */
    Erasure removed(Collection<String> moreSnapshots, int moreLedgerFiles, Collection<String> moreRejects,
            Collection<String> moreAccounts) {
        return new Erasure(farmer, by, begunAt, endedAt, snapshot, ledgerEntry, benchmarkPieces, lakeRows, ledgerRows,
                manifestEntries,
                with(snapshots, moreSnapshots), ledgerFiles + moreLedgerFiles, with(rejects, moreRejects),
                with(accounts, moreAccounts), logLines, stays);
    }

    /** A copy with more removed lines of the data-access log. */
    Erasure removedLines(long more) {
        return new Erasure(farmer, by, begunAt, endedAt, snapshot, ledgerEntry, benchmarkPieces, lakeRows, ledgerRows,
                manifestEntries, snapshots, ledgerFiles, rejects, accounts, logLines + more, stays);
    }

    private static SortedSet<String> with(SortedSet<String> some, Collection<String> more) {
        TreeSet<String> all = new TreeSet<>(some);
        all.addAll(more);
        return all;
    }

    /** A copy with the time of the end. */
    Erasure ended(Instant now) {
        return new Erasure(farmer, by, begunAt, now, snapshot, ledgerEntry, benchmarkPieces, lakeRows, ledgerRows,
                manifestEntries, snapshots, ledgerFiles, rejects, accounts, logLines, stays);
    }
}
