package io.tidemark.ingest.file;

import io.tidemark.ingest.delivery.BadFileException;
import io.tidemark.ingest.delivery.DeliveredFile;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PushbackInputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes a normalised copy of a CSV file: without the lines before its header,
 * and with one kind of line end outside quotes.
 */
final class PlainCopy {

    private PlainCopy() {}

    static void write(DeliveredFile file, long leadingLines, Path target, Runnable stop) throws BadFileException {
        try (PushbackInputStream in = new PushbackInputStream(file.open());
                OutputStream out = new BufferedOutputStream(Files.newOutputStream(target), 1 << 16)) {
            CsvText.skipLines(in, leadingLines);
            boolean quoted = false;
            boolean afterReturn = false;
            byte[] buffer = new byte[1 << 16];
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                stop.run();
                for (int i = 0; i < n; i++) {
                    byte b = buffer[i];
                    if (b == '"') {
                        quoted = !quoted;
                    }
                    if (b == '\r' && !quoted) {
                        out.write('\n');
                    } else if (b != '\n' || !afterReturn) {
                        out.write(b);
                    }
                    afterReturn = b == '\r' && !quoted;
                }
            }
        } catch (IOException e) {
            throw BadFileException.of(e);
        }
    }
}
