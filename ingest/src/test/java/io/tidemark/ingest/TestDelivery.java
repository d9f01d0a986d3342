package io.tidemark.ingest;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.PrivacyChange;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A lake in a test's folder and deliveries into it, one folder each. */
final class TestDelivery {

    static final LocalDate TODAY = LocalDate.of(2026, 6, 30);

    static final String FARMER_COLUMNS = "farmer_id,farmer_name,farmer_group_key,farmer_group_name,tier,signed_on\n";
    static final String SITE_COLUMNS = "site_id,site_name,placement,production_area_id\n";
    static final String FARMERS = FARMER_COLUMNS + """
            F01,Fjordfisk AS,G1,Fjordgruppen,premium,2024-01-01
            F02,Havlaks AS,G2,Havgruppen,standard,2024-02-01
            """;
    static final String SITES = SITE_COLUMNS + """
            100,Indre Holmen,offshore,3
            200,Ytre Holmen,offshore,3
            300,Settefisken,onshore,
            """;
    /** Site 100 is shared: both companies deliver it. */
    static final String SITE_FARMERS = "site_id,farmer_id\n100,F01\n100,F02\n";
    static final String STOCK = "date,site_id,unit_id,cohort_id,species_code,fish_count,avg_weight_gram,generation\n";
    static final String LOSSES = "date,site_id,unit_id,loss_type,category_code,loss_count,avg_weight_gram\n";
    static final String FEEDING = "date,site_id,unit_id,feed_kg\n";

    private final Path root;
    private int deliveries;
    private Path folder;
    private double maxRejectRate = 1.0;
    private PrivacyChange privacy = PrivacyChange.NONE;
    private List<String> missing = List.of();
    private String quartileKind = "";
    private Map<String, String> counters = Map.of("", "daily");
    final Lake lake;

    TestDelivery(Path root) {
        this.root = root;
        lake = Lake.at(root.resolve("lake"));
        folder = root.resolve("delivery-0");
    }

    /** Starts the next delivery. */
    TestDelivery next() {
        folder = root.resolve("delivery-" + ++deliveries);
        return this;
    }

    /** Farmers, sites and the shipped lists. */
    TestDelivery basics() {
        return file("reference/farmers.csv", FARMERS).file("authority/site.csv", SITES);
    }

    /** Farmers, and two sites with numbers as the authority's. */
    TestDelivery registered() {
        return file("reference/farmers.csv", FARMERS)
                .file("authority/site.csv", SITE_COLUMNS + "10100,Indre Holmen,offshore,3\n10200,Ytre "
                + "Holmen,offshore,3\n");
    }

    /** Begins with a copy of a lake, which a class has made once for all of its tests. */
    TestDelivery on(Lake made) {
        try {
            FolderCopy.copy(made.root(), lake.root());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    TestDelivery file(String path, String text) {
        return file(path, text.getBytes(StandardCharsets.UTF_8));
    }

    TestDelivery file(String path, byte[] bytes) {
        Path file = folder.resolve(path);
        try {
            Files.createDirectories(Objects.requireNonNull(file.getParent()));
            Files.write(file, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    TestDelivery maxRejectRate(double rate) {
        maxRejectRate = rate;
        return this;
    }

    TestDelivery missing(String... words) {
        missing = List.of(words);
        return this;
    }

    TestDelivery as(String kind) {
        quartileKind = kind;
        return this;
    }

    /** Says how counters of exports are read: {@code daily}, {@code running}; or nothing by the empty text. */
    TestDelivery counters(String reading) {
        counters = reading.isEmpty() ? Map.of() : Map.of("", reading);
        return this;
    }

    /** Says it of a company and system. */
    TestDelivery counters(String of, String reading) {
        counters = Map.of(of, reading);
        return this;
    }

    TestDelivery minFarmers(int count) {
        privacy = new PrivacyChange(count, null);
        return this;
    }

    TestDelivery lag(int days) {
        privacy = new PrivacyChange(null, null, days);
        return this;
    }

    Path folder() {
        return folder;
    }

    IngestReport ingest() {
        return ingest(false);
    }

    IngestReport ingest(boolean dryRun) {
        return ingest(dryRun, Sender.UNKNOWN);
    }

    IngestReport ingest(Sender sender) {
        return ingest(false, sender);
    }

    private IngestReport ingest(boolean dryRun, Sender sender) {
        return Ingest.run(new IngestOptions(folder, lake, TODAY, dryRun, maxRejectRate, null, privacy, sender)
                .reading(missing, quartileKind, counters), line -> { });
    }

    /** Rows of the published snapshot as text, values separated by spaces, null as -. */
    List<String> rows(String sql) {
        try (DuckSession session = LastDatabase.of(lake.current().orElseThrow(), root).session()) {
            return session.list(sql, row -> {
                List<String> values = new ArrayList<>();
                for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
                    String value = row.getString(i);
                    values.add(value == null ? "-" : value);
                }
                return String.join(" ", values);
            });
        }
    }

    /** The lines of a rejects file, without its header. */
    static List<String> rejects(IngestReport report, String path) {
        try {
            List<String> lines = Files.readAllLines(Objects.requireNonNull(report.rejects()).resolve(path));
            return lines.subList(1, lines.size());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
