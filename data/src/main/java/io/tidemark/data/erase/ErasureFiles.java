package io.tidemark.data.erase;

import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.file.FilePermissions;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.data.snapshot.SnapshotId;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** The folder {@code LAKE/erasures}: a protocol for each finished erasure, and a note for each unfinished one. */
public final class ErasureFiles {

    /** The folder's name in a lake. */
    public static final String FOLDER = "erasures";
    private static final String JSON = ".json";
    private static final String UNFINISHED = ".unfinished";

    private final Path folder;

    /** Opens the folder of a lake. */
    public ErasureFiles(Lake lake) {
        this.folder = lake.root().resolve(FOLDER);
    }

    private Path note(String farmer) {
        return folder.resolve(name(farmer) + UNFINISHED);
    }

    // ids are mostly F07, but any text is allowed
    private static String name(String farmer) {
        return URLEncoder.encode(farmer, StandardCharsets.UTF_8);
    }

    /** The note of an unfinished erasure. */
    Optional<Erasure> unfinished(String farmer) {
        return Files.exists(note(farmer)) ? Optional.of(read(note(farmer))) : Optional.empty();
    }

    /** Writes the note. */
    void begin(Erasure erasure) {
        write(note(erasure.farmer()), erasure);
    }

    /** Writes the protocol and removes the note; returns the protocol's file. */
    Path end(Erasure erasure) {
        Path file = folder.resolve(SnapshotId.madeAt(Objects.requireNonNull(erasure.endedAt())) + "-"
                + name(erasure.farmer()) + JSON);
        write(file, erasure);
        forget(erasure.farmer());
        return file;
    }

    /** Removes the note. */
    void forget(String farmer) {
        LakeException.run("cannot write to " + folder, () -> {
            Files.deleteIfExists(note(farmer));
            DurableFiles.syncFolder(folder);
        });
    }

    /** All protocols and notes, by name. Unreadable files are left out. */
    public List<Erasure> all() {
        return Lake.names(folder).stream().filter(name -> name.endsWith(JSON) || name.endsWith(UNFINISHED))
                .flatMap(name -> tryRead(folder.resolve(name)).stream()).toList();
    }

    private void write(Path file, Erasure erasure) {
        LakeException.run("cannot write " + file, () -> {
            FilePermissions.makeFolder(folder);
            DurableFiles.replace(file, Lake.JSON.writeValueAsBytes(erasure), FilePermissions.FILE);
        });
    }

    static Erasure read(Path file) {
        return tryRead(file).orElseThrow(() -> new LakeException(file
                + " cannot be read; move it away, and run the erasure again"));
    }

    private static Optional<Erasure> tryRead(Path file) {
        try {
            return Optional.of(Lake.JSON.readValue(file.toFile(), Erasure.class));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
