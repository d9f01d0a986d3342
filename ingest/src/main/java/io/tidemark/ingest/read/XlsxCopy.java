package io.tidemark.ingest.read;

import io.tidemark.ingest.contract.ReadType;
import io.tidemark.ingest.contract.SourceColumn;
import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.delivery.BadFileException;
import io.tidemark.ingest.delivery.DeliveredFile;
import io.tidemark.ingest.file.CsvText;
import io.tidemark.ingest.file.CsvText.Head;
import io.tidemark.ingest.file.XlsxBook;
import io.tidemark.ingest.file.XlsxCell;
import io.tidemark.ingest.read.HeaderMatch.Found;
import io.tidemark.ingest.staging.StagingDatabase;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Converts an Excel workbook: the first sheet whose header fits the table, with up to twenty rows of values above the
 * header. In columns of days, day numbers become days. Rows keep their numbers in the sheet.
 */
public record XlsxCopy(StagingDatabase staging) implements CsvCopy {

    @Override
    public Written write(DeliveredFile file, SourceTable table, Path target, UnreadRows unread)
            throws BadFileException, IOException {
        try (XlsxBook book = XlsxBook.open(file.path(), staging::checkCancelled)) {
            List<String> sheets = book.sheets();
            List<String> misfits = new ArrayList<>();
            for (int i = 0; i < sheets.size(); i++) {
                if (book.isHidden(i)) {
                    misfits.add("sheet " + sheets.get(i) + " is hidden and was passed over");
                    continue;
                }
                Optional<Found> header = fitting(table, heads(book, i), sheets.get(i), misfits);
                if (header.isPresent()) {
                    List<String> notes = sheets.size() == 1 && !staging.explains(file) ? new ArrayList<>()
                            : notes(table, book, i);
                    long empty = copy(book, i, header.get(), target, unread);
                    if (empty > 0) {
                        notes.add(empty + " formulas have no result, and count as empty: if a program wrote them, "
                                + "save the workbook again in Excel");
                    }
                    return new Written(0, notes);
                }
            }
            throw new BadFileException("has no sheet that fits: " + String.join("; ", misfits));
        }
    }

    // reports further sheets: a workbook with a sheet for each month would silently lose all but the first
    private static List<String> notes(SourceTable table, XlsxBook book, int read) throws IOException {
        List<String> sheets = book.sheets();
        List<String> alike = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        for (int i = 0; i < sheets.size(); i++) {
            if (i == read || !fits(table, book, i)) {
                continue;
            }
            if (book.isHidden(i)) {
                notes.add("sheet " + sheets.get(i) + " is hidden and was passed over, though its columns fit");
            } else {
                alike.add(sheets.get(i));
            }
        }
        notes.addFirst("sheet " + sheets.get(read) + (alike.isEmpty() ? "" : " was read alone, though the columns of "
                + (alike.size() == 1 ? "sheet " : "the sheets ") + HeaderMatch.listed(alike)
                + " fit too; deliver each sheet as a file"));
        return notes;
    }

    private static boolean fits(SourceTable table, XlsxBook book, int sheet) throws IOException {
        try {
            return fitting(table, heads(book, sheet), "", new ArrayList<>()).isPresent();
        } catch (BadFileException e) {
            // a damaged sheet that is not needed
            return false;
        }
    }

    private static List<Head> heads(XlsxBook book, int sheet) throws BadFileException, IOException {
        List<Head> heads = new ArrayList<>();
        book.each(sheet, (number, cells) -> {
            heads.add(new Head(number, ',', cells.stream().map(XlsxCell::text).toList(), null));
            return heads.size() <= CsvText.MAX_TITLES;
        });
        return heads.isEmpty() ? List.of(new Head(1, ',', List.of(), null)) : CsvText.heads(heads);
    }

    private static Optional<Found> fitting(SourceTable table, List<Head> heads, String sheet,
            List<String> misfits) {
        try {
            return Optional.of(HeaderMatch.first(table, heads, 0, table.header().row()));
        } catch (BadFileException e) {
            misfits.add("sheet " + sheet + " " + e.getMessage());
            return Optional.empty();
        }
    }

    // the number of formulas without a result
    private long copy(XlsxBook book, int sheet, Found found, Path target, UnreadRows unread)
            throws BadFileException, IOException {
        long[] empty = {0};
        HeaderMatch header = found.match();
        long headerRow = found.row().line();
        try (CopyWriter copy = new CopyWriter(target)) {
            book.each(sheet, (number, cells) -> {
                Optional<UnreadRow> fault = number <= headerRow ? Optional.empty() : fault(number, cells, header);
                if (fault.isPresent()) {
                    unread.add(fault.get());
                } else if (number >= headerRow) {
                    empty[0] += IntStream.range(0, Math.min(cells.size(), header.columns().size()))
                            .filter(c -> cells.get(c).kind() == XlsxCell.Kind.NO_RESULT
                            && header.columns().get(c).isPresent()).count();
                    copy.blankUpTo(number);
                    copy.record(number == headerRow
                            ? found.names() : texts(cells, header));
                }
                return true;
            });
        }
        return empty[0];
    }

    private Optional<UnreadRow> fault(int number, List<XlsxCell> cells, HeaderMatch header) {
        if (cells.stream().skip(header.columns().size()).anyMatch(cell -> !cell.isEmpty())) {
            return Optional.of(new UnreadRow(number, "", "", "the row has more values than the header"));
        }
        for (int i = 0; i < cells.size(); i++) {
            Optional<SourceColumn> column = header.columns().get(i);
            if (column.isPresent() && cells.get(i).kind() == XlsxCell.Kind.ERROR
                    && !staging.wordsForNothing().contains(cells.get(i).text())) {
                return Optional.of(new UnreadRow(number, column.get().name(), cells.get(i).text(),
                        "is the error of a formula"));
            }
            if (column.isPresent() && cells.get(i).kind() == XlsxCell.Kind.DAY && !holdsTimes(column.get().type())) {
                return Optional.of(new UnreadRow(number, column.get().name(), cells.get(i).time(),
                        "is a day in the workbook, where "
                        + column.get().type().inWords() + " belongs: a spreadsheet makes 1 May of 1.5, and of 1-5"));
            }
        }
        return Optional.empty();
    }

    private static List<@Nullable String> texts(List<XlsxCell> cells, HeaderMatch header) {
        List<@Nullable String> texts = new ArrayList<>();
        for (int i = 0; i < header.columns().size(); i++) {
            XlsxCell cell = i < cells.size() ? cells.get(i) : null;
            ReadType type = header.columns().get(i).map(SourceColumn::type).orElse(ReadType.TEXT);
            texts.add(cell == null || cell.isEmpty() ? null : holdsTimes(type) ? cell.time() : cell.text());
        }
        return texts;
    }

    private static boolean holdsTimes(ReadType type) {
        return type == ReadType.DAY || type == ReadType.INSTANT || type == ReadType.TIME;
    }
}
