package io.tidemark.server.backup;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Where one backup is written to. */
sealed interface BackupTarget extends AutoCloseable permits ArchiveTarget, FolderTarget {

    /** The existing folder in which it is written. */
    Path folder();

    /** Begins; {@code temporary} is a folder for drafts, on the same disk. */
    void begin(Path temporary) throws IOException;

    /** Whether it has a content already. */
    boolean has(String sha256, long bytes) throws IOException;

    /** Begins a content. */
    OutputStream add(String sha256) throws IOException;

    /** Keeps the content that was begun last; its digest was compared. */
    void keep(String sha256) throws IOException;

    /**
     * Reads back what was written, and makes it a backup.
     *
     * @return what its operator should know
     */
    List<String> finish(BackupIndex index, BooleanSupplier stop) throws IOException;

    @Override
    void close() throws IOException;
}
