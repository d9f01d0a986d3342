package io.tidemark.data.verify;

import io.tidemark.data.ledger.LedgerCopy;
import io.tidemark.data.ledger.LedgerEntry;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.data.snapshot.Manifest.FileEntry;
import io.tidemark.data.snapshot.Manifest.TableEntry;
import io.tidemark.data.snapshot.SnapshotId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Reads every published file of a lake and compares it with the digest that it was published with: the files of all
 * snapshots, and of the ledger. It does not look at rows, which is what {@link SnapshotVerifier} does, and needs no
 * engine and no lock.
 *
 * @param files   the number of files that were read
 * @param bytes   their size
 * @param damaged those that are not what was published
 */
public record LakeScrub(int files, long bytes, List<DamagedFile> damaged) {

    /** The path of the damaged file that tells which snapshot is published. */
    public static final String CURRENT = "CURRENT";

    /** The beginning of the paths of files in the copy of the ledger. */
    static final String COPY = "ledger.copy/";

    /** Copies the list. */
    public LakeScrub {
        damaged = List.copyOf(damaged);
    }

    /**
     * Reads all files.
     *
     * @param pace called before each 64 KiB; may sleep, or throw to stop
     * @throws LakeException if the snapshots cannot be listed
     */
    public static LakeScrub of(Lake lake, Runnable pace) {
        LakeRecords records = LakeRecords.of(lake);
        Collection<PublishedFile> files = files(lake, records);
        List<DamagedFile> damaged = new ArrayList<>();
        for (PublishedFile file : files) {
            file.damage(pace).ifPresent(damaged::add);
        }
        return new LakeScrub(records.count() + files.size(), files.stream().mapToLong(PublishedFile::bytes).sum(),
                stillPublished(lake, damaged));
    }

    /** The damaged records of a lake: what says that something was published, such as a manifest. */
    public static List<DamagedFile> records(Lake lake) {
        return List.copyOf(LakeRecords.of(lake).damaged());
    }

    /** Those of some damaged files that are still damaged, as far as the lake still names them; and its records. */
    public static List<DamagedFile> again(Lake lake, List<DamagedFile> damaged, Runnable pace) {
        return stillPublished(lake, damaged.stream().filter(before -> !before.isRecord())
                .flatMap(before -> before.file().damage(pace).stream()).toList());
    }

    // a prune or an erasure may have removed a file meanwhile
    private static List<DamagedFile> stillPublished(Lake lake, List<DamagedFile> damaged) {
        LakeRecords records = LakeRecords.of(lake);
        Set<Path> now = new HashSet<>();
        if (!damaged.isEmpty()) {
            files(lake, records).forEach(file -> now.addAll(file.links()));
        }
        return Stream.concat(records.damaged().stream(), damaged.stream().filter(one ->
                one.file().links().stream().anyMatch(now::contains))).toList();
    }

    /** All published Parquet files; hard links of one file are one. */
    static Collection<PublishedFile> files(Lake lake, LakeRecords records) {
        Map<String, PublishedFile> files = new LinkedHashMap<>();
        SortedMap<Integer, LedgerEntry> log = records.entries();
        // those that a prune leaves
        Set<Integer> entries = new TreeSet<>(log.isEmpty() ? List.of() : List.of(log.lastKey()));
        records.manifests().forEach((snapshot, manifest) -> {
            add(files, manifest.tables().values(), snapshot, "", lake.folder(new SnapshotId(snapshot)));
            entries.add(manifest.ledger() == null ? 0 : manifest.ledger().length());
        });
        int erased = log.values().stream().filter(entry -> entry.kind() == LedgerEntry.Kind.ERASE)
                .mapToInt(LedgerEntry::number).max().orElse(0);
        log.values().stream().filter(entry -> entries.contains(entry.number()) && entry.number() >= erased)
                .forEach(entry -> add(files, entry.tables().values(), "the ledger", LakeRecords.LEDGER, lake.ledger()));
        Stream<PublishedFile> copied = copied(lake, records).stream().map(one -> new PublishedFile(COPY
                + lake.ledgerCopy().orElseThrow().relativize(one.place()), one.sha256(), one.bytes(),
                List.of("the copy of the ledger"), List.of(one.place())));
        return Stream.concat(files.values().stream(), copied).toList();
    }

    /** The files that belong into the copy of the ledger, by what can be read of the lake. */
    static List<LedgerCopy.Kept> copied(Lake lake, LakeRecords records) {
        return LedgerCopy.of(lake).map(copy -> copy.files(records.entries(), records.manifests().keySet()))
                .orElse(List.of());
    }

    private static void add(Map<String, PublishedFile> files, Collection<TableEntry> tables, String owner,
            String prefix, Path folder) {
        for (TableEntry table : tables) {
            for (FileEntry entry : table.files()) {
                Path place = folder.resolve(entry.path());
                files.merge(key(entry, place), new PublishedFile(prefix + entry.path(), entry.sha256(), entry.bytes(),
                        List.of(owner), List.of(place)), LakeScrub::join);
            }
        }
    }

    // a file that is missing in several snapshots was one
    private static String key(FileEntry entry, Path place) {
        Object inode;
        try {
            inode = Files.readAttributes(place, BasicFileAttributes.class).fileKey();
        } catch (IOException e) {
            inode = entry.path();
        }
        return entry.sha256() + " " + (inode == null ? place : inode);
    }

    private static PublishedFile join(PublishedFile one, PublishedFile other) {
        List<String> owners = new ArrayList<>(one.owners());
        List<Path> links = new ArrayList<>(one.links());
        other.owners().stream().filter(owner -> !owners.contains(owner)).forEach(owners::add);
        other.links().stream().filter(link -> !links.contains(link)).forEach(links::add);
        return new PublishedFile(one.path(), one.sha256(), one.bytes(), owners, links);
    }
}
