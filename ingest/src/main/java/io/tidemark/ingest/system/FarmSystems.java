package io.tidemark.ingest.system;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.tidemark.data.resource.TextTree;
import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.contract.SourceTables;
import io.tidemark.ingest.contract.SystemColumn;
import io.tidemark.ingest.delivery.Folder;
import io.tidemark.ingest.system.FarmSystem.Mapping;
import io.tidemark.ingest.system.FarmSystem.Source;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the folders under {@code sql/ingest}. */
public final class FarmSystems {

    private static final String SOURCES = "/sources.yaml";
    private static final ObjectMapper YAML = JsonMapper.builder(new YAMLFactory())
            .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS).build();

    // a name that can stand in SQL
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]{0,62}");

    private FarmSystems() {}

    private record SourcesFile(@JsonProperty(required = true) String summary,
            @JsonProperty(required = true) Map<String, SourceEntry> sources) {}

    private record SourceEntry(@JsonProperty(required = true) String meaning, boolean required,
            @JsonProperty(required = true) List<String> key, @JsonProperty(required = true) Map<String, SystemColumn> columns) {}

    private record TableHeader(@JsonProperty(required = true) String table, @JsonProperty(required = true) String summary) {}

    /**
     * The systems of the program and of a folder of the deployment's own, by name.
     *
     * @throws SystemFileException if a file breaks its contract, or a folder has the name of one of the program's
     */
    public static SortedMap<String, FarmSystem> all(@Nullable Path own) {
        SortedMap<String, FarmSystem> systems = shipped();
        if (own != null) {
            of(TextTree.folder(own, FarmSystems::isOurs)).forEach((name, system) -> {
                if (systems.put(name, system) != null) {
                    throw new SystemFileException(name, "comes with the program; give yours another name");
                }
            });
        }
        return systems;
    }

    private static boolean isOurs(String path) {
        return path.endsWith(".sql") || path.endsWith(SOURCES);
    }

    /** The systems that come with the program, by name. */
    public static SortedMap<String, FarmSystem> shipped() {
        URL marker = FarmSystems.class.getResource("/sql/ingest/README.md");
        if (marker == null) {
            throw new IllegalStateException("the program was built without its sql/ingest folder");
        }
        return of(TextTree.shipped(marker, FarmSystems::isOurs));
    }

    /**
     * The systems of a folder's texts, by path.
     *
     * @throws SystemFileException if a file breaks its contract; names the file
     */
    public static SortedMap<String, FarmSystem> of(SortedMap<String, String> texts) {
        SortedMap<String, FarmSystem> systems = new TreeMap<>();
        texts.keySet().stream().filter(path -> path.endsWith(SOURCES)).forEach(path -> {
            String name = path.substring(0, path.length() - SOURCES.length());
            if (!NAME.matcher(name).matches() || name.equals("main")) {
                throw new SystemFileException(path, "a farm system's folder is named by small letters, digits and _");
            }
            Map<String, Source> sources = sources(name, path, texts.getOrDefault(path, ""));
            List<Mapping> mappings = new ArrayList<>();
            texts.forEach((file, text) -> {
                if (file.startsWith(name + "/") && file.endsWith(".sql") && !file.endsWith("/views.sql")) {
                    mappings.add(mapping(file, text));
                }
            });
            systems.put(name, new FarmSystem(name, sources, statements(texts.getOrDefault(name + "/views.sql", "")), mappings));
        });
        return systems;
    }

    private static Map<String, Source> sources(String system, String path, String text) {
        try {
            Map<String, Source> sources = new LinkedHashMap<>();
            SourcesFile file = YAML.readValue(text, SourcesFile.class);
            file.sources().forEach((name, entry) -> sources.put(name,
                    new Source(SystemColumn.table(system + "_" + name, entry.columns(), entry.key()), entry.required())));
            return sources;
        } catch (JsonProcessingException | IllegalArgumentException e) {
            throw new SystemFileException(path, firstLine(e), e);
        }
    }

    private static Mapping mapping(String file, String text) {
        int end = text.indexOf("*/");
        if (!text.startsWith("/*") || end < 0) {
            throw new SystemFileException(file, "must begin with its contract in a comment, /* table: ... */");
        }
        try {
            TableHeader header = YAML.readValue(text.substring(2, end), TableHeader.class);
            SourceTable table = SourceTables.find(Folder.FARMERS, header.table()).orElseThrow(
                    () -> new IllegalArgumentException("table " + header.table() + " is none that farmers deliver"));
            return new Mapping(table, header.summary(), text.substring(end + 2));
        } catch (JsonProcessingException | IllegalArgumentException e) {
            throw new SystemFileException(file, firstLine(e), e);
        }
    }

    private static String firstLine(Exception e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }

    // statements end with a semicolon at the end of a line; comments hold none there
    private static List<String> statements(String text) {
        String sql = text.lines().filter(line -> !line.strip().startsWith("--")).collect(Collectors.joining("\n", "", "\n"));
        return Stream.of(sql.split(";\\s*\\n", -1)).map(String::strip).filter(s -> !s.isEmpty()).toList();
    }
}
