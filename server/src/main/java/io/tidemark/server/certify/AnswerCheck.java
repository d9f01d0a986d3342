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
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Asks a question as a caller does and holds every benchmark figure of the answer against one that is worked out from whole atoms. */
final class AnswerCheck {

    /** Figures have ten decimals. */
    private static final double HALF_A_DIGIT = 1e-10;
    private static final int BAND = 500;
    /** Rates by size are per 30 days. */
    private static final int DAYS_OF_A_SIZE = 30;
    private static final String NOBODY = "(certify)";

    /**
     * What was found.
     *
     * @param figures benchmark figures in the answer
     * @param faults  those that are not sums over whole released atoms, in words
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
        List<JsonNode> rows = answer(question);
        LedgerWindow window = LedgerWindow.read(session, question.firstDay(), question.lastDay());
        String own = question.farmer() == null ? null : snapshot.farmer(question.farmer()).map(ServedSnapshot.FarmerEntry::groupKey).orElse(null);
        List<String> faults = new ArrayList<>();
        long figures = 0;
        Map<String, LedgerWindow.Expected> expected = window.expected(question, cell -> key(question, cell), own);
        for (JsonNode row : rows) {
            LedgerWindow.Expected right = expected.get(key(question, row));
            for (Figure figure : figures(question, row, right)) {
                if (figure.said != null) {
                    figures++;
                    if (figure.right == null || Math.abs(figure.said - figure.right) > HALF_A_DIGIT * Math.max(1, Math.abs(figure.right))) {
                        faults.add(question.inWords() + ": " + figure.name + " is " + figure.said + " in the row " + key(question, row)
                                + ", and whole atoms make " + figure.right);
                    }
                }
            }
        }
        return new Found(figures, faults);
    }

    private List<JsonNode> answer(SampledQuery question) {
        Map<String, List<String>> query = new TreeMap<>(question.query());
        query.put("format", List.of("ndjson"));
        Role role = question.farmer() == null ? Role.ANALYST : Role.FARMER;
        Caller caller = new Caller(NOBODY, NOBODY, null, role, role.defaultPermissions(), question.farmer(), null);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            new LocalQuery(catalog.match(question.kind().path()).orElseThrow(), query, caller, Objects.requireNonNull(snapshot.dataEnd()))
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

    private @Nullable String key(SampledQuery question, LedgerWindow.PlacedCell cell) {
        return switch (question.kind()) {
            case AREA_WEEKS -> cell.platformArea() == null ? null
                    : cell.piece().with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY)) + " " + cell.platformArea();
            case CAUSE_MONTHS -> cell.piece().withDayOfMonth(1).toString();
            case CAUSES -> "window";
            case AREA_MONTHS -> cell.platformArea() == null ? null : cell.piece().withDayOfMonth(1) + " " + cell.platformArea();
            case AREA_SIZES -> cell.platformArea() == null ? null
                    : (cell.weightClass() / BAND * BAND + BAND / 2) + " " + cell.platformArea();
        };
    }

    private String key(SampledQuery question, JsonNode row) {
        return switch (question.kind()) {
            case AREA_WEEKS -> row.get("loss_rate_week").asText() + " " + platformArea(row.get("platform_area_name").asText());
            case CAUSE_MONTHS -> row.get("loss_month").asText();
            case CAUSES -> "window";
            case AREA_MONTHS -> row.get("month").asText() + " " + platformArea(row.get("platform_area_name").asText());
            case AREA_SIZES -> row.get("weight_group_gram").asInt() + " " + platformArea(row.get("platform_area_name").asText());
        };
    }

    private String platformArea(String name) {
        return session.first("SELECT area_id FROM platform_area WHERE name = $1", row -> row.getString(1), name).orElseThrow();
    }

    private record Figure(String name, @Nullable Double said, @Nullable Double right) {}

    private static List<Figure> figures(SampledQuery question, JsonNode row, LedgerWindow.@Nullable Expected right) {
        return switch (question.kind()) {
            case AREA_WEEKS -> List.of(new Figure("loss_rate", said(row, "loss_rate"), right == null ? null : rate(right, 7)));
            case CAUSE_MONTHS -> List.of(new Figure("loss_count", said(row, "loss_count"), losses(row, right)),
                    new Figure("total_loss_rate", said(row, "total_loss_rate"),
                            right == null ? null : rate(right, LocalDate.parse(row.get("loss_month").asText()).lengthOfMonth())));
            case CAUSES -> List.of(new Figure("loss_count", said(row, "loss_count"), losses(row, right)));
            case AREA_MONTHS -> List.of(new Figure("loss_rate", said(row, "loss_rate"),
                    right == null ? null : rate(right, LocalDate.parse(row.get("month").asText()).lengthOfMonth())));
            case AREA_SIZES -> List.of(new Figure("loss_rate", said(row, "loss_rate"), right == null ? null : rate(right, DAYS_OF_A_SIZE)));
        };
    }

    private static @Nullable Double said(JsonNode row, String field) {
        JsonNode value = row.get(field);
        return value == null || value.isNull() ? null : value.asDouble();
    }

    private static @Nullable Double losses(JsonNode row, LedgerWindow.@Nullable Expected right) {
        return right == null ? null : right.byCause().getOrDefault(row.get("loss_category_code").asText(), 0L).doubleValue();
    }

    private static @Nullable Double rate(LedgerWindow.Expected right, int days) {
        return right.fishDays() == 0 ? null : (double) right.losses() * days / right.fishDays();
    }
}
