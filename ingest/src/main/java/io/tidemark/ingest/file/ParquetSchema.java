package io.tidemark.ingest.file;

import io.tidemark.ingest.delivery.BadFileException;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.SchemaElement;

/**
 * The columns of a Parquet file, in their order, by the names of its footer:
 * a reader renames the second of date and Date.
 *
 * @param columns the columns
 */
public record ParquetSchema(List<FileColumn> columns) {

    private static final int MAX_DIGITS = 38;

    /** Copies the list. */
    public ParquetSchema {
        columns = List.copyOf(columns);
    }

    /**
     * A column.
     *
     * @param name    its name as written
     * @param isEmpty whether its type says that no row has a value, as of a column of None alone
     */
    public record FileColumn(String name, boolean isEmpty) {}

    /** The columns below the root of a tree in pre-order, which has been checked. */
    static ParquetSchema of(List<SchemaElement> elements) throws BadFileException {
        List<FileColumn> columns = new ArrayList<>();
        for (int i = 1; i < elements.size(); i = after(elements, i)) {
            SchemaElement element = elements.get(i);
            boolean isDecimal = element.getConverted_type() == ConvertedType.DECIMAL
                    || (element.isSetLogicalType() && element.getLogicalType().isSetDECIMAL());
            int digits = element.isSetLogicalType() && element.getLogicalType().isSetDECIMAL()
                    ? element.getLogicalType().getDECIMAL().getPrecision() : element.getPrecision();
            if (isDecimal && digits > MAX_DIGITS) {
                throw new BadFileException("has the column " + HeaderName.of(element.getName()) + " as DECIMAL of "
                        + digits + " digits, where at most " + MAX_DIGITS + " fit (decimal256 is not read)");
            }
            columns.add(new FileColumn(element.getName(), element.isSetLogicalType()
                    && element.getLogicalType().isSetUNKNOWN()));
        }
        return new ParquetSchema(columns);
    }

    private static int after(List<SchemaElement> elements, int at) {
        int next = at + 1;
        for (int open = Math.max(0, elements.get(at).getNum_children()); open > 0 && next < elements.size(); next++) {
            open += Math.max(0, elements.get(next).getNum_children()) - 1;
        }
        return next;
    }
}
