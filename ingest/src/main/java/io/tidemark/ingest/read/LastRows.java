package io.tidemark.ingest.read;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.ingest.contract.ReadType;
import io.tidemark.ingest.contract.SourceColumn;
import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.delivery.BadFileException;
import io.tidemark.ingest.delivery.DeliveredFile.Format;
import io.tidemark.ingest.file.CsvText;
import io.tidemark.ingest.file.RowLines;
import io.tidemark.ingest.staging.PackedTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Leaves out what stands below the rows of a spreadsheet: rows without any value, and one row of totals. A row of
 * totals has numbers alone, and perhaps a word like Sum.
 */
final class LastRows {

    private static final SqlFile SQL = SqlFile.of("ingest/read.sql");
    private static final Set<String> WORDS = Set.of("sum", "total", "totalt", "totals", "i alt", "sum total",
            "grand total");

    private final DuckSession session;
    private final SourceTable table;
    private final List<String> notes = new ArrayList<>();

    LastRows(DuckSession session, SourceTable table) {
        this.session = session;
        this.table = table;
    }

    /**
     * What is left of a file's rows.
     *
     * @param count   how many were read
     * @param refused how many units that were not, the first of them
     * @param notes   what was left out
     */
    record Left(long count, int refused, List<String> notes) {}

    /**
     * Cuts a file's rows. Few files have such rows, so the text is read again only if the last row may be one.
     *
     * @param rows    the rows as read
     * @param count   how many they are
     * @param refused the units that could not be read, ascending
     */
    Left cut(CsvText text, HeaderMatch header, int number, PackedTable rows, long count, long[] refused, Runnable stop)
            throws BadFileException {
        RowLines lines = text.scan().lines();
        long all = text.scan().rows();
        Format format = text.file().format();
        if (all == 0 || (format != Format.CSV && format != Format.XLSX)
                || !mayEndSo(lines.unitOfRow(all - 1), rows, count, refused)) {
            return new Left(count, refused.length, notes);
        }
        long kept = keptRows(text, header, all, stop);
        if (kept == all) {
            return new Left(count, refused.length, notes);
        }
        long lastUnit = kept == 0 ? 1 : lines.unitOfRow(kept - 1);
        int left = (int) Arrays.stream(refused).takeWhile(unit -> unit <= lastUnit).count();
        SQL.get("cut_unread").with("number", number).with("unit", lastUnit).run(session);
        SQL.get("cut_rows").part("rows", rows.name()).with("kept", kept - left).run(session);
        return new Left(kept - left, left, notes);
    }

    private boolean mayEndSo(long lastUnit, PackedTable rows, long count, long[] refused) {
        if (refused.length > 0 && refused[refused.length - 1] == lastUnit) {
            return true;
        }
        return count > 0 && SQL.get("row_value").part("column", table.key().getFirst())
                .part("rows", rows.numberedRows()).with("row", count - 1)
                .first(session, row -> isNothing(row.getString(1))).orElse(false);
    }

    private static boolean isNothing(@Nullable String value) {
        return value == null || value.isBlank() || isWord(value);
    }

    private static boolean isWord(String value) {
        String word = value.strip().toLowerCase(Locale.ROOT);
        return WORDS.contains(word.endsWith(":") ? word.substring(0, word.length() - 1) : word);
    }

    // the number of rows above those that are left out; all of them if the text cannot be read as rows to its end
    private long keptRows(CsvText text, HeaderMatch header, long all, Runnable stop) throws BadFileException {
        long[] read = {-1};
        long[] filled = {0};
        List<String> last = new ArrayList<>();
        text.each(row -> {
            stop.run();
            if (++read[0] > 0 && row.getFields().stream().anyMatch(value -> !value.isBlank())) {
                filled[0] = read[0];
                last.clear();
                last.addAll(row.getFields());
            }
            return true;
        });
        if (read[0] != all) {
            return all;
        }
        if (filled[0] < all) {
            notes.add("left out: " + (all - filled[0]) + " rows without any value at its end");
        }
        if (!isTotals(last, header)) {
            return filled[0];
        }
        notes.add("left out: a row of totals, the last one, on line " + text.scan().lines()
                .lineOfUnit(text.scan().lines().unitOfRow(filled[0] - 1)));
        return filled[0] - 1;
    }

    private static boolean isTotals(List<String> values, HeaderMatch header) {
        boolean anyNumber = false;
        boolean anyWord = false;
        for (int i = 0; i < Math.min(values.size(), header.columns().size()); i++) {
            Optional<ReadType> type = header.columns().get(i).map(SourceColumn::type);
            boolean isNumber = type.filter(ReadType::isNumber).isPresent();
            if (type.isPresent() && !isNumber && !isNothing(values.get(i))) {
                return false;
            }
            anyNumber |= isNumber && !values.get(i).isBlank();
            anyWord |= type.isPresent() && isWord(values.get(i));
        }
        // a program that writes a workbook leaves its sums to the spreadsheet
        return anyNumber || (anyWord && !header.numberColumns().isEmpty());
    }
}
