package io.tidemark.ingest;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.duckdb.SqlLiteral;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The rows of a CSV without quotes in each format of a table, with the types that such a file has. */
final class TestFormats {

    static final List<String> ALL = List.of("csv", "ndjson", "parquet", "xlsx");

    private TestFormats() {}

    /** The file's bytes; Parquet is made in the folder. */
    static byte[] of(String format, String csv, Path folder) {
        return switch (format) {
            case "csv" -> csv.getBytes(StandardCharsets.UTF_8);
            case "ndjson" -> ndjson(csv).getBytes(StandardCharsets.UTF_8);
            case "xlsx" -> workbook(csv);
            default -> parquet(csv, folder);
        };
    }

    private static String ndjson(String csv) {
        List<String[]> rows = rows(csv);
        return rows.stream().skip(1).map(values ->
                IntStream.range(0, values.length).mapToObj(i -> "\"" + rows.getFirst()[i] + "\":"
                + (values[i].isEmpty() ? "null" : "\"" + values[i] + "\""))
                .collect(Collectors.joining(",", "{", "}\n")))
                .collect(Collectors.joining());
    }

    private static byte[] workbook(String csv) {
        return new TestWorkbook().sheet("Ark1", rows(csv).stream().map(values -> Arrays.stream(values)
                .map(value -> value.matches("-?\\d+(\\.\\d+)?") ? "n:" + value : value.replace('|', TestWorkbook.BAR))
                .collect(Collectors.joining("|"))).toArray(String[]::new)).bytes();
    }

    private static byte[] parquet(String csv, Path folder) {
        Path text = folder.resolve("text.csv");
        Path made = folder.resolve("of-text.parquet");
        try (DuckSession session = DuckSession.open(new EngineSettings(1, 256, folder))) {
            Files.writeString(text, csv);
            session.run("COPY (SELECT * FROM read_csv(" + SqlLiteral.of(text) + ", delim = ',', header = true)) TO "
                    + SqlLiteral.of(made) + " (FORMAT parquet)");
            return Files.readAllBytes(made);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String[]> rows(String csv) {
        return csv.lines().map(line -> line.split(",", -1)).toList();
    }
}
