package io.tidemark.ingest.file;

import io.tidemark.data.duckdb.EngineException;
import io.tidemark.ingest.delivery.BadFileException;
import io.tidemark.ingest.delivery.UnpackLimit;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.dhatim.fastexcel.reader.Cell;
import org.dhatim.fastexcel.reader.CellType;
import org.dhatim.fastexcel.reader.ReadableWorkbook;
import org.dhatim.fastexcel.reader.ReadingOptions;
import org.dhatim.fastexcel.reader.Row;
import org.dhatim.fastexcel.reader.Sheet;
import org.dhatim.fastexcel.reader.SheetVisibility;
import org.jspecify.annotations.Nullable;

/** An Excel workbook that is read sheet by sheet and row by row. */
public final class XlsxBook implements Closeable {

    private static final int MAX_ROWS = 1_048_576;
    /** The first bytes of a Compound File Binary. */
    private static final byte[] COMPOUND = {(byte) 0xD0, (byte) 0xCF, 0x11, (byte) 0xE0};

    private final Path file;
    private final ReadableWorkbook book;
    private final Runnable stop;
    private final Map<String, NumberFormat> formats = new HashMap<>();

    private XlsxBook(Path file, ReadableWorkbook book, Runnable stop) {
        this.file = file;
        this.book = book;
        this.stop = stop;
    }

    /** Receives a row: its number in the sheet, from 1, and its cells up to the last one with content. */
    @FunctionalInterface
    public interface RowTaker {
        /** Processes a row; returns false to stop. */
        boolean take(int number, List<XlsxCell> cells) throws IOException, BadFileException;
    }

    /**
     * Opens a workbook.
     *
     * @param stop throws when the ingest is stopped
     */
    public static XlsxBook open(Path file, Runnable stop) throws BadFileException {
        try {
            byte @Nullable [] copy = BookLimit.check(file, stop) ? IsoDayCells.asTexts(file, stop) : null;
            return new XlsxBook(file, opened(file, copy), stop);
        } catch (UnpackLimit.Exceeded e) {
            throw BadFileException.of(e);
        } catch (EngineException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            throw !isCompound(file) ? damaged(file, e)
                    : new BadFileException("is a workbook of Excel 2003 or before (.xls), or has a password; save it "
                    + "as .xlsx without one", e);
        }
    }

    // what other programs than Excel, or its other form, write
    private static Optional<String> foreign(Path file) {
        try (ZipFile zip = new ZipFile(file.toFile())) {
            ZipEntry book = zip.getEntry("xl/workbook.xml");
            String begin = book == null ? "" : new String(zip.getInputStream(book).readNBytes(4096),
                    StandardCharsets.UTF_8);
            return zip.stream().anyMatch(entry -> entry.getName().indexOf('\\') >= 0)
                    ? Optional.of("has parts whose names have backslashes, as no Excel writes them; save it again in "
                    + "Excel") : begin.contains("purl.oclc.org/ooxml")
                    ? Optional.of("is a Strict Open XML workbook; save it as an ordinary Excel workbook")
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    // a workbook need not have styles, and then there are no formats
    private static ReadableWorkbook opened(Path file, byte @Nullable [] copy) throws IOException {
        try {
            return opened(file, copy, new ReadingOptions(true, false));
        } catch (IOException | RuntimeException e) {
            return opened(file, copy, new ReadingOptions(false, false));
        }
    }

    private static ReadableWorkbook opened(Path file, byte @Nullable [] copy, ReadingOptions options)
            throws IOException {
        return copy == null ? new ReadableWorkbook(file.toFile(), options)
                : new ReadableWorkbook(new ByteArrayInputStream(copy), options);
    }

    // old and encrypted workbooks use this container
    private static boolean isCompound(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return Arrays.equals(in.readNBytes(COMPOUND.length), COMPOUND);
        } catch (IOException e) {
            return false;
        }
    }

    /** The names of the sheets, in their order. */
    public List<String> sheets() {
        return book.getSheets().map(Sheet::getName).toList();
    }

    /** Whether a sheet is hidden in the workbook. */
    public boolean isHidden(int sheet) {
        return book.getSheet(sheet).orElseThrow().getVisibility() != SheetVisibility.VISIBLE;
    }

    /** Passes on the rows of a sheet that have a value. */
    public void each(int sheet, RowTaker taker) throws BadFileException, IOException {
        Sheet opened = book.getSheet(sheet).orElseThrow();
        try (Stream<Row> rows = rows(opened)) {
            int before = 0;
            int last = 0;
            for (Iterator<Row> all = rows.iterator(); hasNext(all); before++) {
                stop.run();
                Row row = all.next();
                // a row without a number follows the previous one, and the library repeats the number of that one
                int number = row.getRowNum() == before ? last + 1 : row.getRowNum();
                if (number <= last || number > MAX_ROWS) {
                    throw new BadFileException("cannot be read as XLSX: sheet " + opened.getName() + " has row "
                            + number + " after row " + last);
                }
                last = number;
                List<XlsxCell> cells = cells(row);
                if (!cells.isEmpty() && !taker.take(last, cells)) {
                    return;
                }
            }
        }
    }

    private Stream<Row> rows(Sheet sheet) throws BadFileException {
        try {
            return sheet.openStream();
        } catch (IOException | RuntimeException e) {
            throw damaged(file, e);
        }
    }

    private boolean hasNext(Iterator<Row> rows) throws BadFileException {
        try {
            return rows.hasNext();
        } catch (RuntimeException e) {
            throw damaged(file, e);
        }
    }

    private List<XlsxCell> cells(Row row) {
        List<XlsxCell> cells = new ArrayList<>();
        int used = 0;
        for (int i = 0; i < row.getCellCount(); i++) {
            Cell cell = row.getCell(i);
            cells.add(cell == null || cell.getType() == CellType.EMPTY ? XlsxCell.EMPTY
                    : XlsxCell.of(cell, book.isDate1904(), format(cell)));
            used = cells.getLast().isEmpty() ? used : i + 1;
        }
        // a formula may be filled in far below the rows
        return used == 0 ? List.of() : cells.subList(0, Math.max(used, 1 + lastFormula(cells)));
    }

    private static int lastFormula(List<XlsxCell> cells) {
        int last = cells.size() - 1;
        while (last >= 0 && cells.get(last).kind() != XlsxCell.Kind.NO_RESULT) {
            last--;
        }
        return last;
    }

    private NumberFormat format(Cell cell) {
        String format = cell.getDataFormatString();
        return format == null ? NumberFormat.GENERAL : formats.computeIfAbsent(format, NumberFormat::of);
    }

    // the library throws all kinds of exceptions for damaged files
    private static BadFileException damaged(Path file, Exception e) {
        Optional<String> foreign = foreign(file);
        if (foreign.isPresent()) {
            return new BadFileException(foreign.get(), e);
        }
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        String message = String.valueOf(root.getMessage()).lines().findFirst().orElse("");
        return new BadFileException("cannot be read as XLSX: " + message, e);
    }

    @Override
    public void close() throws IOException {
        book.close();
    }
}
