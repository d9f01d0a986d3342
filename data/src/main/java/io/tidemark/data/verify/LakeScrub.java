package io.tidemark.data.verify;

import io.tidemark.data.ledger.Ledger;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.data.snapshot.Manifest;
import io.tidemark.data.snapshot.Manifest.FileEntry;
import io.tidemark.data.snapshot.Manifest.TableEntry;
import io.tidemark.data.snapshot.SnapshotHistory;
import io.tidemark.data.snapshot.SnapshotId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

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

    static final String LEDGER = "ledger/";

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
        Collection<PublishedFile> files = files(lake);
        List<DamagedFile> damaged = new ArrayList<>();
        for (PublishedFile file : files) {
            file.damage(pace).ifPresent(damaged::add);
        }
        return new LakeScrub(files.size(), files.stream().mapToLong(PublishedFile::bytes).sum(),
                stillPublished(lake, damaged));
    }

    /** Those of some damaged files that are still damaged, as far as the lake still names them. */
    public static List<DamagedFile> again(Lake lake, List<DamagedFile> damaged, Runnable pace) {
        return stillPublished(lake, damaged.stream().flatMap(before -> before.file().damage(pace).stream()).toList());
    }

    // a prune or an erasure may have removed a file meanwhile
    private static List<DamagedFile> stillPublished(Lake lake, List<DamagedFile> damaged) {
        if (damaged.isEmpty()) {
            return damaged;
        }
        Map<Path, PublishedFile> now = new LinkedHashMap<>();
        files(lake).forEach(file -> file.links().forEach(link -> now.put(link, file)));
        return damaged.stream().filter(one -> one.file().links().stream().anyMatch(now::containsKey)).toList();
    }

    /** All published files; hard links of one file are one. */
    static Collection<PublishedFile> files(Lake lake) {
        Map<String, PublishedFile> files = new LinkedHashMap<>();
        Ledger ledger = Ledger.of(lake);
        // those that a prune leaves
        Set<Integer> entries = new TreeSet<>(Set.of(ledger.length()));
        for (SnapshotHistory.Entry snapshot : SnapshotHistory.of(lake).usable()) {
            Manifest manifest = snapshot.manifest();
            if (manifest != null) {
                add(files, manifest.tables().values(), snapshot.name(), "",
                        lake.folder(new SnapshotId(snapshot.name())));
                entries.add(manifest.ledger() == null ? 0 : manifest.ledger().length());
            }
        }
        entries.removeIf(number -> number == 0 || number > ledger.length() || ledger.isErased(number));
        entries.forEach(number -> add(files, ledger.entry(number).tables().values(), "the ledger", LEDGER,
                ledger.folder()));
        return files.values();
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
