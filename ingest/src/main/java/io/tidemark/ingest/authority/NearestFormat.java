package io.tidemark.ingest.authority;

import io.tidemark.ingest.authority.area.ProductionAreaOutlines;
import io.tidemark.ingest.authority.format.AuthorityFormat;
import io.tidemark.ingest.authority.format.FileHead;
import io.tidemark.ingest.authority.format.Header;
import io.tidemark.ingest.authority.format.SourceText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Why a file is none of the authority's that are read: what it nearly is, and what it lacks. */
final class NearestFormat {

    /** A title is easily a column of another table, too. */
    private static final int MIN_IN_COMMON = 2;
    private static final int SHORT = 100;
    private static final int COLUMNS_SHOWN = 12;

    private NearestFormat() {}

    /** Of a file, or a workbook's sheet as text, that has no known format. */
    static String of(Path file, Runnable stop) throws IOException {
        if (Files.size(file) == 0) {
            return "is empty";
        }
        if (Files.size(file) < SHORT && Files.readString(file, StandardCharsets.ISO_8859_1).strip()
                .matches("[\\[{]\\s*[\\]}]")) {
            return "is JSON without anything in it: the API had nothing, leave the file out";
        }
        Optional<FileHead> head = FileHead.of(file, stop);
        if (head.isEmpty()) {
            return "is no text in UTF-8, UTF-16 or ISO-8859-1, and no workbook";
        }
        return ProductionAreaOutlines.fault(head.get())
                .map(fault -> "is GeoJSON, but not of production areas: " + fault)
                .or(() -> Optional.of(head.get().broken()).filter(broken -> !broken.isEmpty()))
                .or(() -> nearest(head.get()).map(format -> lacks(format, head.get())))
                .orElseGet(() -> none(head.get()));
    }

    private static Optional<AuthorityFormat> nearest(FileHead head) {
        Header header = new Header(head.columns());
        return AuthorityFormats.all().stream().filter(format -> common(format, header) >= MIN_IN_COMMON)
                .max(Comparator.comparingDouble(format -> common(format, header) / (double) format.columns().size()));
    }

    private static long common(AuthorityFormat format, Header header) {
        return format.columns().stream().filter(header::has).count();
    }

    private static String lacks(AuthorityFormat format, FileHead head) {
        List<String> missing = new Header(head.columns()).missing(format.columns());
        return "is nearly a file of the authority's " + format.table() + ": it lacks the "
                + (missing.size() == 1 ? "column " : "columns ") + String.join(", ", missing) + "; " + columns(head);
    }

    private static String none(FileHead head) {
        return "is none of the authority's files that are read ("
                + AuthorityFormats.all().stream().map(AuthorityFormat::table).distinct()
                .collect(Collectors.joining(", ")) + "): "
                + (head.columns().isEmpty() ? head.isJson() ? "it is JSON without a list of objects"
                : "it has no header" : columns(head));
    }

    private static String columns(FileHead head) {
        List<String> all = head.columns();
        return "its columns are " + all.stream().limit(COLUMNS_SHOWN).collect(Collectors.joining(", "))
                + (all.size() > COLUMNS_SHOWN ? " and " + (all.size() - COLUMNS_SHOWN) + " more" : "")
                + SourceText.of(head.file(), head.stop()).readAs();
    }
}
