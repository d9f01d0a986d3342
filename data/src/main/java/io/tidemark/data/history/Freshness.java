package io.tidemark.data.history;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.snapshot.Manifest.Received;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.TableContract;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The last day and the last delivery of a table in a snapshot.
 *
 * @param farmer   the company; null for the platform's lists and the authority's figures
 * @param table    the table's name in deliveries: {@code stock}, {@code reference/farmers}, {@code authority/lice
 *                 report}
 * @param lastDay  the last day with rows; null without rows, and for lists
 * @param received its last published delivery; null when unknown
 */
public record Freshness(@Nullable String farmer, String table, @Nullable LocalDate lastDay,
        @Nullable Received received) {

    private static final String AUTHORITY = "data_source = 'authority'";

    private static final List<Part> PARTS = List.of(new Part("stock", LakeTables.STOCK_DAY, "true"),
            new Part("losses", LakeTables.LOSS_DAY, "true"),
            new Part("feeding", LakeTables.STOCK_DAY, "feed_g IS NOT NULL"),
            new Part("temperatures", LakeTables.TEMPERATURE_DAY, "farmer_id IS NOT NULL"),
            new Part("treatments", LakeTables.TREATMENT, "farmer_id IS NOT NULL"));

    // a table that farmers deliver, and where its rows are stored
    private record Part(String name, TableContract table, String condition) {}

    /** The table name of the row that gives the day up to which all stock is complete. */
    public static final String COMPLETE_THROUGH = "complete through";

    /**
     * The day up to which the stock is complete; each farmer's tables, by farmer; then the delivered lists and
     * authority figures.
     */
    public static List<Freshness> of(DuckSession session, Snapshot snapshot) {
        Map<String, Received> received = snapshot.manifest().received();
        Map<Part, Map<String, LocalDate>> days = new HashMap<>();
        for (Part part : PARTS) {
            Map<String, LocalDate> last = new HashMap<>();
            session.each("SELECT farmer_id, max(date) FROM (" + snapshot.rows(part.table, null) + ") WHERE "
                    + part.condition
                    + " GROUP BY farmer_id", row -> last.put(row.getString(1), row.getObject(2, LocalDate.class)));
            days.put(part, last);
        }
        List<Freshness> all = new ArrayList<>();
        all.add(new Freshness(null, COMPLETE_THROUGH, snapshot.manifest().completeThrough(), null));
        for (String farmer : session.list("SELECT farmer_id FROM (" + snapshot.rows(LakeTables.FARMER, null)
                + ") ORDER BY farmer_id", row -> row.getString(1))) {
            for (Part part : PARTS) {
                all.add(new Freshness(farmer, part.name, days.getOrDefault(part, Map.of()).get(farmer),
                        received.get("farmers/" + farmer + "/" + part.name)));
            }
        }
        received.forEach((key, delivery) -> {
            if (!key.startsWith("farmers/")) {
                all.add(new Freshness(null, key, figureDay(session, snapshot, key), delivery));
            }
        });
        return all;
    }

    /** The fields as JSON shows them. */
    public Map<String, @Nullable Object> fields() {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("farmer", farmer);
        fields.put("table", table);
        fields.put("last_day", lastDay == null ? null : lastDay.toString());
        fields.put("delivery", received == null ? null : received.delivery());
        fields.put("sender", received == null ? null : received.sender());
        fields.put("taken_at", received == null ? null : received.at().toString());
        return fields;
    }

    private static @Nullable LocalDate figureDay(DuckSession session, Snapshot snapshot, String key) {
        return switch (key) {
            case "authority/authority_month", "authority/biomass statistics" ->
                last(session, "max(month)", snapshot.rows(LakeTables.AUTHORITY_MONTH, null), "true");
            // a lake of before lice_week has the report's temperatures only
            case "authority/lice report" -> last(session, "max(day)", "SELECT date AS day FROM ("
                    + snapshot.rows(LakeTables.TEMPERATURE_DAY, null)
                    + ") WHERE " + AUTHORITY + " UNION ALL SELECT week FROM ("
                    + snapshot.rows(LakeTables.LICE_WEEK, null) + ")", "true");
            case "authority/food-safety reports" ->
                    last(session, "max(week)", snapshot.rows(LakeTables.LICE_WEEK, null),
                    "data_source = 'mattilsynet'");
            case "authority/lice treatments" -> last(session, "max(date)", snapshot.rows(LakeTables.TREATMENT, null),
                    AUTHORITY);
            case "authority/disease report" ->
                last(session, "max(greatest(from_date, coalesce(to_date, from_date)))",
                        snapshot.rows(LakeTables.DISEASE_PERIOD, null), "true");
            default -> null;
        };
    }

    private static @Nullable LocalDate last(DuckSession session, String day, String rows, String condition) {
        LocalDate[] found = new LocalDate[1];
        session.each("SELECT " + day + " FROM (" + rows + ") WHERE " + condition,
                row -> found[0] = row.getObject(1, LocalDate.class));
        return found[0];
    }
}
