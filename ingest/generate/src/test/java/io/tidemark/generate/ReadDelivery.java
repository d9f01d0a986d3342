package io.tidemark.generate;

import de.siegmar.fastcsv.reader.CommentStrategy;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Reads a generated delivery back. */
record ReadDelivery(Path dir) {

    List<NamedCsvRecord> table(String path) {
        try (CsvReader<NamedCsvRecord> rows = CsvReader.builder().commentStrategy(CommentStrategy.SKIP)
                .ofNamedCsvRecord(dir.resolve(path + ".csv"))) {
            return rows.stream().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<String> farmerFolders() {
        try (Stream<Path> folders = Files.list(dir.resolve("farmers"))) {
            return folders.map(f -> f.getFileName().toString()).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Rows of one table of all farmers. */
    Stream<NamedCsvRecord> farmers(String table) {
        return farmerFolders().stream().flatMap(farmer -> table("farmers/" + farmer + "/" + table).stream());
    }

    /** Every file with its SHA-256. */
    Map<String, String> hashes() {
        Map<String, String> hashes = new TreeMap<>();
        try (Stream<Path> files = Files.walk(dir)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                byte[] hash = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
                hashes.put(dir.relativize(file).toString(), HexFormat.of().formatHex(hash));
            }
            return hashes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    static String unitDay(NamedCsvRecord row) {
        return row.getField("date") + "/" + row.getField("site_id") + "/" + row.getField("unit_id");
    }

    static int integer(NamedCsvRecord row, String field) {
        return Integer.parseInt(row.getField(field));
    }

    static double decimal(NamedCsvRecord row, String field) {
        return Double.parseDouble(row.getField(field));
    }
}
