package io.tidemark.server.audit;

import io.tidemark.server.http.Json;
import io.tidemark.server.identity.state.StateException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.Predicate;

/** Erases a company from the log of data accesses. */
public final class DataAccessErasure {

    private DataAccessErasure() {}

    /**
     * Removes the lines of a company's callers, also from rotated files and while a server writes. If it is stopped,
     * every file is as before or without them; running it again removes the rest.
     *
     * @param state the state folder
     * @return number of removed lines
     * @throws StateException if a file cannot be read or written
     */
    public static long erase(Path state, String farmer) {
        String mark = "\"farmer_id\":" + new String(Json.bytes(farmer), StandardCharsets.UTF_8);
        // others may have asked for the company; a line that a crash has cut tells no more than the mark
        Predicate<String> own = line -> line.contains(mark) && AuditReader.line(line)
                .map(fields -> fields.path("farmer_id").asText().equals(farmer)).orElse(true);
        try {
            long removed = 0;
            for (LogFiles files : DataAccessLog.files(state)) {
                removed += files.remove(own);
            }
            return removed;
        } catch (IOException e) {
            throw new StateException("the log of data accesses in " + state + " cannot be rewritten: " + e, e);
        }
    }
}
