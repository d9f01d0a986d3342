package io.tidemark.server.format;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.QuoteStrategies;
import io.tidemark.server.route.contract.FieldContract;
import io.tidemark.server.route.contract.FieldType;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes rows as CSV (RFC 4180, UTF-8): a header, then a record for each row. Null is an empty value and an empty text
 * is {@code ""}; numbers have the same digits as in JSON; list items are joined with {@code |} in one value. <p>A
 * spreadsheet reads a text that starts with {@code =}, {@code +}, {@code -}, {@code @}, a tab or a carriage return as a
 * formula and runs it. Such a text is prefixed with an apostrophe. Numbers and dates stay unchanged.
 */
public final class CsvRows implements TextRows {

    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
    private static final String FORMULA_STARTS = "=+-@\t\r";

    private final List<FieldContract> columns;
    private final boolean decimalComma;
    private final CsvWriter csv;

    /**
     * Starts an answer with its header.
     *
     * @param out          the stream for the answer; closed with this
     * @param decimalComma whether decimals have a comma. Values are then separated by semicolons, and a byte order mark
     *                     comes first: Excel in Norwegian needs both
     */
    public CsvRows(List<FieldContract> fields, OutputStream out, boolean decimalComma) throws IOException {
        this.columns = CellText.columns(fields);
        this.decimalComma = decimalComma;
        if (decimalComma) {
            out.write(BYTE_ORDER_MARK);
        }
        csv = CsvWriter.builder().fieldSeparator(decimalComma ? ';' : ',').quoteStrategy(QuoteStrategies.EMPTY)
                .build(out);
        record(header(fields));
    }

    /**
     * The names of the columns. A key of an object is {@code field_key}; if a name is not unique, the keys of all
     * objects are {@code field.key}.
     */
    public static List<String> header(List<FieldContract> fields) {
        List<String> names = header(fields, "_");
        return new HashSet<>(names).size() == names.size() ? names : header(fields, ".");
    }

    private static List<String> header(List<FieldContract> fields, String between) {
        List<String> names = new ArrayList<>();
        for (FieldContract field : fields) {
            if (field.type() == FieldType.OBJECT) {
                field.keys().forEach(key -> names.add(field.name() + between + key.name()));
            } else {
                names.add(field.name());
            }
        }
        return names;
    }

    @Override
    public void write(List<@Nullable Object> row) throws IOException {
        List<@Nullable String> values = new ArrayList<>(row.size());
        for (int i = 0; i < columns.size(); i++) {
            values.add(text(columns.get(i), row.get(i)));
        }
        // a null alone would be an empty line, which readers skip
        record(values.size() == 1 && values.getFirst() == null ? List.of("") : values);
    }

    private void record(List<@Nullable String> values) throws IOException {
        try {
            csv.writeRecord(values);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private @Nullable String text(FieldContract field, @Nullable Object value) {
        String text = CellText.of(field, value);
        if (text == null) {
            return null;
        }
        if (value instanceof Number) {
            return decimalComma ? text.replace('.', ',') : text;
        }
        boolean words = value instanceof String
                || (value instanceof List<?> items && !items.isEmpty() && items.getFirst() instanceof String);
        return words ? safe(text) : text;
    }

    private static String safe(String text) {
        return !text.isEmpty() && FORMULA_STARTS.indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
    }

    @Override
    public void flush() throws IOException {
        csv.flush();
    }

    @Override
    public void close() throws IOException {
        csv.close();
    }
}
