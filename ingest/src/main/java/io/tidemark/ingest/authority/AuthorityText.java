package io.tidemark.ingest.authority;

import io.tidemark.data.duckdb.EngineException;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.duckdb.SqlLiteral;
import io.tidemark.data.duckdb.SqlStatement;
import io.tidemark.ingest.authority.format.AuthorityFormat;
import io.tidemark.ingest.authority.format.StoppableStream;
import io.tidemark.ingest.delivery.BadFileException;
import io.tidemark.ingest.delivery.DeliveredFile;
import io.tidemark.ingest.file.ParquetLimit;
import io.tidemark.ingest.file.XlsxBook;
import io.tidemark.ingest.file.XlsxCell;
import io.tidemark.ingest.read.CopyWriter;
import io.tidemark.ingest.staging.StagingDatabase;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An authority file as plain text of a known format: decompressed, a workbook's sheet as CSV with the sheet's row
 * numbers, or Parquet as CSV.
 *
 * @param path   the text file
 * @param format its format
 * @param sheet  the workbook's sheet, or empty
 */
record AuthorityText(Path path, AuthorityFormat format, String sheet) {

    private static final SqlFile SQL = SqlFile.of("ingest/read.sql");
    private static final int[] ZIP_START = {'P', 'K', 3, 4};

    /** A file of no known format: why it is none. */
    static final class Unknown extends Exception {

        private static final long serialVersionUID = 1L;

        Unknown(String reason) {
            super(reason, null, false, false);
        }

        String reason() {
            return String.valueOf(getMessage());
        }
    }

    /** Detects the format of a file. */
    static AuthorityText of(DeliveredFile file, Path folder, StagingDatabase staging) throws BadFileException,
            IOException, Unknown {
        Runnable stop = staging::checkCancelled;
        String name = String.valueOf(file.path().getFileName());
        Path text = file.path();
        if (file.packing() == DeliveredFile.Packing.GZIP) {
            text = folder.resolve(name);
            try (InputStream in = new StoppableStream(file.open(), stop)) {
                Files.copy(in, text);
            }
        }
        if (file.format() == DeliveredFile.Format.PARQUET) {
            text = ofParquet(text, folder.resolve(name + ".csv"), staging);
        }
        boolean named = file.format() == DeliveredFile.Format.XLSX;
        if (named || isZip(text)) {
            try {
                return ofBook(text, folder.resolve(name + ".sheet"), stop);
            } catch (BadFileException e) {
                if (named) {
                    throw e;
                }
                throw new Unknown("is an archive or a document, not a text or a workbook; unpack it");
            }
        }
        Optional<AuthorityFormat> format = AuthorityFormats.detect(text, stop);
        if (format.isEmpty()) {
            throw new Unknown(NearestFormat.of(text, stop));
        }
        return new AuthorityText(text, format.get(), "");
    }

    private static Path ofParquet(Path file, Path target, StagingDatabase staging) throws BadFileException,
            IOException {
        ParquetLimit.check(file);
        try {
            SqlStatement rows = SQL.get("parquet_table").with("file", file.toString());
            // a text in a dictionary may be in all rows: the check comes before it is written out for each
            ParquetLimit.checkTexts(file, SQL.get("parquet_bytes").part("rows", rows).number(staging.session()));
            SQL.get("parquet_to_csv").part("rows", rows).part("target", SqlLiteral.of(target)).run(staging.session());
            return target;
        } catch (EngineException e) {
            throw new BadFileException("cannot be read as Parquet", e);
        }
    }

    private static boolean isZip(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            for (int b : ZIP_START) {
                if (in.read() != b) {
                    return false;
                }
            }
            return true;
        }
    }

    private static AuthorityText ofBook(Path file, Path target, Runnable stop) throws BadFileException, IOException,
            Unknown {
        try (XlsxBook book = XlsxBook.open(file, stop)) {
            List<String> sheets = book.sheets();
            List<String> reasons = new ArrayList<>();
            for (int i = 0; i < sheets.size(); i++) {
                try (CopyWriter csv = new CopyWriter(target)) {
                    int[] width = {0};
                    book.each(i, (number, cells) -> {
                        csv.blankUpTo(number);
                        csv.record(texts(cells, width));
                        return true;
                    });
                }
                Optional<AuthorityFormat> format = AuthorityFormats.detect(target, stop);
                if (format.isPresent()) {
                    return new AuthorityText(target, format.get(), sheets.get(i));
                }
                reasons.add("sheet " + sheets.get(i) + " " + NearestFormat.of(target, stop));
            }
            throw new Unknown(reasons.stream().filter(reason -> reason.contains("is nearly")).findFirst()
                    .orElseGet(() -> String.join("; ", reasons)));
        }
    }

    // trailing empty cells are absent; a line break within a cell would shift the rows below
    private static List<String> texts(List<XlsxCell> cells, int[] width) {
        List<String> texts = new ArrayList<>(cells.stream().map(c -> c.text().replaceAll("\\R", " ")).toList());
        width[0] = Math.max(width[0], texts.size());
        while (texts.size() < width[0]) {
            texts.add("");
        }
        return texts;
    }
}
