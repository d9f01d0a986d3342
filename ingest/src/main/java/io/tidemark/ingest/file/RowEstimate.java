package io.tidemark.ingest.file;

import io.tidemark.ingest.delivery.DeliveredFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.Locale;
import java.util.zip.GZIPInputStream;

/** Estimates the number of rows of a text file from its first lines, for progress only. */
public final class RowEstimate {

    private static final int SAMPLE = 1 << 16;
    private static final int USUAL_PACKING = 8;

    private RowEstimate() {}

    /** The estimate; 0 if unknown. */
    public static long of(DeliveredFile file) {
        String name = file.relative().toLowerCase(Locale.ROOT);
        boolean packed = name.endsWith(".gz");
        if (!name.replaceFirst("\\.gz$", "").matches(".*\\.(csv|ndjson)")) {
            return 0;
        }
        try (InputStream raw = Files.newInputStream(file.path()); InputStream in = packed ? new GZIPInputStream(raw) : raw) {
            byte[] head = in.readNBytes(SAMPLE);
            long lines = 0;
            for (byte b : head) {
                lines += b == '\n' ? 1 : 0;
            }
            long bytes = Files.size(file.path()) * (packed ? USUAL_PACKING : 1);
            return head.length < SAMPLE ? lines : bytes * lines / head.length;
        } catch (IOException e) {
            // reading the file reports its faults later
            return 0;
        }
    }
}
