package io.tidemark.ingest.file;

import io.tidemark.ingest.delivery.BadFileException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.regex.Pattern;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Cells with days as ISO 8601 texts (type {@code d}), as openpyxl writes them with {@code iso_dates}. The workbook
 * reader does not know them, so it reads a copy in memory in which they are texts.
 */
final class IsoDayCells {

    private static final byte[] TYPE = " t=\"d\"".getBytes(StandardCharsets.US_ASCII);
    private static final Pattern CELL = Pattern.compile("(<(?:\\w+:)?c\\s(?:[^>]*\\s)?)t=([\"'])d\\2", Pattern.DOTALL);
    private static final int MAX_TAG = 1_000;
    private static final int MAX_BYTES = 256 << 20;

    private int seen;
    private boolean found;

    /** Looks for such a cell in the next {@code length} bytes of a sheet. */
    void take(byte[] bytes, int length) {
        for (int i = 0; i < length && !found; i++) {
            byte b = bytes[i] == '\'' ? (byte) '"' : bytes[i];
            seen = b == TYPE[seen] ? seen + 1 : b == TYPE[0] ? 1 : 0;
            found = seen == TYPE.length;
        }
    }

    /** Whether there may be such a cell. */
    boolean found() {
        return found;
    }

    /** The bytes of the workbook, with these cells as texts. */
    static byte[] asTexts(Path book, Runnable stop) throws IOException, BadFileException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipFile from = new ZipFile(book.toFile()); ZipOutputStream to = new ZipOutputStream(bytes)) {
            to.setLevel(Deflater.BEST_SPEED);
            for (ZipEntry part : Collections.list(from.entries())) {
                to.putNextEntry(new ZipEntry(part.getName()));
                try (InputStream in = from.getInputStream(part)) {
                    copy(in, to, part.getName().contains("worksheets/"), () -> {
                        stop.run();
                        return bytes.size() <= MAX_BYTES;
                    });
                }
            }
        }
        return bytes.toByteArray();
    }

    /** Says whether there is still room. */
    @FunctionalInterface
    private interface Room {
        boolean isLeft();
    }

    private static void copy(InputStream in, OutputStream to, boolean isSheet, Room room) throws IOException,
            BadFileException {
        byte[] buffer = new byte[1 << 16];
        ByteArrayOutputStream tag = new ByteArrayOutputStream();
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
            if (!room.isLeft()) {
                throw new BadFileException("has too many cells with days as ISO 8601 texts; save it again in Excel or "
                        + "LibreOffice");
            }
            for (int i = 0; i < n; i++) {
                if (isSheet && (buffer[i] == '<' || tag.size() > MAX_TAG)) {
                    tag.writeTo(to);
                    tag.reset();
                }
                if (isSheet && (buffer[i] == '<' || tag.size() > 0)) {
                    tag.write(buffer[i]);
                    if (buffer[i] == '>') {
                        to.write(text(tag.toString(StandardCharsets.ISO_8859_1)).getBytes(StandardCharsets.ISO_8859_1));
                        tag.reset();
                    }
                } else {
                    to.write(buffer[i]);
                }
            }
        }
        tag.writeTo(to);
    }

    private static String text(String tag) {
        return CELL.matcher(tag).replaceFirst("$1t=$2str$2");
    }
}
