package io.tidemark.ingest.file;

import io.tidemark.ingest.delivery.BadFileException;
import io.tidemark.ingest.delivery.UnpackLimit;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Checks the size of a workbook before it is opened, by decompressing it once without storing it: the workbook reader
 * holds everything except the sheets in memory.
 */
final class BookLimit {

    private static final long MAX_HELD_BYTES = 256L << 20;
    private static final int MAX_PARTS = 10_000;

    private BookLimit() {}

    /**
     * Refuses a workbook that decompresses to more than a real one does;
     * says whether it may have days as ISO 8601 texts.
     */
    static boolean check(Path file, Runnable stop) throws IOException, BadFileException {
        UnpackLimit whole = UnpackLimit.of(Files.size(file));
        UnpackLimit held = new UnpackLimit(Math.min(MAX_HELD_BYTES, whole.bytes()));
        byte[] buffer = new byte[1 << 16];
        IsoDayCells isoDays = new IsoDayCells();
        long unpacked = 0;
        long heldBytes = 0;
        try (ZipFile zip = new ZipFile(file.toFile())) {
            if (zip.size() > MAX_PARTS) {
                throw new BadFileException("has " + zip.size() + " parts, more than any workbook");
            }
            for (ZipEntry part : Collections.list(zip.entries())) {
                boolean sheet = part.getName().contains("worksheets/");
                CellPlaceCheck places = new CellPlaceCheck();
                try (InputStream in = zip.getInputStream(part)) {
                    for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                        stop.run();
                        unpacked += n;
                        heldBytes += sheet ? 0 : n;
                        whole.check(unpacked);
                        held.check(heldBytes);
                        if (sheet) {
                            places.take(buffer, n);
                            isoDays.take(buffer, n);
                        }
                    }
                }
            }
        }
        return isoDays.found();
    }
}
