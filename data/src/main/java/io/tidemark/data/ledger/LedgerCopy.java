package io.tidemark.data.ledger;

import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.file.FilePermissions;
import io.tidemark.data.file.Sha256;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.data.snapshot.SnapshotId;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The second place of a lake's ledger and of its manifests, which every publication fills up: it has what was published
 * since the last backup. Laid out like the ledger, with {@code manifests/ID-SHA256.json} beside.
 */
public final class LedgerCopy implements SoundCopies {

    private static final System.Logger LOG = System.getLogger("io.tidemark.snapshot");
    private static final String JSON = ".json";
    private static final String MANIFESTS = "manifests";
    private static final String LEDGER = "ledger/";
    private static final String LOG_OF_LAKE = LEDGER + Ledger.LOG + "/";
    /** The characters of a manifest's name in the copy behind the snapshot's id. */
    private static final int TAIL = 1 + 64 + JSON.length();

    /**
     * A file that belongs into the copy.
     *
     * @param place  where it belongs
     * @param source where it is in the lake
     * @param sha256 its digest, lower-case hex
     * @param bytes  its size
     */
    public record Kept(Path place, Path source, String sha256, long bytes) {}

    private final Lake lake;
    private final Path folder;
    private final Ledger ledger;
    private final Ledger copy;

    private LedgerCopy(Lake lake, Path folder) {
        this.lake = lake;
        this.folder = folder;
        this.ledger = Ledger.of(lake);
        this.copy = new Ledger(folder);
    }

    /** The copy of a lake's ledger; empty if it has no second place. */
    public static Optional<LedgerCopy> of(Lake lake) {
        return lake.ledgerCopy().map(folder -> new LedgerCopy(lake, folder));
    }

    /**
     * Copies what is new. A failure is a warning, since what is published stays published; the verification at night
     * names what is missing.
     */
    public static void keep(Lake lake) {
        int lost = refill(lake);
        if (lost > 0) {
            LOG.log(System.Logger.Level.WARNING, "the copy of the ledger in {0} had lost {1} files, which were copied "
                    + "again: look after its disk", lake.ledgerCopy().orElse(null), Integer.toString(lost));
        }
    }

    /** Copies what is new, likewise; returns how many files were copied that the copy should have had before. */
    public static int refill(Lake lake) {
        LedgerCopy copy = of(lake).orElse(null);
        if (copy == null) {
            return 0;
        }
        try {
            return copy.fill();
        } catch (LakeException e) {
            LOG.log(System.Logger.Level.WARNING, "the copy of the ledger in {0} is not complete: {1}", copy.folder,
                    e.getMessage());
            return 0;
        }
    }

    /** The folder. */
    public Path folder() {
        return folder;
    }

    /** The number of entries in the copy; 0 if it cannot be read. */
    public int length() {
        try {
            return copy.length();
        } catch (LakeException e) {
            return 0;
        }
    }

    /** Why the lake's ledger may not be continued: the copy has other entries, or more. */
    Optional<String> conflict() {
        int length = length();
        int both = Math.min(length, ledger.length());
        boolean isSame = both == 0 || digest(LOG_OF_LAKE + Ledger.name(both) + JSON)
                .filter(kept -> !kept.equals(ledger.sha256(both))).isEmpty();
        if (isSame && length <= ledger.length()) {
            return Optional.empty();
        }
        return Optional.of("the ledger " + ledger.folder() + (isSame
                ? " has no entry " + length + ", which its copy in " + folder + " has"
                : " has another entry " + both + " than its copy in " + folder)
                + "; tidemark snapshot repair puts back what is lost. If the copy is of another lake, set ledger.copy "
                + "to another folder");
    }

    private int fill() {
        conflict().ifPresent(problem -> {
            throw new LakeException(problem);
        });
        int length = copy.length();
        List<String> snapshots = lake.list().stream().map(SnapshotId::text).toList();
        List<String> kept = Lake.names(folder.resolve(MANIFESTS));
        // what is older than that was copied before, or is lost; an empty copy begins anew
        String newest = !kept.isEmpty() ? kept.getLast()
                : length == 0 && !snapshots.isEmpty() ? snapshots.getLast() : "";
        SortedMap<Integer, LedgerEntry> entries = new TreeMap<>();
        for (int number = Math.min(length + 1, ledger.length()); number <= ledger.length(); number++) {
            if (number > 0) {
                entries.put(number, ledger.entry(number));
            }
        }
        return LakeException.get("cannot write to " + folder, () -> {
            int lost = 0;
            for (Kept one : files(entries, snapshots)) {
                if (!DurableFiles.isThere(one.place)) {
                    String name = String.valueOf(one.place.getFileName());
                    // a manifest that was written anew, as by a publication, takes the place of its earlier copy
                    boolean isLost = one.place.startsWith(folder.resolve(MANIFESTS))
                            ? name.compareTo(newest) < 0 && kept.stream().noneMatch(each -> each.startsWith(
                            name.substring(0, name.length() - TAIL + 1))) : entries.lastKey() <= length;
                    lost += isLost ? 1 : 0;
                    put(one);
                }
            }
            return lost;
        });
    }

    private void put(Kept one) throws IOException {
        byte[] content = Files.readAllBytes(one.source);
        if (!Sha256.hex(content).equals(one.sha256)) {
            throw new IOException(one.source + " is not what was published");
        }
        String name = String.valueOf(one.place.getFileName());
        if (one.place.startsWith(folder.resolve(MANIFESTS))) {
            // one manifest of each snapshot
            deleteManifests(name.substring(0, name.length() - TAIL)::equals);
        }
        FilePermissions.makeFolder(Objects.requireNonNull(one.place.getParent()));
        DurableFiles.replace(one.place, content, FilePermissions.FILE);
    }

    /**
     * The files that belong into the copy, an entry's tables before the entry.
     *
     * @param entries   entries of the ledger
     * @param snapshots snapshots with a manifest
     */
    public List<Kept> files(SortedMap<Integer, LedgerEntry> entries, Collection<String> snapshots) {
        return LakeException.get("cannot read the ledger " + ledger.folder(), () -> {
            List<Kept> files = new ArrayList<>();
            if (!entries.isEmpty()) {
                LedgerEntry newest = Objects.requireNonNull(entries.get(entries.lastKey()));
                newest.tables().values().forEach(table -> table.files().forEach(file -> files.add(new Kept(
                        folder.resolve(file.path()), ledger.folder().resolve(file.path()), file.sha256(),
                        file.bytes()))));
            }
            for (int number : entries.keySet()) {
                files.add(record(copy.file(number), ledger.file(number)));
            }
            for (String snapshot : snapshots) {
                Path source = lake.manifest(new SnapshotId(snapshot));
                files.add(record(folder.resolve(MANIFESTS).resolve(snapshot + "-" + Sha256.hex(source) + JSON),
                        source));
            }
            return files;
        });
    }

    private static Kept record(Path place, Path source) throws IOException {
        return new Kept(place, source, Sha256.hex(source), Files.size(source));
    }

    /** Deletes the tables' files but these, and the manifests of snapshots that are gone. */
    void deleteAllBut(Set<String> stay) {
        if (!Files.isDirectory(folder)) {
            return;
        }
        copy.deleteAllBut(stay);
        LakeException.run("cannot delete in " + folder, () ->
                deleteManifests(id -> !Files.exists(lake.folder(new SnapshotId(id)))));
    }

    private void deleteManifests(Predicate<String> which) throws IOException {
        for (String name : DurableFiles.names(folder.resolve(MANIFESTS))) {
            if (name.length() > TAIL && which.test(name.substring(0, name.length() - TAIL))) {
                Files.delete(folder.resolve(MANIFESTS).resolve(name));
            }
        }
    }

    /** Forgets entries and manifests that the lake goes on without. */
    public void forget(int after, Collection<String> snapshots) {
        LakeException.run("cannot delete in " + folder, () -> {
            for (int number = length(); number > after; number--) {
                Files.deleteIfExists(copy.file(number));
            }
            deleteManifests(snapshots::contains);
        });
    }

    @Override
    public String name() {
        return "the copy in " + folder;
    }

    @Override
    public boolean has(String sha256) {
        return find(sha256).isPresent();
    }

    @Override
    public Optional<String> digest(String path) {
        try {
            if (path.startsWith(LOG_OF_LAKE)) {
                return Optional.of(Sha256.hex(folder.resolve(path.substring(LEDGER.length()))));
            }
            String id = path.replaceFirst("^snapshots/([^/]+)/manifest.json$", "$1");
            return DurableFiles.names(folder.resolve(MANIFESTS)).stream().filter(name ->
                    name.length() == id.length() + TAIL && name.startsWith(id + "-"))
                    .map(name -> name.substring(id.length() + 1, name.length() - JSON.length())).findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    @Override
    public void copy(String sha256, OutputStream out) throws IOException {
        Files.copy(find(sha256).orElseThrow(() -> new IOException("no such file in " + folder)), out);
    }

    private Optional<Path> find(String sha256) {
        try {
            for (String name : DurableFiles.names(folder.resolve(MANIFESTS))) {
                if (name.endsWith(sha256 + JSON)) {
                    return Optional.of(folder.resolve(MANIFESTS).resolve(name));
                }
            }
            for (int number = copy.length(); number > 0; number--) {
                if (digest(LOG_OF_LAKE + Ledger.name(number) + JSON).equals(Optional.of(sha256))) {
                    return Optional.of(copy.file(number));
                }
            }
            return copy.newest().stream().flatMap(entry -> entry.tables().values().stream())
                    .flatMap(table -> table.files().stream()).filter(file -> file.sha256().equals(sha256))
                    .map(file -> folder.resolve(file.path())).findFirst();
        } catch (IOException | LakeException e) {
            return Optional.empty();
        }
    }
}
