package io.tidemark.server.format;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import io.tidemark.server.http.Json;
import io.tidemark.server.route.contract.FieldContract;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes rows as NDJSON in UTF-8: each line is an object with the same members as in the {@code data} of a JSON answer.
 */
public final class NdjsonRows implements TextRows {

    private final JsonGenerator json;
    private final JsonRecords records;

    /**
     * Starts an answer.
     *
     * @param out the stream for the lines; closed with this
     */
    public NdjsonRows(List<FieldContract> fields, OutputStream out) throws IOException {
        // each line is written with its line end, so that no client waits for the next row
        json = Json.MAPPER.createGenerator(out).setRootValueSeparator(new SerializedString(""));
        records = new JsonRecords(fields);
    }

    @Override
    public void write(List<@Nullable Object> row) throws IOException {
        records.write(json, row);
        json.writeRaw('\n');
    }

    @Override
    public void flush() throws IOException {
        json.flush();
    }

    @Override
    public void close() throws IOException {
        json.close();
    }
}
