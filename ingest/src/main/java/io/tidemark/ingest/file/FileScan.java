package io.tidemark.ingest.file;

import io.tidemark.data.file.Sha256;
import io.tidemark.ingest.delivery.BadFileException;
import io.tidemark.ingest.delivery.DeliveredFile;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.HexFormat;

/**
 * The result of one pass over a CSV file's bytes.
 *
 * @param sha256       digest of the file as delivered, lower-case hex
 * @param leadingLines comment and blank lines before the header
 * @param plainEnough  whether DuckDB can read it unchanged: it has no leading lines and one kind of line end
 * @param lines        the lines of its rows
 * @param rows         number of rows below the header
 * @param thousands    the signs in values like 12.000 or 12,000, which can mean 12 or 12000, and like 1_000: points,
 *                     commas, underscores or empty text
 * @param decimals     the signs beside digits, if the file has semicolons: a point, a comma, both or empty text
 */
public record FileScan(String sha256, long leadingLines, boolean plainEnough, RowLines lines, long rows,
        String thousands, String decimals) {

    /** A copy with the header at another line, counted from 1 after the leading lines. */
    FileScan headedAt(long line) {
        RowLines moved = lines.headedAt(line);
        return new FileScan(sha256, moved.leadingLines(), false, moved, rows - lines.rowsAbove(line), thousands,
                decimals);
    }

    /**
     * Reads the file once. Refuses a file that is not text or not UTF-8, has a NUL, or has an unclosed quote.
     * @param stop throws when the ingest is stopped
     */
    static FileScan of(DeliveredFile file, Runnable stop) throws BadFileException {
        MessageDigest digest = Sha256.digest();
        try (InputStream raw = new DigestInputStream(
                new BufferedInputStream(Files.newInputStream(file.path()), 1 << 16), digest)) {
            TextScanner scanner = new TextScanner();
            ThousandsScan thousands = new ThousandsScan();
            DecimalScan decimals = new DecimalScan();
            byte[] buffer = new byte[1 << 16];
            InputStream text = file.unpack(raw);
            boolean begins = true;
            for (int n = text.readNBytes(buffer, 0, buffer.length); n > 0;
                    n = text.readNBytes(buffer, 0, buffer.length)) {
                stop.run();
                if (begins) {
                    checkText(buffer);
                    begins = false;
                }
                scanner.scan(buffer, n);
                thousands.scan(buffer, n);
                decimals.scan(buffer, n);
            }
            raw.transferTo(OutputStream.nullOutputStream());
            scanner.finish();
            thousands.finish();
            return new FileScan(HexFormat.of().formatHex(digest.digest()), scanner.leadingLines(),
                    scanner.leadingLines() == 0 && scanner.hasOneLineEnd(), scanner.rowLines(), scanner.rows(),
                    thousands.signs(), decimals.signs());
        } catch (IOException e) {
            throw BadFileException.of(e);
        }
    }

    // control characters, with which no text begins
    private static void checkText(byte[] begin) throws BadFileException {
        if (begin[0] == 0x1F && begin[1] == (byte) 0x8B) {
            throw new BadFileException("is compressed with gzip, and its name does not say so (or twice): "
                    + "name it .csv.gz");
        }
        if (begin[0] == 'P' && begin[1] == 'K' && begin[2] == 3 && begin[3] == 4) {
            throw new BadFileException("is a workbook or another archive, not a text: name a workbook .xlsx, "
                    + "unpack others");
        }
    }
}
