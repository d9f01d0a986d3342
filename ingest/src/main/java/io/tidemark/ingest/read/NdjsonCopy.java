package io.tidemark.ingest.read;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import io.tidemark.ingest.contract.ReadType;
import io.tidemark.ingest.contract.SourceColumn;
import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.delivery.BadFileException;
import io.tidemark.ingest.delivery.DeliveredFile;
import io.tidemark.ingest.file.HeaderName;
import io.tidemark.ingest.file.TextLines;
import io.tidemark.ingest.staging.StagingDatabase;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Converts NDJSON: each line is a JSON object whose keys are column names, in any case and each once. Numbers and texts
 * are copied as written, a list of texts as one text joined with {@code |}. A line that is not an object, or has an
 * invalid character, is rejected; the others are read.
 */
public record NdjsonCopy(StagingDatabase staging) implements CsvCopy {

    // NaN is no JSON, but Python writes it: the other keys of its line should be known
    private static final JsonFactory JSON = JsonFactory.builder().enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .build();

    private static final Set<String> NOT_DELETED = Set.of("null", "false", "0", "", "insert", "update_postimage");

    /** Stops the reading of one line. */
    private static final class BadLine extends Exception {
        private static final long serialVersionUID = 1L;
        private final transient UnreadRow row;

        private BadLine(UnreadRow row) {
            super(row.reason(), null, false, false);
            this.row = row;
        }
    }

    @Override
    public Written write(DeliveredFile file, SourceTable table, Path target, UnreadRows unread)
            throws BadFileException, IOException {
        List<SourceColumn> columns = table.columns();
        List<String> names = columns.stream().map(column -> HeaderName.of(column.heading())).toList();
        Set<String> seen = new LinkedHashSet<>();
        UnreadRow first = null;
        try (TextLines lines = TextLines.open(file); CopyWriter copy = new CopyWriter(target)) {
            copy.record(names);
            for (String line = lines.next(); line != null; line = lines.next()) {
                staging.checkCancelled();
                if (line.isBlank()) {
                    continue;
                }
                try {
                    List<@Nullable String> values = values(line, lines, columns, names, seen);
                    copy.blankUpTo(lines.number() + 1);
                    copy.record(values);
                    if (seen.size() > HeaderMatch.MAX_COLUMNS) {
                        throw HeaderMatch.tooMany(seen.size());
                    }
                } catch (BadLine e) {
                    unread.add(e.row);
                    first = first == null ? e.row : first;
                }
            }
        }
        if (seen.isEmpty()) {
            throw new BadFileException(first == null ? "is empty" : "holds no JSON object: line " + first.line() + " "
                    + first.reason());
        }
        try {
            return new Written(1, HeaderMatch.of(table, List.copyOf(seen)).notes());
        } catch (BadFileException e) {
            throw first == null ? e : new BadFileException(e.getMessage() + "; line " + first.line() + " "
                    + first.reason(), e);
        }
    }

    private List<@Nullable String> values(String line, TextLines lines, List<SourceColumn> columns, List<String> names,
            Set<String> seen) throws BadLine {
        if (lines.isCut()) {
            throw new BadLine(new UnreadRow(lines.number(), "", line, "the line is longer than "
                    + TextLines.MAX_LINE_CHARACTERS + " characters"));
        }
        List<@Nullable String> values = new ArrayList<>(Collections.nCopies(names.size(), null));
        Set<String> keys = new HashSet<>();
        try (JsonParser json = JSON.createParser(line)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new BadLine(new UnreadRow(lines.number(), "", line, "is no JSON object"));
            }
            // read all keys; the first bad value is the fault of the line
            BadLine fault = null;
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = HeaderName.of(json.currentName());
                int at = names.indexOf(name);
                if (!keys.add(name)) {
                    throw new BadLine(new UnreadRow(lines.number(), "", line, "has "
                            + (at < 0 ? "an unknown key" : "the key " + name) + " twice"));
                }
                seen.add(name);
                json.nextToken();
                if (at < 0) {
                    if (DeletedMark.of(name).isPresent() && !NOT_DELETED.contains(json.getText())) {
                        fault = new BadLine(new UnreadRow(lines.number(), name, json.getText(), DeletedMark.DELETED
                                + ", or may be: leave such rows out"));
                    }
                    json.skipChildren();
                } else {
                    try {
                        values.set(at, value(json, columns.get(at), lines.number()));
                    } catch (BadLine e) {
                        // the line has its other keys all the same
                        fault = fault == null ? e : fault;
                    }
                }
            }
            if (json.nextToken() != null) {
                throw new BadLine(new UnreadRow(lines.number(), "", line, "goes on after its JSON object"));
            }
            if (fault != null) {
                throw fault;
            }
            // only an escape can stand for what is no character
            if (line.contains("\\u")) {
                Optional<UnreadRow> odd = NoCharacter.in(lines.number(), names, values);
                if (odd.isPresent()) {
                    throw new BadLine(odd.get());
                }
            }
            return values;
        } catch (JsonProcessingException e) {
            throw new BadLine(new UnreadRow(lines.number(), "", line, "is no whole JSON object"));
        } catch (IOException e) {
            throw new IllegalStateException("a text in memory was not readable", e);
        }
    }

    private @Nullable String value(JsonParser json, SourceColumn column, long line) throws IOException, BadLine {
        JsonToken token = json.currentToken();
        if (token == JsonToken.VALUE_NULL) {
            return null;
        }
        if (token == JsonToken.VALUE_NUMBER_FLOAT && json.isNaN()) {
            if (staging.wordsForNothing().contains(json.getText())) {
                return null;
            }
            throw new BadLine(new UnreadRow(line, column.name(), json.getText(),
                    "is no JSON: write null for nothing, or say --missing "
                    + json.getText() + " (Python's json.dumps writes it)"));
        }
        if (token == JsonToken.VALUE_NUMBER_FLOAT && column.type().isWhole()) {
            return number(json.getText());
        }
        if (token.isScalarValue()) {
            return json.getText();
        }
        boolean list = token == JsonToken.START_ARRAY && column.type() == ReadType.TEXT;
        List<String> items = new ArrayList<>();
        while (token == JsonToken.START_ARRAY && json.nextToken() != JsonToken.END_ARRAY) {
            list &= json.currentToken().isScalarValue() && json.currentToken() != JsonToken.VALUE_NULL;
            if (list) {
                items.add(json.getText());
            }
            json.skipChildren();
        }
        if (!list) {
            json.skipChildren();
            throw new BadLine(new UnreadRow(line, column.name(), token == JsonToken.START_ARRAY ? "[...]" : "{...}",
                    "must be " + column.type().inWords()));
        }
        return String.join("|", items);
    }

    // a JSON number has no thousands separator: 12.000 is 12; as a text it could also be 12000
    private static String number(String text) {
        return text.endsWith(".000") ? text.substring(0, text.length() - 2) : text;
    }
}
