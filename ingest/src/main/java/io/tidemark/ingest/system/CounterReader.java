package io.tidemark.ingest.system;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.duckdb.SqlStatement;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.table.LakeTables;
import io.tidemark.ingest.contract.SourceColumn;
import io.tidemark.ingest.load.LoadedFile;
import io.tidemark.ingest.merge.PartitionWriter;
import io.tidemark.ingest.staging.RowAppender;
import io.tidemark.ingest.staging.StagingDatabase;
import io.tidemark.ingest.system.FarmSystem.Source;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether the counters of a farmer's exports are figures of a day or totals that run on, and makes figures of a
 * day of them. Works in the system's schema.
 *
 * @param staging the staging database
 * @param system  the farm system
 * @param said    the readings that the operator says: by company and system such as {@code F01/fishtalk}, or for all by
 *                the empty text
 */
record CounterReader(StagingDatabase staging, FarmSystem system, Map<String, String> said) {

    private static final SqlFile SQL = SqlFile.of("ingest/counters.sql");
    private static final int MIN_STEPS = 20;
    private static final String RUNNING = "running";
    private static final String DAILY = "daily";

    /** What a file says of its counters, with the first places that speak against totals and against figures. */
    private record Steps(long all, long fed, long rising, long falling, @Nullable String fall,
            @Nullable String rise) {

        private @Nullable String reading() {
            return all < MIN_STEPS ? null : fall == null && rising * 2 > fed ? RUNNING
                    : fed > 0 && falling * 10 >= fed ? DAILY : null;
        }

        private String why() {
            return fall == null ? "no counter falls, and feed rises in " + rising + " of " + fed + " steps"
                    : "feed falls in " + falling + " of " + fed + " steps";
        }

        private String doubt() {
            return "does not say whether its counters are figures of a day or totals that run on since a population "
                    + "began (" + all + " steps from one day to the next; it takes " + MIN_STEPS
                    + " and feed that falls or rises): as totals "
                    + Objects.requireNonNullElse(fall, "nothing speaks against it, counters never fall") + "; as "
                    + "figures of a day " + (rise == null ? "nothing speaks against it"
                    : "its feed falls in " + falling + " steps: " + rise)
                    + ". Say --counters running or --counters daily (setting counters)";
        }
    }

    private record Reading(String reading, String why) {
        private String note() {
            return "its counters are read as " + (reading.equals(RUNNING) ? "totals that run on since a population "
                    + "began" : "figures of a day") + ": " + why;
        }
    }

    /** Whether a system has such counters. */
    static boolean isNeeded(FarmSystem system) {
        return system.sources().values().stream().anyMatch(source -> source.counters() != null);
    }

    /** Writes the last statuses into the next snapshot. */
    static void write(StagingDatabase staging, PartitionWriter writer) {
        writer.write(LakeTables.SOURCE_STATUS, SQL.get("source_status")
                .part("columns", LakeTables.SOURCE_STATUS.columnList()).part("published", published(staging)));
    }

    /** Makes the tables that the mappings read, without rows. */
    void prepare() {
        counted((name, source, counters) -> SQL.get("figures").part("name", name).run(staging.session()));
    }

    private interface Work {
        void on(String name, Source source, Counters counters);
    }

    private void counted(Work work) {
        system.sources().forEach((name, source) -> {
            Counters counters = source.counters();
            if (counters != null) {
                work.on(name, source, counters);
            }
        });
    }

    /**
     * Makes the figures of a farmer's files.
     *
     * @param files the files
     * @param site  the site of a file
     * @return the files, with what there is to say of them; some may have failed
     */
    List<LoadedFile> read(String farmerId, List<LoadedFile> files, Function<LoadedFile, String> site) {
        Map<Integer, LoadedFile> told = new LinkedHashMap<>();
        files.forEach(file -> told.put(file.number(), file));
        counted((name, source, counters) -> {
            List<LoadedFile> own = files.stream().filter(file -> file.table().equals(source.table())).toList();
            Map<String, Reading> readings = counters.like().isEmpty()
                    ? readings(farmerId, name, source, counters, own, site, told) : Map.of();
            try (RowAppender rows = staging.append("read_counter")) {
                readings.forEach((where, reading) -> rows.add(farmerId, system.name(), name, where,
                        reading.reading()));
            }
            if (!counters.like().isEmpty()) {
                SQL.get("read_alike").with("source", name).with("like", counters.like()).run(staging.session());
            }
            oneADay(name, source, counters, told);
            if (told.values().stream().allMatch(file -> file.failure() == null)) {
                figures(name, source, counters, told);
            }
        });
        return List.copyOf(told.values());
    }

    private Map<String, Reading> readings(String farmerId, String name, Source source, Counters counters,
            List<LoadedFile> files, Function<LoadedFile, String> site, Map<Integer, LoadedFile> told) {
        Map<Integer, Steps> steps = steps(name, counters, told);
        Map<String, Reading> readings = new LinkedHashMap<>();
        files.stream().collect(Collectors.groupingBy(site, LinkedHashMap::new, Collectors.toList()))
                .forEach((where, own) -> {
            Set<String> found = new HashSet<>();
            Reading reading = null;
            for (LoadedFile file : own) {
                Steps its = steps.get(file.number());
                if (its != null && its.reading() != null && found.add(its.reading())) {
                    reading = new Reading(its.reading(), its.why());
                }
            }
            Optional<Reading> wished = said(farmerId);
            Reading chosen = wished.orElse(found.size() == 1 ? reading : found.isEmpty()
                    ? last(farmerId, name, source, where).orElse(null) : null);
            for (LoadedFile file : own) {
                Steps its = steps.getOrDefault(file.number(), new Steps(0, 0, 0, 0, null, null));
                told.put(file.number(), chosen != null ? file.noting(List.of(chosen.note() + contrary(chosen, its)))
                        : file.failing(found.isEmpty() ? its.doubt() : "is read as figures of a day by one file of "
                        + "the site and as totals that run on by another; deliver them apart, or say --counters"));
            }
            if (chosen != null) {
                readings.put(where, chosen);
            }
        });
        return readings;
    }

    private static String contrary(Reading chosen, Steps its) {
        String own = its.reading();
        return own == null || own.equals(chosen.reading()) ? "" : ", though " + its.why();
    }

    private Optional<Reading> said(String farmerId) {
        String reading = said.getOrDefault(farmerId + "/" + system.name(), said.get(""));
        return Optional.ofNullable(reading).map(one -> new Reading(one, "--counters or the setting says so"));
    }

    // of a company whose files an earlier program read, no status was kept: they were figures of a day
    private Optional<Reading> last(String farmerId, String name, Source source, String site) {
        Optional<Snapshot> base = staging.staged().base();
        return SQL.get("last_reading").part("published", published(staging)).with("system", system.name())
                .with("source", name).with("site", site).first(staging.session(), row -> row.getString(1))
                .or(() -> base.filter(before -> before.manifest().received().containsKey("farmers/" + farmerId + "/"
                        + source.table().name())).map(before -> DAILY))
                .map(reading -> new Reading(reading, "so was the last file of this company"));
    }

    private static SqlStatement published(StagingDatabase staging) {
        return SqlStatement.made(staging.staged().baseRows(LakeTables.SOURCE_STATUS));
    }

    private Map<Integer, Steps> steps(String name, Counters counters, Map<Integer, LoadedFile> files) {
        Map<Integer, Steps> steps = new HashMap<>();
        SQL.get("steps").part("name", name).part("population", text(counters.of().getFirst()))
                .part("of", String.join(", ", counters.of()) + ", site_id").part("time", counters.time())
                .part("feed", counters.feed()).part("now", String.join(", ", counters.all()))
                .part("before", before(counters)).part("falls", falls(counters))
                .part("rise", change(counters.feed(), "rises", "now_feed", "before_feed"))
                .each(staging.session(), row -> steps.put(row.getInt(1), new Steps(row.getLong(2), row.getLong(3),
                        row.getLong(4), row.getLong(5), place(files, row.getString(6), row.getLong(7)),
                        place(files, row.getString(8), row.getLong(9)))));
        return steps;
    }

    // of several statuses of a population and day one counts
    private void oneADay(String name, Source source, Counters counters, Map<Integer, LoadedFile> told) {
        DuckSession session = staging.session();
        String head = counters.of().getFirst();
        if (counters.like().isEmpty()) {
            SQL.get("statuses_of_a_day").part("name", name).part("population", head).part("time", counters.time())
                    .part("start", counters.start()).part("end", counters.end()).with("source", name).run(session);
        } else {
            List<String> same = source.table().key().stream().filter(c -> counters.of().stream()
                    .noneMatch(c::equalsIgnoreCase)).toList();
            SQL.get("rows_of_a_day").part("name", name).part("population", head).part("time", counters.time())
                    .part("like", counters.like()).part("key", String.join(", ", same))
                    .part("same", same.stream().map(c -> "k." + c + " IS NOT DISTINCT FROM d." + c)
                    .collect(Collectors.joining(" AND "))).run(session);
        }
        SQL.get("undecided_days").each(session, row -> {
            String where = place(told, row.getString(3), row.getLong(2));
            told.computeIfPresent(row.getInt(1), (_, file) -> file.failing("has several statuses of a population and "
                    + "day, and the start of the day follows from none or from more than one of them: " + where
                    + ". Deliver one status of each population and day"));
        });
        SQL.get("left_of_a_day").each(session, row -> {
            String note = row.getLong(2) + (row.getLong(2) == 1 ? " row is" : " rows are") + " left out, since "
                    + "another status of the same population and day counts; the first is " + row.getString(3);
            told.computeIfPresent(row.getInt(1), (_, file) -> file.noting(List.of(note)));
        });
        SQL.get("leave_out").part("rows", source.table().readTable()).run(session);
    }

    private void figures(String name, Source source, Counters counters, Map<Integer, LoadedFile> told) {
        DuckSession session = staging.session();
        String since = counters.since();
        String time = counters.time();
        SQL.get("counter_row").part("name", name).part("population", text(counters.of().getFirst()))
                .part("part", part(counters)).part("time", time).part("published", published(staging))
                .part("known", each(counters, c -> "max(value) FILTER (counter = '" + c.toLowerCase(Locale.ROOT)
                + "') AS " + c)).with("system", system.name()).with("source", name).run(session);
        SQL.get("counter_step").part("before", before(counters)).part("time", time)
                .part("since_source", since.substring(0, since.indexOf('.')))
                .part("since", since.substring(since.indexOf('.') + 1))
                .part("population", counters.of().getFirst()).with("source", name).run(session);
        SQL.get("falling").part("falls", falls(counters)).each(session, row -> {
            String where = place(told, row.getString(3), row.getLong(2));
            told.computeIfPresent(row.getInt(1), (_, file) -> file.failing("cannot be read as totals that run on: "
                    + where + ". Deliver the days since the last file again from there, or say --counters daily"));
        });
        SQL.get("firsts").part("time", time).each(session, row -> {
            List<String> notes = firsts(row.getLong(2), row.getString(3), row.getLong(4), row.getString(5));
            told.computeIfPresent(row.getInt(1), (_, file) -> file.noting(notes));
        });
        SQL.get("empty").part("name", name).run(session);
        SQL.get("fill").part("name", name)
                .part("others", source.table().columns().stream().map(SourceColumn::name)
                .filter(c -> counters.all().stream().noneMatch(c::equalsIgnoreCase))
                .collect(Collectors.joining(", ")))
                .part("differences", each(counters, c -> "CASE WHEN NOT is_running THEN " + c
                + " WHEN follows OR begins THEN " + c + " - coalesce(before_" + c + ", 0) END AS " + c)).run(session);
        SQL.get("keep").with("system", system.name()).with("source", name).part("time", time)
                .part("counters", each(counters, c -> "'" + c.toLowerCase(Locale.ROOT) + "'"))
                .part("values", each(counters, c -> "CAST(" + c + " AS DECIMAL(18,6))")).run(session);
    }

    private static List<String> firsts(long firsts, @Nullable String first, long gaps, @Nullable String gap) {
        List<String> notes = new ArrayList<>();
        if (firsts > 0) {
            notes.add(firsts + (firsts == 1 ? " status has" : " statuses have") + " none before in the file or the "
                    + "lake, so that what the day had is not known and nothing of it is counted; the first is "
                    + first);
        }
        if (gaps > 0) {
            notes.add(gaps + (gaps == 1 ? " difference is" : " differences are") + " of several days and counted on "
                    + "the last of them; the first is " + gap);
        }
        return notes;
    }

    private static @Nullable String place(Map<Integer, LoadedFile> files, @Nullable String what, long origin) {
        LoadedFile file = files.get((int) (origin >> SystemMapper.ROW_BITS));
        return what == null || file == null ? null : what + " (line " + SystemMapper.line(file, origin) + ")";
    }

    private static String text(String column) {
        return "CAST(" + column + " AS VARCHAR)";
    }

    private static String part(Counters counters) {
        List<String> others = counters.of().subList(1, counters.of().size());
        return others.isEmpty() ? "CAST(NULL AS VARCHAR)" : "concat_ws(' ', " + String.join(", ", others) + ")";
    }

    private static String before(Counters counters) {
        return each(counters, c -> "lag(" + c + " IGNORE NULLS) OVER earlier AS before_" + c);
    }

    private static String falls(Counters counters) {
        return counters.figures().stream().map(c -> "CASE WHEN " + c + " < before_" + c + " THEN "
                + change(c, "falls", c, "before_" + c) + " END").collect(Collectors.joining(", "));
    }

    private static String change(String column, String does, String now, String before) {
        return "'" + column + " of ' || population || ' " + does + " from ' || " + plain(before) + " || ' to ' || "
                + plain(now);
    }

    private static String plain(String number) {
        return "rtrim(rtrim(CAST(CAST(" + number + " AS DECIMAL(18,6)) AS VARCHAR), '0'), '.')";
    }

    private static String each(Counters counters, Function<String, String> sql) {
        return counters.all().stream().map(sql).collect(Collectors.joining(", "));
    }
}
