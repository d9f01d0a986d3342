package io.tidemark.server.format;

import io.tidemark.server.route.contract.FieldContract;
import java.io.Flushable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** Writes rows as text, each with its own end: after a flush the stream has the whole of each row so far. */
public interface TextRows extends RowWriter, Flushable {

    /** A writer of CSV or NDJSON over a stream, which it closes. */
    static TextRows over(OutputStream out, List<FieldContract> fields, AnswerShape shape) throws IOException {
        return shape.format() == AnswerFormat.CSV ? new CsvRows(fields, out, shape.decimalComma())
                : new NdjsonRows(fields, out);
    }
}
