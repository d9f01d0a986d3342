package io.tidemark.ingest.load;

import io.tidemark.ingest.contract.ReadType;
import io.tidemark.ingest.contract.SourceColumn;
import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.delivery.BadFileException;
import io.tidemark.ingest.delivery.DeliveredFile;
import io.tidemark.ingest.delivery.XlsxBook;
import io.tidemark.ingest.delivery.XlsxCell;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An Excel workbook: the first sheet whose first row with values is a header that fits the table. Numbers of days become days
 * in the columns that hold days. Rows keep their numbers in the sheet.
 */
final class XlsxCopy implements CsvCopy {

    @Override
    public Written write(DeliveredFile file, SourceTable table, Path target) throws BadFileException, IOException {
        try (XlsxBook book = XlsxBook.open(file.path())) {
            List<String> sheets = book.sheets();
            List<String> misfits = new ArrayList<>();
            for (int i = 0; i < sheets.size(); i++) {
                List<String> names = header(book, i);
                Optional<HeaderMatch> header = fitting(table, names, sheets.get(i), misfits);
                if (header.isPresent()) {
                    List<UnreadRow> unread = copy(book, i, header.get(), target);
                    return new Written(0, unread, sheets.size() == 1 ? List.of() : List.of("sheet " + sheets.get(i)));
                }
            }
            throw new BadFileException("has no sheet that fits: " + String.join("; ", misfits));
        }
    }

    private static List<String> header(XlsxBook book, int sheet) throws BadFileException, IOException {
        List<String> names = new ArrayList<>();
        book.each(sheet, (number, cells) -> {
            cells.forEach(cell -> names.add(cell.text().strip().toLowerCase(Locale.ROOT)));
            return false;
        });
        return names;
    }

    private static Optional<HeaderMatch> fitting(SourceTable table, List<String> names, String sheet, List<String> misfits) {
        try {
            return Optional.of(HeaderMatch.of(table, names));
        } catch (BadFileException e) {
            misfits.add("sheet " + sheet + " " + e.getMessage());
            return Optional.empty();
        }
    }

    private static List<UnreadRow> copy(XlsxBook book, int sheet, HeaderMatch header, Path target)
            throws BadFileException, IOException {
        List<UnreadRow> unread = new ArrayList<>();
        try (CopyWriter copy = new CopyWriter(target)) {
            book.each(sheet, (number, cells) -> {
                Optional<UnreadRow> fault = copy.isEmpty() ? Optional.empty() : fault(number, cells, header);
                if (fault.isPresent()) {
                    unread.add(fault.get());
                } else {
                    copy.blankUpTo(number);
                    copy.record(copy.isEmpty() ? cells.stream().map(XlsxCell::text).toList() : texts(cells, header));
                }
                return true;
            });
        }
        return unread;
    }

    private static Optional<UnreadRow> fault(int number, List<XlsxCell> cells, HeaderMatch header) {
        if (cells.size() > header.columns().size()) {
            return Optional.of(new UnreadRow(number, "", "", "the row has more values than the header"));
        }
        for (int i = 0; i < cells.size(); i++) {
            Optional<SourceColumn> column = header.columns().get(i);
            if (column.isPresent() && cells.get(i).kind() == XlsxCell.Kind.ERROR) {
                return Optional.of(new UnreadRow(number, column.get().name(), cells.get(i).text(),
                        "is the error of a formula"));
            }
        }
        return Optional.empty();
    }

    private static List<@Nullable String> texts(List<XlsxCell> cells, HeaderMatch header) {
        List<@Nullable String> texts = new ArrayList<>();
        for (int i = 0; i < header.columns().size(); i++) {
            XlsxCell cell = i < cells.size() ? cells.get(i) : null;
            ReadType type = header.columns().get(i).map(SourceColumn::type).orElse(ReadType.TEXT);
            texts.add(cell == null || cell.isEmpty() ? null
                    : type == ReadType.DAY || type == ReadType.INSTANT ? cell.time() : cell.text());
        }
        return texts;
    }
}
