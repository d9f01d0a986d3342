package io.tidemark.server.format;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import io.tidemark.server.http.Json;
import io.tidemark.server.route.contract.FieldContract;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows as NDJSON: on each line an object with the same members as in the {@code data} of a JSON answer. UTF-8. */
public final class NdjsonRows implements RowWriter {

    private final JsonGenerator json;
    private final JsonRecords records;

    /**
     * Starts an answer.
     *
     * @param out where the lines go; closed with this
     */
    public NdjsonRows(List<FieldContract> fields, OutputStream out) throws IOException {
        // the line end is written with its own line, so that no client waits for the next row
        json = Json.MAPPER.createGenerator(out).setRootValueSeparator(new SerializedString(""));
        records = new JsonRecords(fields);
    }

    @Override
    public void write(List<@Nullable Object> row) throws IOException {
        records.write(json, row);
        json.writeRaw('\n');
    }

    @Override
    public void close() throws IOException {
        json.close();
    }
}
