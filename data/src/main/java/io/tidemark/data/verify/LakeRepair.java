package io.tidemark.data.verify;

import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.file.FilePermissions;
import io.tidemark.data.file.Sha256;
import io.tidemark.data.ledger.LedgerCopy;
import io.tidemark.data.ledger.SoundCopies;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.data.snapshot.LakeLock;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.DigestOutputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Puts damaged files of a lake back, from another snapshot's own copy, the ledger's copy or a backup. A copy counts
 * only if it has the published digest, so a repair changes no figure; a manifest whose digest is nowhere else is taken
 * by its path. Each file is replaced in one step, in all snapshots that share it.
 */
public record LakeRepair(Collection<PublishedFile> files, Set<PublishedFile> damaged, List<SoundCopies> backups) {

    /**
     * What became of a damaged file.
     *
     * @param damage the file and what was wrong with it
     * @param source where its sound copy is; null if there is none, and the file is as it was
     */
    public record Outcome(DamagedFile damage, @Nullable String source) {

        /** Whether there is a sound copy. */
        public boolean isMended() {
            return source != null;
        }
    }

    /**
     * Repairs all damaged files. Call with the lake's lock held, unless it is a trial.
     *
     * @param backups further places with copies, asked in order
     * @param trial   whether to say only what would be done
     * @throws LakeException if a file cannot be written
     */
    public static List<Outcome> run(Lake lake, List<SoundCopies> backups, boolean trial) {
        List<SoundCopies> places = Stream.concat(LedgerCopy.of(lake).stream(), backups.stream()).toList();
        List<Outcome> outcomes = new ArrayList<>();
        Set<Path> tried = new HashSet<>();
        List<DamagedFile> records = trial ? List.of() : LakeScrub.records(lake);
        // a record that is back may name others
        while (!records.isEmpty()) {
            records.stream().filter(one -> tried.add(one.file().links().getFirst()))
                    .map(one -> new Outcome(one, mendRecord(lake, one, places, false))).filter(Outcome::isMended)
                    .forEach(outcomes::add);
            records = LakeScrub.records(lake).stream()
                    .filter(one -> !tried.contains(one.file().links().getFirst())).toList();
        }
        List<DamagedFile> found = LakeScrub.of(lake, () -> { }).damaged();
        LakeRecords now = LakeRecords.of(lake);
        List<PublishedFile> files = new ArrayList<>(LakeScrub.files(lake, now));
        // what the copy of the ledger was made of
        LakeScrub.copied(lake, now).forEach(one -> files.add(new PublishedFile(LakeRecords.LEDGER, one.sha256(),
                one.bytes(), List.of("the lake"), List.of(one.source()))));
        LakeRepair repair = new LakeRepair(files,
                Set.copyOf(found.stream().map(DamagedFile::file).toList()), places);
        for (DamagedFile one : found) {
            outcomes.add(new Outcome(one, one.isDenied() ? null : !one.isRecord() ? repair.mend(one.file(), trial)
                    : trial ? mendRecord(lake, one, places, true) : null));
        }
        return outcomes;
    }

    // the digest of a manifest is in no other file of the lake
    private static @Nullable String mendRecord(Lake lake, DamagedFile one, List<SoundCopies> backups, boolean trial) {
        PublishedFile file = one.file();
        String path = lake.root().relativize(file.links().getFirst()).toString().replace('\\', '/');
        for (SoundCopies place : one.isDenied() ? List.<SoundCopies>of() : backups) {
            String digest = file.sha256().isEmpty() ? place.digest(path).orElse("") : file.sha256();
            PublishedFile wanted = new PublishedFile(file.path(), digest, file.bytes(), file.owners(), file.links());
            if (place.has(digest) && (trial ? isSound(wanted, place) : replace(wanted, place))) {
                return place.name();
            }
        }
        return null;
    }

    private @Nullable String mend(PublishedFile file, boolean trial) {
        for (SoundCopies place : places(file)) {
            if (place.has(file.sha256()) && (trial ? isSound(file, place) : replace(file, place))) {
                return place.name();
            }
        }
        return null;
    }

    private List<SoundCopies> places(PublishedFile file) {
        List<SoundCopies> places = new ArrayList<>();
        files.stream().filter(other -> other.sha256().equals(file.sha256()) && !damaged.contains(other))
                .forEach(other -> places.add(new OwnCopy(other)));
        places.addAll(backups);
        return places;
    }

    // a copy in the lake
    private record OwnCopy(PublishedFile file) implements SoundCopies {

        @Override
        public String name() {
            return file.place();
        }

        @Override
        public boolean has(String sha256) {
            return true;
        }

        @Override
        public void copy(String sha256, OutputStream out) throws IOException {
            Files.copy(file.links().getFirst(), out);
        }
    }

    private static boolean isSound(PublishedFile file, SoundCopies place) {
        try {
            return copies(file, place, OutputStream.nullOutputStream());
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean copies(PublishedFile file, SoundCopies place, OutputStream out) throws IOException {
        DigestOutputStream digest = new DigestOutputStream(out, Sha256.digest());
        place.copy(file.sha256(), digest);
        return HexFormat.of().formatHex(digest.getMessageDigest().digest()).equals(file.sha256());
    }

    // written beside its place; a draft that a crash leaves is no Parquet file by its name, and written over by the
    // next repair
    private static boolean replace(PublishedFile file, SoundCopies place) {
        Path first = file.links().getFirst();
        Path draft = DurableFiles.draftOf(first);
        try {
            FilePermissions.makeFolder(Objects.requireNonNull(first.getParent()));
            Files.deleteIfExists(draft);
            try {
                if (!written(file, place, draft)) {
                    return false;
                }
                move(draft, first);
            } finally {
                Files.deleteIfExists(draft);
            }
            for (Path other : file.links().subList(1, file.links().size())) {
                share(first, other);
            }
            return true;
        } catch (IOException e) {
            throw new LakeException("cannot put back " + first + ": " + LakeLock.reason(e), e);
        }
    }

    private static boolean written(PublishedFile file, SoundCopies place, Path draft) throws IOException {
        try (FileChannel channel = FileChannel.open(draft,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), FilePermissions.FILE);
                OutputStream out = Channels.newOutputStream(channel)) {
            boolean sound = copies(file, place, out);
            channel.force(true);
            return sound;
        }
    }

    private static void share(Path first, Path other) throws IOException {
        Path draft = DurableFiles.draftOf(other);
        FilePermissions.makeFolder(Objects.requireNonNull(other.getParent()));
        Files.deleteIfExists(draft);
        try {
            try {
                Files.createLink(draft, first);
            } catch (UnsupportedOperationException | FileSystemException e) {
                // a copy is as good, only larger
                Files.copy(first, draft, StandardCopyOption.COPY_ATTRIBUTES);
            }
            move(draft, other);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    private static void move(Path draft, Path place) throws IOException {
        Files.move(draft, place, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        DurableFiles.syncFolder(Objects.requireNonNull(place.toAbsolutePath().getParent()));
    }
}
