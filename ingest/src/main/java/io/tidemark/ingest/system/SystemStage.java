package io.tidemark.ingest.system;

import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.table.LakeTables;
import io.tidemark.ingest.check.RowFaults;
import io.tidemark.ingest.contract.ReadType;
import io.tidemark.ingest.contract.SourceColumn;
import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.delivery.DeliveredFile;
import io.tidemark.ingest.delivery.SystemExport;
import io.tidemark.ingest.file.RowLines;
import io.tidemark.ingest.load.LoadedFile;
import io.tidemark.ingest.load.TableLoader;
import io.tidemark.ingest.merge.PartitionWriter;
import io.tidemark.ingest.staging.StagingDatabase;
import io.tidemark.ingest.system.FarmSystem.Source;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Loads exports of farm systems and maps them to the canonical tables. */
public final class SystemStage {

    private static final SqlFile SQL = SqlFile.of("ingest/systems.sql");

    private final StagingDatabase staging;
    private final TableLoader loader;
    private final RowFaults faults;
    private final @Nullable Path ownSystems;
    private final Map<String, String> counters;
    private boolean counted;

    public SystemStage(StagingDatabase staging, TableLoader loader, RowFaults faults, @Nullable Path ownSystems,
            Map<String, String> counters) {
        this.ownSystems = ownSystems;
        this.counters = Map.copyOf(counters);
        this.staging = staging;
        this.loader = loader;
        this.faults = faults;
    }

    /** Loads the exports of these farmers; returns each export file, and each table made from it. */
    public List<LoadedFile> load(List<SystemExport> exports, Set<String> farmers) {
        return load(exports, farmers, true);
    }

    /** Loads the exports of all farmers without making tables, only to find their own faults. */
    public List<LoadedFile> read(List<SystemExport> exports) {
        return load(exports, exports.stream().map(e -> String.valueOf(e.file().farmerId()))
                .collect(Collectors.toSet()), false);
    }

    private List<LoadedFile> load(List<SystemExport> exports, Set<String> farmers, boolean mapped) {
        if (exports.isEmpty()) {
            return List.of();
        }
        staging.create("read_counter", "read_status");
        SortedMap<String, FarmSystem> systems = FarmSystems.all(ownSystems);
        SortedMap<String, List<SystemExport>> bySystem = new TreeMap<>(exports.stream()
                .collect(Collectors.groupingBy(e -> e.system().toLowerCase(Locale.ROOT))));
        List<LoadedFile> all = new ArrayList<>();
        bySystem.forEach((name, files) -> {
            // other systems are refused or ignored with their folder
            FarmSystem system = Objects.requireNonNull(systems.get(name));
            all.addAll(load(system, files, farmers, mapped));
        });
        return all;
    }

    /** Writes what the next exports go on from. */
    public void write(PartitionWriter writer) {
        if (counted) {
            CounterReader.write(staging, writer);
        } else {
            staging.staged().reuse(LakeTables.SOURCE_STATUS);
        }
    }

    private List<LoadedFile> load(FarmSystem system, List<SystemExport> exports, Set<String> farmers, boolean mapped) {
        SystemMapper mapper = new SystemMapper(staging, loader, system, counters);
        List<LoadedFile> loaded = new ArrayList<>();
        exports.stream().collect(Collectors.groupingBy(e -> e.file().farmerId() + "/" + e.siteId(), TreeMap::new,
                Collectors.toList())).values().forEach(site -> loaded.addAll(loadSite(system, mapper, site, farmers)));
        system.sources().values().forEach(source -> {
            faults.markDoubles(source.table());
            mapper.markUnknown(source, faults);
        });
        if (!mapped || loaded.stream().anyMatch(f -> f.failure() != null)) {
            return loaded;
        }
        SortedMap<String, List<LoadedFile>> byFarmer = new TreeMap<>(loaded.stream()
                .collect(Collectors.groupingBy(file -> String.valueOf(file.file().farmerId()))));
        List<LoadedFile> all = new ArrayList<>();
        byFarmer.forEach((farmer, files) -> {
            List<LoadedFile> own = mapper.count(farmer, files);
            if (own.stream().allMatch(f -> f.failure() == null)) {
                own = mapper.noted(own);
            }
            all.addAll(own);
            if (own.stream().allMatch(f -> f.failure() == null)) {
                all.addAll(mapper.map(farmer));
            }
        });
        counted |= CounterReader.isNeeded(system);
        return all;
    }

    private List<LoadedFile> loadSite(FarmSystem system, SystemMapper mapper, List<SystemExport> site,
            Set<String> farmers) {
        List<LoadedFile> loaded = new ArrayList<>();
        Set<SourceTable> found = new HashSet<>();
        for (SystemExport export : site) {
            LoadedFile file = farmers.contains(String.valueOf(export.file().farmerId()))
                    ? recognise(system, export.file()) : failed(system, export.file(), notAFarmer(export.file()));
            loaded.add(file);
            found.add(file.table());
            if (file.failure() == null) {
                mapper.loaded(file, export.siteId());
            }
        }
        String missing = system.sources().entrySet().stream().filter(s -> s.getValue().required()
                && !found.contains(s.getValue().table()))
                .map(SystemStage::described).collect(Collectors.joining("; "));
        return missing.isEmpty() || loaded.stream().anyMatch(f -> f.failure() != null) ? loaded
                : loaded.stream().map(f -> f.failing("is of no use alone: beside it there must be a file of "
                + missing)).toList();
    }

    private static String described(Map.Entry<String, Source> source) {
        return source.getKey() + " with the columns " + source.getValue().table().columns().stream()
                .filter(c -> c.presence() != SourceColumn.Presence.OPTIONAL).map(SourceColumn::heading)
                .collect(Collectors.joining(", "));
    }

    // finds the first source whose columns the file has
    private LoadedFile recognise(FarmSystem system, DeliveredFile file) {
        Map<String, String> misfits = new LinkedHashMap<>();
        for (Map.Entry<String, Source> source : system.sources().entrySet()) {
            LoadedFile loaded = loader.load(file, source.getValue().table());
            if (loaded.failure() == null) {
                return loaded.noting(timesOfTheDay(loaded)).noting(leftOut(loaded, source.getValue()));
            }
            misfits.put("as " + source.getKey() + " it ", String.valueOf(loaded.failure()));
        }
        // an unreadable file fails for every table with the same message
        List<String> faults = misfits.values().stream().distinct().toList();
        return failed(system, file, misfits.size() > 1 && faults.size() == 1 ? faults.getFirst()
                : "is none of the files of " + system.name() + ": " + misfits.entrySet().stream()
                        .map(misfit -> misfit.getKey() + misfit.getValue()).collect(Collectors.joining("; ")));
    }

    // a day that was made UTC without saying so is the day before, at 22:00 or 23:00
    private List<String> timesOfTheDay(LoadedFile file) {
        List<String> notes = new ArrayList<>();
        for (SourceColumn column : file.table().columns()) {
            if (column.type() == ReadType.TIME) {
                long midnights = SQL.get("utc_midnights").part("time", column.name())
                        .part("rows", file.table().readTable()).with("file", file.number()).run(staging.session());
                if (midnights > 0) {
                    notes.add("all " + midnights + " of its " + column.heading() + " without a zone are 22:00 or "
                            + "23:00: taken as midnight in Norway, written in UTC");
                }
                SQL.get("forget_zones").part("time", column.name()).part("rows", file.table().readTable())
                        .with("file", file.number()).run(staging.session());
            }
            if (column.type() == ReadType.TIME && file.table().key().contains(column.name())) {
                SQL.get("times_of_the_day").part("time", column.name()).part("good_rows", file.table().goodView())
                        .with("file", file.number())
                        .each(staging.session(), row -> notes.add(row.getLong(1) + " of its " + column.heading()
                                + " are not at midnight, such as "
                                + row.getString(2) + ": each counts as its day in Norway"));
            }
        }
        return notes;
    }

    private List<String> leftOut(LoadedFile file, Source source) {
        List<String> notes = new ArrayList<>();
        source.kept().forEach((column, kept) -> {
            SourceColumn of = file.table().columns().stream().filter(one -> one.name().equals(column)).findFirst()
                    .orElseThrow();
            SQL.get("others").part("column", column).part("good_rows", file.table().readTable())
                    .with("file", file.number()).with("kept", kept).each(staging.session(), row -> notes.add(
                            row.getLong(1) + (row.getLong(1) == 1 ? " row is" : " rows are") + " left out, since "
                            + of.heading() + " is " + row.getString(2) + " (" + of.meaning() + ")"));
            SQL.get("leave_out").part("column", column).part("rows", file.table().readTable())
                    .with("file", file.number()).with("kept", kept).run(staging.session());
        });
        return notes;
    }

    /** The reason to refuse a file in the folder of an unknown farmer. */
    public static String notAFarmer(DeliveredFile file) {
        return "the folder's name " + file.farmerId() + " is not a farmer of the farmers list";
    }

    private static LoadedFile failed(FarmSystem system, DeliveredFile file, String failure) {
        SourceTable table = system.sources().values().iterator().next().table();
        return new LoadedFile(file, table, 0, "", 0, 0, 0, RowLines.plain(), List.of(), failure, 0);
    }
}
