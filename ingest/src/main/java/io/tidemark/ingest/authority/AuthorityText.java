package io.tidemark.ingest.authority;

import io.tidemark.ingest.authority.format.AuthorityFormat;
import io.tidemark.ingest.authority.format.StoppableStream;
import io.tidemark.ingest.delivery.BadFileException;
import io.tidemark.ingest.delivery.DeliveredFile;
import io.tidemark.ingest.file.XlsxBook;
import io.tidemark.ingest.file.XlsxCell;
import io.tidemark.ingest.read.CopyWriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An authority file as plain text of a known format: decompressed,
 * or a workbook's sheet as CSV with the sheet's row numbers.
 * @param path   the text file
 * @param format its format
 * @param sheet  the workbook's sheet, or empty
 */
record AuthorityText(Path path, AuthorityFormat format, String sheet) {

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
    static AuthorityText of(DeliveredFile file, Path folder, Runnable stop) throws BadFileException, IOException,
            Unknown {
        String name = String.valueOf(file.path().getFileName());
        Path text = file.path();
        if (file.packing() == DeliveredFile.Packing.GZIP) {
            text = folder.resolve(name);
            try (InputStream in = new StoppableStream(file.open(), stop)) {
                Files.copy(in, text);
            }
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
