package io.tidemark.server.backup;

import io.tidemark.data.ledger.SoundCopies;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The files of a lake in a backup, to repair one with. */
public final class BackupCopies implements SoundCopies, AutoCloseable {

    private final Path file;
    private final BackupFile backup;
    private final Map<String, BackupIndex.Entry> files;

    private BackupCopies(Path file, BackupFile backup) {
        this.file = file;
        this.backup = backup;
        this.files = backup.index().below(BackupIndex.LAKE).stream()
                .collect(Collectors.toMap(BackupIndex.Entry::sha256, Function.identity(), (first, second) -> first));
    }

    /** Opens a backup; throws {@link BackupException} if the file is none. */
    public static BackupCopies open(Path file) {
        return new BackupCopies(file, BackupFile.open(file));
    }

    @Override
    public String name() {
        return "backup " + file;
    }

    @Override
    public boolean has(String sha256) {
        return files.containsKey(sha256);
    }

    @Override
    public Optional<String> digest(String path) {
        return files.values().stream().filter(entry -> entry.path().equals(BackupIndex.LAKE + path))
                .map(BackupIndex.Entry::sha256).findFirst();
    }

    @Override
    public void copy(String sha256, OutputStream out) throws IOException {
        BackupIndex.Entry entry = files.get(sha256);
        if (entry == null) {
            throw new IOException("no such file in " + file);
        }
        backup.copy(entry, out, () -> false);
    }

    @Override
    public void close() {
        backup.close();
    }
}
