package io.tidemark.ingest.system;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.tidemark.data.file.TextTree;
import io.tidemark.data.text.NearestName;
import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.contract.SourceTable.HeaderPlace;
import io.tidemark.ingest.contract.SourceTables;
import io.tidemark.ingest.contract.SystemColumn;
import io.tidemark.ingest.delivery.DeliveryPart;
import io.tidemark.ingest.system.FarmSystem.Mapping;
import io.tidemark.ingest.system.FarmSystem.Source;
import io.tidemark.ingest.system.SystemFileException.Place;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the farm systems from their folders under {@code sql/ingest}. */
public final class FarmSystems {

    private static final String SOURCES = "/sources.yaml";

    // allows only names that can stand in SQL
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]{0,62}");

    private static final Map<List<String>, List<String>> SOURCES_KEYS = Map.of(
            List.of(), List.of("summary", "sources", "counters"),
            List.of("sources", "*"), List.of("meaning", "required", "key", "columns", "header_row", "header_rows",
                    "unpivot"),
            List.of("sources", "*", "unpivot", "*"), List.of("meaning", "type", "codes"),
            List.of("counters", "*"),
            List.of("of", "time", "since", "figures", "signed", "feed", "like", "start", "end"),
            List.of("sources", "*", "columns", "*"),
            List.of("type", "may_be_empty", "optional", "meaning", "kept", "in", "codes"));

    private FarmSystems() {}

    private record SourcesFile(@JsonProperty(required = true) String summary,
            @JsonProperty(required = true) Map<String, SourceEntry> sources,
            @JsonSetter(nulls = Nulls.AS_EMPTY) Map<String, Counters> counters) {}

    private record SourceEntry(@JsonProperty(required = true) String meaning, boolean required,
            @JsonProperty(required = true) List<String> key,
            @JsonProperty(required = true) Map<String, SystemColumn> columns,
            @JsonProperty("header_row") int headerRow, @JsonProperty("header_rows") int headerRows,
            @JsonSetter(nulls = Nulls.AS_EMPTY) Map<String, UnpivotEntry> unpivot) {

        // those of the file, and those that are turned to rows
        private Map<String, SystemColumn> all() {
            Map<String, SystemColumn> all = new LinkedHashMap<>(columns);
            unpivot.values().forEach(entry -> entry.codes().keySet().forEach(heading -> {
                if (all.put(heading, SystemColumn.optional(entry.type(), entry.meaning())) != null) {
                    throw new IllegalArgumentException(heading + " is the heading of two columns");
                }
            }));
            return all;
        }
    }

    private record UnpivotEntry(@JsonProperty(required = true) String meaning,
            @JsonProperty(required = true) SystemColumn.Type type,
            @JsonProperty(required = true) Map<String, String> codes) {}

    private record TableHeader(@JsonProperty(required = true) String table,
            @JsonProperty(required = true) String summary) {}

    /**
     * The shipped systems and those of the operator's own folder, by name.
     *
     * @throws SystemFileException if a file breaks its contract, or a folder has the name of a shipped system
     */
    public static SortedMap<String, FarmSystem> all(@Nullable Path own) {
        SortedMap<String, FarmSystem> systems = shipped();
        if (own != null) {
            of(TextTree.folder(own, FarmSystems::isOurs)).forEach((name, system) -> {
                if (systems.put(name, system) != null) {
                    throw new SystemFileException(Place.of(name), "comes with the program; give yours another name");
                }
            });
        }
        return systems;
    }

    private static boolean isOurs(String path) {
        return path.endsWith(".sql") || path.endsWith(SOURCES);
    }

    /** The systems shipped with the program, by name. */
    public static SortedMap<String, FarmSystem> shipped() {
        URL marker = FarmSystems.class.getResource("/sql/ingest/README.md");
        if (marker == null) {
            throw new IllegalStateException("the program was built without its sql/ingest folder");
        }
        return of(TextTree.shipped(marker, FarmSystems::isOurs));
    }

    /**
     * Reads the systems from a folder's texts, which are given by path.
     *
     * @throws SystemFileException if a file breaks its contract; names the file
     */
    public static SortedMap<String, FarmSystem> of(SortedMap<String, String> texts) {
        SortedMap<String, FarmSystem> systems = new TreeMap<>();
        texts.keySet().stream().filter(path -> path.endsWith(SOURCES)).forEach(path -> {
            String name = path.substring(0, path.length() - SOURCES.length());
            if (!NAME.matcher(name).matches() || name.equals("main")) {
                throw new SystemFileException(Place.of(path), "a farm system's folder is named by small letters, "
                        + "digits and _");
            }
            Map<String, Source> sources = sources(name, path, texts.getOrDefault(path, ""));
            List<Mapping> mappings = new ArrayList<>();
            texts.forEach((file, text) -> {
                if (file.startsWith(name + "/") && file.endsWith(".sql") && !file.endsWith("/views.sql")
                        && !file.endsWith("/notes.sql")) {
                    mappings.add(mapping(file, text));
                }
            });
            systems.put(name, new FarmSystem(name, sources, statements(name + "/views.sql", texts),
                    statements(name + "/notes.sql", texts), mappings));
        });
        return systems;
    }

    private static Map<String, Source> sources(String system, String path, String text) {
        SourcesFile file = SystemYaml.read(path, text, SourcesFile.class, SOURCES_KEYS);
        Map<String, Source> sources = new LinkedHashMap<>();
        file.sources().forEach((name, entry) -> {
            try {
                checkNames("the key of " + name, entry.key(), entry.columns().keySet());
                Counters counters = file.counters().get(name);
                if (counters != null) {
                    checkNames("the counters of " + name, counters.columns(), entry.columns().keySet());
                    counters.columns().forEach(SystemColumn::checked);
                }
                sources.put(name, new Source(SystemColumn.table(system + "_" + name, entry.all(), entry.key(),
                        new HeaderPlace(entry.headerRow(), Math.max(1, entry.headerRows()))),
                        entry.required(), counters, SystemColumn.kept(entry.columns()),
                        SystemColumn.references(entry.columns()), codes(entry.unpivot())));
            } catch (IllegalArgumentException e) {
                throw new SystemFileException(SystemYaml.placeOf(path, text, List.of("sources", name)),
                        String.valueOf(e.getMessage()), e);
            }
        });
        return sources;
    }

    private static Map<String, Map<String, String>> codes(Map<String, UnpivotEntry> unpivots) {
        Map<String, Map<String, String>> codes = new LinkedHashMap<>();
        unpivots.forEach((name, entry) -> codes.put(SystemColumn.checked(name), entry.codes()));
        return codes;
    }

    private static void checkNames(String of, List<String> names, Set<String> columns) {
        names.stream().filter(name -> columns.stream().noneMatch(name::equalsIgnoreCase)).findFirst()
                .ifPresent(name -> {
                    throw new IllegalArgumentException(of + " names " + name + ", which is none of its columns"
                            + NearestName.hint(name, columns));
                });
    }

    private static Mapping mapping(String file, String text) {
        int end = text.indexOf("*/");
        if (!text.startsWith("/*") || end < 0) {
            throw new SystemFileException(new Place(file, 1, 1),
                    "must begin with its contract in a comment, /* table: ... */");
        }
        String yaml = "  " + text.substring(2, end); // keeps the columns of the file
        TableHeader header = SystemYaml.read(file, yaml, TableHeader.class,
        Map.of(List.of(), List.of("table", "summary")));
        SourceTable table = SourceTables.find(DeliveryPart.FARMERS, header.table())
                .orElseThrow(() -> new SystemFileException(
                SystemYaml.placeOf(file, yaml, List.of("table")), "table " + header.table()
                        + " is none that farmers deliver" + NearestName.hint(header.table(), SourceTables.all().stream()
                                .filter(t -> t.folder() == DeliveryPart.FARMERS).map(SourceTable::name).toList())));
        int line = Math.toIntExact(text.substring(0, end).chars().filter(c -> c == '\n').count()) + 1;
        return new Mapping(table, header.summary(), new SystemSql(file, line, text.substring(end + 2)));
    }

    // a statement ends with a semicolon at the end of a line; comments must not have one there
    private static List<SystemSql> statements(String file, SortedMap<String, String> texts) {
        List<SystemSql> statements = new ArrayList<>();
        List<String> lines = texts.getOrDefault(file, "").lines().toList();
        List<String> statement = new ArrayList<>();
        int begin = 1;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            boolean comment = line.strip().startsWith("--");
            boolean ends = !comment && line.stripTrailing().endsWith(";");
            statement.add(comment ? "" : ends
                    ? line.stripTrailing().substring(0, line.stripTrailing().length() - 1) : line);
            if (ends || i == lines.size() - 1) {
                if (statement.stream().anyMatch(s -> !s.isBlank())) {
                    statements.add(new SystemSql(file, begin, String.join("\n", statement)));
                }
                statement.clear();
                begin = i + 2;
            }
        }
        return statements;
    }
}
