package io.tidemark.ingest.authority.format;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A file of the authority whose rows are objects of a JSON list. Their keys are the columns;
 * all must have those of the first.
 */
record AuthorityJson(SourceText source, List<Boolean> isTable, Header header, Map<String, String> around)
        implements AuthorityTable {

    static AuthorityJson open(Path file, Collection<String> requiredColumns, Runnable stop) {
        SourceText source = SourceText.of(file, stop);
        try (Reader text = source.open()) {
            List<List<String>> lists = new ArrayList<>();
            Map<String, String> around = JsonRecords.addHeaders(text, lists);
            Header header = AuthorityTable.checked(new Header(largest(lists)), requiredColumns, source);
            return new AuthorityJson(source, lists.stream().map(header.names()::equals).toList(), header, around);
        } catch (IOException e) {
            throw AuthorityFormatException.unreadable(file, e);
        }
    }

    /** Of several lists in a file the one with most columns is the table, and so are others with the same columns. */
    static List<String> largest(List<List<String>> lists) {
        return lists.stream().max(Comparator.comparingInt(List::size)).orElse(List.of());
    }

    @Override
    public String title() {
        return "";
    }

    @Override
    public Header header() {
        return header;
    }

    @Override
    public Outcome read(RowTaker taker) {
        RowTally tally = new RowTally(source.file());
        try (Reader text = source.open(); JsonRecords records = new JsonRecords(text)) {
            for (int i = 0; i < isTable.size() && records.nextList(); i++) {
                for (Optional<JsonNode> node = records.next(); node.isPresent(); node = records.next()) {
                    if (isTable.get(i)) {
                        JsonNode object = node.get();
                        long number = tally.read() + 1;
                        tally.row(number, () -> taker.take(number, values(object)));
                    }
                }
            }
            records.finish();
        } catch (IOException e) {
            throw AuthorityFormatException.unreadable(source.file(), e);
        }
        return new Outcome(tally.read(), tally.faults());
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
        return header.names().stream().map(name -> JsonTrees.text(node.get(name))).toList();
    }

    @Override
    public void close() {
        // each pass opens the text anew
    }
}
