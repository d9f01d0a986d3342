package io.tidemark.data;

import io.tidemark.data.database.SnapshotDatabase;
import io.tidemark.data.derive.CompleteThrough;
import io.tidemark.data.derive.SnapshotDerivation;
import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.release.SnapshotRelease;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeLock;
import io.tidemark.data.snapshot.Manifest;
import io.tidemark.data.snapshot.PrivacyRule;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.StagedSnapshot;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.TableContract;
import io.tidemark.data.verify.SnapshotVerifier;
import io.tidemark.data.verify.Verification;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Small snapshots for tests: the smallest have two marine types and a temperature a day, those of {@link #coast} have
 * stock that is released.
 */
public final class TestLake {

    /** The week of {@link Next#week}. */
    public static final LocalDate MONDAY = LocalDate.of(2026, 6, 1);
    /** Its last day. */
    public static final LocalDate SUNDAY = LocalDate.of(2026, 6, 7);

    private TestLake() {}

    /** Settings for a small engine. */
    public static EngineSettings settings(Path spill) {
        return new EngineSettings(1, 256, spill);
    }

    /** Writes the rows of a staged snapshot: two marine types and a temperature on each day. */
    public static void write(StagedSnapshot staged, String... days) {
        try (DuckSession session = DuckSession.open(settings(staged.workFolder()))) {
            staged.write(session, LakeTables.MARINE_TYPE, null,
                    "SELECT * FROM (VALUES ('2', 'b'), ('1', 'a')) AS t(code, name)");
            for (String day : days) {
                staged.write(session, LakeTables.TEMPERATURE_DAY, Integer.valueOf(day.substring(0, 4)),
                        "SELECT CAST(? AS DATE) AS date, '100' AS site_id, 'F01' AS farmer_id, NULL AS depth_m, "
                                + "8.255 AS temperature, 1 AS measurement_count, 'farmer' AS data_source", day);
            }
        }
    }

    /** Publishes a snapshot with those rows. */
    public static Snapshot publish(Lake lake, String... days) {
        try (LakeLock _ = lake.lock(); StagedSnapshot staged = lake.stage(Instant.now())) {
            write(staged, days);
            Snapshot snapshot = staged.seal(null, null, List.of());
            lake.publish(snapshot.id());
            return snapshot;
        }
    }

    /** Begins a snapshot on top of the published one. */
    public static Next next(Lake lake) {
        return new Next(lake);
    }

    /**
     * Begins a first snapshot with lists: companies {@code F01} to {@code F09} of the groups G1 to G9, each with a site
     * {@code 100} to {@code 900}.
     *
     * @param areas the production area of each site, 3, 4 or 6
     */
    public static Next coast(Lake lake, String areas) {
        List<String> sites = new ArrayList<>();
        for (int i = 1; i <= areas.length(); i++) {
            sites.add("('" + i + "00', 'Holmen " + i + "', 'offshore', " + areas.charAt(i - 1) + ")");
        }
        return next(lake).groups("123456789")
                .add(LakeTables.SITE, "SELECT * FROM (VALUES " + String.join(", ", sites)
                + ") AS t(site_id, site_name, placement, production_area_id)")
                .add(LakeTables.PRODUCTION_AREA, "SELECT * FROM (VALUES (3, 'Karmøy', 'Sør'), (4, 'Stadt', 'Sør'), "
                        + "(6, 'Nordmøre', 'Midt')) AS t(area_id, area_name, region_name)")
                .add(LakeTables.PLATFORM_AREA, "SELECT * FROM (VALUES ('A2', 'Vest', 'West', [3, 4]), ('A4', "
                        + "'Trøndelag', 'Trøndelag', [6])) AS t(area_id, name, name_english, production_area_ids)")
                .add(LakeTables.LOSS_CATEGORY, "SELECT 'A' AS level_1_code, 'Sykdom' AS level_1_name, 'A1' AS "
                        + "level_2_code, 'Virus' AS level_2_name, 'A101' AS level_3_code, 'PD' AS category_name");
    }

    /** Rows of the published snapshot as text, values separated by spaces, null as -. */
    public static List<String> rows(Lake lake, String sql) {
        try (SnapshotDatabase database = SnapshotDatabase.open(lake.current().orElseThrow(), settings(lake.root()));
                DuckSession session = database.session()) {
            return session.list(sql, row -> {
                List<String> values = new ArrayList<>();
                for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
                    values.add(Objects.requireNonNullElse(row.getString(i), "-"));
                }
                return String.join(" ", values);
            });
        }
    }

    /** Verifies the published snapshot. */
    public static Verification verify(Lake lake) {
        Snapshot snapshot = lake.current().orElseThrow();
        return SnapshotVerifier.verify(lake, snapshot.id(), snapshot.manifest(), settings(lake.root()));
    }

    /** Subject and problem of each finding. */
    public static List<String> texts(Verification seen) {
        return seen.findings().stream().map(finding -> finding.subject() + " " + finding.problem()).toList();
    }

    /** Copies all files of a folder, into one that may be there already. */
    public static void copy(Path from, Path to) {
        try {
            for (String file : files(from)) {
                Path target = to.resolve(file);
                Files.createDirectories(target.getParent());
                Files.copy(from.resolve(file), target);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The paths of all files in a folder and below. */
    public static Set<String> files(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            Set<String> files = new TreeSet<>();
            all.filter(Files::isRegularFile).forEach(file -> files.add(folder.relativize(file).toString()));
            return files;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A snapshot that is about to be made: what it does not change it shares with the published one. */
    public static final class Next {

        private final Lake lake;
        private final Map<TableContract, List<String>> rows = new HashMap<>();
        private final Set<TableContract> replaced = new HashSet<>();
        private final SortedMap<String, Manifest.Received> received = new TreeMap<>();
        private final List<Manifest.DeliveryEntry> deliveries = new ArrayList<>();
        private PrivacyRule rule = PrivacyRule.DEFAULT;

        private Next(Lake lake) {
            this.lake = lake;
        }

        /**
         * Adds rows to a table; columns that the query does not have are null. The published rows are there by the
         * tables' names.
         */
        public Next add(TableContract table, String select) {
            rows.computeIfAbsent(table, _ -> new ArrayList<>()).add(select);
            return this;
        }

        /** Puts rows in the place of a table's. */
        public Next replace(TableContract table, String select) {
            replaced.add(table);
            rows.put(table, new ArrayList<>());
            return add(table, select);
        }

        /** Replaces the companies: one for each digit, which is that of its group. */
        public Next groups(String groups) {
            List<String> farmers = new ArrayList<>();
            for (int i = 1; i <= groups.length(); i++) {
                char group = groups.charAt(i - 1);
                farmers.add("('F0" + i + "', 'Laks " + i + " AS', 'G" + group + "', 'Gruppe " + group
                        + "', 'standard')");
            }
            return replace(LakeTables.FARMER, "SELECT * FROM (VALUES " + String.join(", ", farmers)
                    + ") AS t(farmer_id, farmer_name, farmer_group_key, farmer_group_name, tier)");
        }

        /**
         * Adds a company's only pen from one day to another, of the generation V2025 and 2000 g, with a thousandth dead
         * on the first day.
         */
        public Next stock(int company, LocalDate from, LocalDate to, int fish) {
            String pen = "'" + company + "00' AS site_id, 'A' AS unit_id, 'F0" + company
                    + "' AS farmer_id, 'V2025' AS generation, 'SAL' AS species_code, ";
            String dead = "if(day = DATE '" + from + "', " + fish / 1000 + ", 0)";
            return add(LakeTables.STOCK_DAY, "SELECT CAST(day AS DATE) AS date, " + pen + "'C" + company
                    + "' AS cohort_id, " + fish
                    + " AS fish_count, 2000 AS avg_weight_gram, " + fish + " * 2000 AS biomass_g, " + dead
                    + " AS mortality_count, " + dead
                    + " * 2000 AS mortality_biomass_g, 0 AS culling_count, 0 AS culling_biomass_g FROM "
                    + "generate_series(DATE '" + from + "', DATE '" + to + "', INTERVAL 1 DAY) AS days(day)")
                    .add(LakeTables.LOSS_DAY, "SELECT DATE '" + from + "' AS date, " + pen
                            + "2000 AS unit_avg_weight_gram, 'mortality' AS loss_type, "
                            + "'A101' AS category_code, " + fish / 1000 + " AS loss_count, " + fish / 1000
                            + " * 2000 AS loss_biomass_g");
        }

        /**
         * Adds pens of 1000 fish of the generation V2025 from one day to another, with deaths.
         *
         * @param pens  a FROM with the company's number {@code c} and the {@code unit} of each
         * @param dead  an expression of them and of the {@code day}
         * @param grams the fish's weight
         */
        public Next pens(String pens, LocalDate from, LocalDate to, String dead, int grams) {
            String stock = "SELECT CAST(day AS DATE) AS date, c || '00' AS site_id, unit AS unit_id, 'F0' || c AS "
                    + "farmer_id, 'V2025' AS generation, 'SAL' AS species_code, 'C' || c AS cohort_id, 1000 AS "
                    + "fish_count, " + grams + " AS avg_weight_gram, 1000 * " + grams + " AS biomass_g, " + dead
                    + " AS mortality_count, (" + dead + ") * " + grams + " AS mortality_biomass_g, 0 AS "
                    + "culling_count, 0 AS culling_biomass_g FROM generate_series(DATE '" + from + "', DATE '" + to
                    + "', INTERVAL 1 DAY) AS d(day), " + pens;
            return add(LakeTables.STOCK_DAY, stock)
                    .add(LakeTables.LOSS_DAY, "SELECT date, site_id, unit_id, farmer_id, generation, species_code, "
                            + "avg_weight_gram AS unit_avg_weight_gram, 'mortality' AS loss_type, 'A101' AS "
                            + "category_code, mortality_count AS loss_count, mortality_biomass_g AS loss_biomass_g "
                            + "FROM (" + stock + ") WHERE mortality_count > 0");
        }

        /** Adds the week's stock of several companies, 1000 fish each. */
        public Next week(int first, int last) {
            return week(first, last, MONDAY, 1000);
        }

        /** Adds the stock of several companies in the week that begins on a day. */
        public Next week(int first, int last, LocalDate monday, int fish) {
            for (int company = first; company <= last; company++) {
                stock(company, monday, monday.plusDays(6), fish);
            }
            return this;
        }

        /** Gives 10 kg of feed to each pen of the stock that is added, on the 5th of the month. */
        public Next fed() {
            rows.computeIfPresent(LakeTables.STOCK_DAY, (_, given) -> new ArrayList<>(given.stream()
                    .map(select -> "SELECT *, if(day(date) = 5, 10000, NULL) AS feed_g FROM (" + select + ")")
                    .toList()));
            return this;
        }

        /** Asks for another confidentiality rule than the default. */
        public Next rule(PrivacyRule asked) {
            rule = asked;
            return this;
        }

        /** Says that a delivery brought a table, such as {@code farmers/F01/stock}. */
        public Next received(String table, String delivery, Instant at) {
            received.put(table, new Manifest.Received(delivery, "sftp", at));
            return this;
        }

        /** Says that a delivery changed a company's rows. */
        public Next delivery(String name, String farmer) {
            deliveries.add(new Manifest.DeliveryEntry(name, "sftp", new TreeMap<>(), List.of(farmer)));
            return this;
        }

        /** Makes it, with its derived tables, and publishes it with what it releases. */
        public Snapshot publish() {
            try (LakeLock _ = lake.lock(); StagedSnapshot staged = lake.stage(Instant.now());
                    DuckSession session = DuckSession.open(settings(staged.workFolder()))) {
                LakeTables.delivered().forEach(table ->
                        session.run("CREATE VIEW " + table.name() + " AS " + staged.baseRows(table)));
                LakeTables.delivered().forEach(table -> write(session, staged, table));
                SnapshotDerivation.derive(session, staged, null, _ -> { });
                Snapshot sealed = staged.seal(rule, CompleteThrough.of(session, staged), List.of(), deliveries,
                        received);
                return new SnapshotRelease(lake, session, () -> { }).publish(sealed.id()).snapshot();
            }
        }

        private void write(DuckSession session, StagedSnapshot staged, TableContract table) {
            if (!rows.containsKey(table)) {
                staged.reuse(table);
                return;
            }
            session.run("CREATE OR REPLACE TEMP TABLE given AS SELECT " + table.castList() + " FROM (SELECT * FROM "
                    + table.name() + " WHERE "
                    + !replaced.contains(table) + " UNION ALL BY NAME "
                    + String.join(" UNION ALL BY NAME ", rows.getOrDefault(table, List.of())) + ")");
            if (table.isPartitioned()) {
                session.list("SELECT DISTINCT year(" + table.yearPartition() + ") FROM given ORDER BY 1",
                        row -> row.getInt(1)).forEach(year ->
                        staged.write(session, table, year, "SELECT * FROM given WHERE year(" + table.yearPartition()
                                + ") = " + year));
            } else {
                staged.write(session, table, null, "SELECT * FROM given");
            }
        }
    }
}
