package io.tidemark.server.certify;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.server.http.Json;
import io.tidemark.server.identity.account.Caller;
import io.tidemark.server.identity.account.Role;
import io.tidemark.server.request.LocalQuery;
import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.snapshot.ServedSnapshot;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Queries a route as a caller would, and compares every benchmark figure of the answer with one calculated from whole atoms. */
final class AnswerCheck {

    private static final String NOBODY = "(certify)";

    /**
     * The result of a check.
     *
     * @param figures number of benchmark figures in the answer
     * @param faults  the figures that are not sums over whole released atoms, in words
     */
    record Found(long figures, List<String> faults) {}

    private final RouteCatalog catalog;
    private final ServedSnapshot snapshot;
    private final DuckSession session;
    private final Path folder;

    AnswerCheck(RouteCatalog catalog, ServedSnapshot snapshot, DuckSession session, Path folder) {
        this.catalog = catalog;
        this.snapshot = snapshot;
        this.session = session;
        this.folder = folder;
    }

    Found ask(SampledQuery question) {
        List<Figure> shown = question.route().figures(session, question, answer(question)).stream().filter(Figure::isShown).toList();
        return new Found(shown.size(), shown.stream().filter(Figure::isWrong).map(figure -> question.inWords() + ": " + figure.name() + " is "
                + figure.said() + " in the row " + figure.row() + ", and whole atoms make " + figure.right()).toList());
    }

    private List<JsonNode> answer(SampledQuery question) {
        Map<String, List<String>> query = new TreeMap<>(question.query());
        query.put("format", List.of("ndjson"));
        Role role = question.farmer() == null ? Role.ANALYST : Role.FARMER;
        Caller caller = new Caller(NOBODY, NOBODY, null, role, role.defaultPermissions(), question.farmer(), null);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            new LocalQuery(catalog.match(question.route().path()).orElseThrow(), query, caller, Objects.requireNonNull(snapshot.dataEnd()))
                    .ask(catalog, snapshot, folder, null, out);
            List<JsonNode> rows = new ArrayList<>();
            for (String line : out.toString(StandardCharsets.UTF_8).lines().filter(text -> !text.isBlank()).toList()) {
                rows.add(Json.MAPPER.readTree(line));
            }
            return rows;
        } catch (IOException e) {
            throw new UncheckedIOException("an answer cannot be written: " + e.getMessage(), e);
        }
    }
}
