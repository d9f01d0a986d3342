package io.tidemark.server.cli.query;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tidemark.server.format.JsonRecords;
import io.tidemark.server.format.RowWriter;
import io.tidemark.server.http.Json;
import io.tidemark.server.route.contract.FieldContract;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes rows as one JSON document: a list of objects. */
final class JsonList implements RowWriter {

    private final OutputStream out;
    private final JsonGenerator json;
    private final JsonRecords records;

    JsonList(List<FieldContract> fields, OutputStream out) throws IOException {
        this.out = out;
        this.json = Json.MAPPER.createGenerator(out).disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
        this.records = new JsonRecords(fields);
        json.writeStartArray();
    }

    @Override
    public void write(List<@Nullable Object> row) throws IOException {
        records.write(json, row);
    }

    @Override
    public void close() throws IOException {
        json.writeEndArray();
        json.close();
        out.write("\n".getBytes(StandardCharsets.UTF_8));
        out.close();
    }
}
