package io.tidemark.ingest.delivery;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * A file of a delivery.
 *
 * @param path     the file to open, under the sender's name or an internal one, see {@link InternalNames}
 * @param relative its path inside the delivery, with forward slashes, for messages
 * @param folder   its part of the delivery
 * @param farmerId the farmer that owns its folder, or null
 * @param table    the table's name: the file name up to the first dash or dot
 * @param packing  its compression
 */
public record DeliveredFile(Path path, String relative, DeliveryPart folder, @Nullable String farmerId, String table,
        Packing packing) {

    /** How Hive and Spark write a folder's missing value. */
    private static final String NO_PARTITION = "__HIVE_DEFAULT_PARTITION__";

    /** Replaces bytes that are not UTF-8. */
    private static final char NO_CHARACTER = '\uFFFD';

    /** The compression of a file. */
    public enum Packing {
        /** Plain text without compression. */
        PLAIN("none"),
        /** gzip. */
        GZIP("gzip");

        private final String duckdbName;

        Packing(String duckdbName) {
            this.duckdbName = duckdbName;
        }

        /** DuckDB's name of the compression. */
        public String duckdbName() {
            return duckdbName;
        }
    }

    /** The formats of a table's file, by file extension. */
    public enum Format {
        /** Comma or semicolon separated. */
        CSV(".csv", ".csv.gz"),
        /** A JSON object on each line. */
        NDJSON(".ndjson", ".ndjson.gz", ".jsonl", ".jsonl.gz"),
        /** Apache Parquet. */
        PARQUET(".parquet"),
        /** An Excel workbook. */
        XLSX(".xlsx");

        private final String endings;

        Format(String... endings) {
            this.endings = String.join(", ", endings);
        }

        /** Its file extensions, for people. */
        String endings() {
            return endings;
        }

        /** The format of a file name; empty if it is not a table format. */
        public static Optional<Format> ofName(String name) {
            String lower = name.toLowerCase(Locale.ROOT);
            return Arrays.stream(values()).filter(f ->
                    Arrays.stream(f.endings.split(", ", -1)).anyMatch(lower::endsWith)).findFirst();
        }
    }

    /** The format of this file, by its name. */
    public Format format() {
        return Format.ofName(relative).orElse(Format.CSV);
    }

    /** A copy with another path. */
    public DeliveredFile at(Path name) {
        return new DeliveredFile(name, relative, folder, farmerId, table, packing);
    }

    /** A copy whose content is in another file, as plain text. */
    public DeliveredFile readAt(Path copy) {
        return new DeliveredFile(copy, relative, folder, farmerId, table, Packing.PLAIN);
    }

    /** What the folders of a table say of all rows of its file, such as {@code year=2026}, by column in lower case. */
    public SortedMap<String, String> partitions() {
        SortedMap<String, String> values = new TreeMap<>();
        String[] names = relative.split("/", -1);
        for (int i = 0; i < names.length - 1; i++) {
            if (names[i].indexOf('=') > 0) {
                values.put(columnOf(names[i]), valueOf(names[i]).orElse(""));
            }
        }
        return values;
    }

    /** The column of a folder such as {@code year=2026}, in lower case. */
    static String columnOf(String folderName) {
        return folderName.split("=", 2)[0].toLowerCase(Locale.ROOT);
    }

    /**
     * The value of such a folder; empty if it is no text, since its escapes stand for control characters or for no
     * character at all.
     */
    static Optional<String> valueOf(String folderName) {
        String written = folderName.substring(folderName.indexOf('=') + 1);
        try {
            String value = written.equals(NO_PARTITION) ? ""
                    : URLDecoder.decode(written.replace("+", "%2B"), StandardCharsets.UTF_8);
            return value.equals(DisplayText.of(value)) && value.indexOf(NO_CHARACTER) < 0
                    ? Optional.of(value) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Decompresses the stream of the file, up to the limit of a real file. */
    public InputStream unpack(InputStream raw) throws IOException {
        return packing == Packing.GZIP ? UnpackLimit.of(Files.size(path))
                .guard(new GZIPInputStream(raw, 1 << 16)) : raw;
    }

    /** Opens the file and decompresses it. */
    public InputStream open() throws IOException {
        return unpack(new BufferedInputStream(Files.newInputStream(path), 1 << 16));
    }

    /** The path of its rejects file in the rejects folder: the delivered path, always as a plain CSV. */
    public String rejectsPath() {
        String unpacked = relative.endsWith(".gz") ? relative.substring(0, relative.length() - 3) : relative;
        return unpacked.endsWith(".csv") ? unpacked : unpacked + ".csv";
    }
}
