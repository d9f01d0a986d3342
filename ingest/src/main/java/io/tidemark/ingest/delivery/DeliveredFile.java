package io.tidemark.ingest.delivery;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * A file of a delivery.
 *
 * @param path     where it is
 * @param relative its path inside the delivery, with forward slashes; how people see it named
 * @param folder   the part of the delivery that it lies in
 * @param farmerId the farmer whose folder it lies in, null elsewhere
 * @param table    its name up to the first dash or dot
 * @param packing  how its bytes are packed
 */
public record DeliveredFile(Path path, String relative, Folder folder, @Nullable String farmerId, String table,
        Packing packing) {

    /** How a file's bytes are packed. */
    public enum Packing {
        /** Text as it is. */
        PLAIN("none"),
        /** Compressed by gzip. */
        GZIP("gzip");

        private final String duckdbName;

        Packing(String duckdbName) {
            this.duckdbName = duckdbName;
        }

        /** DuckDB's name of it. */
        public String duckdbName() {
            return duckdbName;
        }
    }

    /** Unpacks what comes out of the file. */
    public InputStream unpack(InputStream raw) throws IOException {
        return packing == Packing.GZIP ? new GZIPInputStream(raw, 1 << 16) : raw;
    }

    /** The file's unpacked bytes. */
    public InputStream open() throws IOException {
        return unpack(new BufferedInputStream(Files.newInputStream(path), 1 << 16));
    }

    /** The path of its rejects file below the rejects folder: as delivered, as plain CSV. */
    public String rejectsPath() {
        return relative.endsWith(".gz") ? relative.substring(0, relative.length() - 3) : relative;
    }
}
