package io.tidemark.ingest.authority.format;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A file of the authority whose rows are objects of a JSON list. Their keys are the columns; all must have those of the first. */
final class AuthorityJson implements AuthorityTable {

    private final SourceText source;
    private final int list;
    private final Header header;

    private AuthorityJson(SourceText source, int list, Header header) {
        this.source = source;
        this.list = list;
        this.header = header;
    }

    static AuthorityJson open(Path file, Collection<String> requiredColumns, Runnable stop) {
        SourceText source = SourceText.of(file, stop);
        try (Reader text = source.open()) {
            List<List<String>> lists = JsonRecords.headers(text);
            Header header = new Header(largest(lists));
            return new AuthorityJson(source, lists.indexOf(header.names()), AuthorityTable.checked(header, requiredColumns, source));
        } catch (IOException e) {
            throw unreadable(source, e);
        }
    }

    /** Of several lists in a file the one with most columns is the table. */
    static List<String> largest(List<List<String>> lists) {
        return lists.stream().max(Comparator.comparingInt(List::size)).orElse(List.of());
    }

    @Override
    public String title() {
        return "";
    }

    @Override
    public boolean has(String column) {
        return header.has(column);
    }

    @Override
    public Outcome read(RowTaker taker) {
        long read = 0;
        List<RowFault> faults = new ArrayList<>();
        try (Reader text = source.open(); JsonRecords records = new JsonRecords(text)) {
            for (int i = 0; i <= list && records.nextList(); i++) {
                for (Optional<JsonNode> node = records.next(); node.isPresent(); node = records.next()) {
                    if (i < list) {
                        continue;
                    }
                    read++;
                    try {
                        taker.take(AuthorityRow.of(header, values(node.get()), read));
                    } catch (RowRejected e) {
                        faults.add(e.at(read));
                    }
                }
            }
            records.finish();
        } catch (IOException e) {
            throw unreadable(source, e);
        }
        return new Outcome(read, faults);
    }

    private List<String> values(JsonNode node) throws RowRejected {
        if (!node.isObject()) {
            throw new RowRejected("", "", "is no object");
        }
        Set<String> others = new LinkedHashSet<>(JsonRecords.keys(node));
        header.names().forEach(others::remove);
        List<String> missing = header.names().stream().filter(name -> !node.has(name)).toList();
        if (!others.isEmpty() || !missing.isEmpty()) {
            throw new RowRejected(missing.isEmpty() ? others.iterator().next() : missing.getFirst(), "",
                    "the object has other keys than the first object");
        }
        return header.names().stream().map(name -> text(node.get(name))).toList();
    }

    private static String text(JsonNode value) {
        if (value.isNull()) {
            return "";
        }
        if (value.isNumber()) {
            return value.decimalValue().toPlainString();
        }
        return value.isValueNode() ? value.asText().strip() : value.toString();
    }

    private static AuthorityFormatException unreadable(SourceText source, IOException e) {
        return new AuthorityFormatException(source.file(), e instanceof JsonProcessingException json
                ? "broken JSON: " + json.getOriginalMessage() : "cannot be read (" + e.getClass().getSimpleName() + ")", e);
    }

    @Override
    public void close() {
        // each pass opens the text anew
    }
}
