package io.tidemark.server;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import com.tngtech.archunit.library.dependencies.SliceRule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The package structure of the modules: which package may know which, dependencies without cycles, and a limit on the
 * size of packages. The tables of {@code docs/architecture.md} have the rooms and their arrows, with the words of each
 * {@code package-info}. {@code -Dgolden.update=true} rewrites them, and the diff says which arrow is new.
 */
final class PackagesTest {

    /** Classes of a package that are files of their own, at most; twenty are plenty. */
    private static final int MAX = 30;

    /** Larger ones that are still to be cut, with their size. Only to be shortened. */
    private static final Map<String, Integer> LARGE = Map.of();

    /** Arrows that close a cycle and are still to be undone: from, to. Only to be shortened. */
    private static final List<List<String>> BACKWARDS = List.of();

    /** The ground floor of the server: rooms that know only each other and the data. */
    private static final List<String> GROUND = List.of("server.engine", "server.event", "server.http",
            "server.http.coding", "server.http.limit", "server.http.listen", "server.identity.state",
            "server.route.contract", "server.sql");

    /** Rooms of several packages, each with one line on the map. */
    private static final List<String> ROOMS = List.of("generate", "ingest.authority", "server.cli");
    private static final String ROOT = "io.tidemark.";
    private static final Path MAP = Path.of("../docs/architecture.md");
    private static final Pattern LINE = Pattern.compile("\\| `([a-z0-9.*]+)` \\| (.+) \\| (.*) \\|");
    private static final Pattern CLASS = Pattern.compile("`([A-Z][a-z]+[A-Za-z0-9]*)`");

    private static final JavaClasses CLASSES = classes();

    private static final SliceAssignment PACKAGES = new SliceAssignment() {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass javaClass) {
            return SliceIdentifier.of(javaClass.getPackageName());
        }

        @Override
        public String getDescription() {
            return "packages";
        }
    };

    private static JavaClasses classes() {
        // what libraries are made of is of no interest here, and takes most of the time
        ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
        return new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages(ROOT + "data", ROOT + "generate", ROOT + "ingest", ROOT + "server");
    }

    @Test
    void arrowsBetweenPackagesGoOneWay() {
        SliceRule rule = slices().assignedFrom(PACKAGES).should().beFreeOfCycles();
        for (List<String> arrow : BACKWARDS) {
            rule = rule.ignoreDependency(describe(arrow.get(0), type -> type.getPackageName().equals(arrow.get(0))),
                    describe(arrow.get(1), type -> type.getPackageName().equals(arrow.get(1))));
        }
        rule.check(CLASSES);
    }

    @Test
    void theGroundFloorKnowsNothingAbove() {
        Map<String, Set<String>> arrows = arrows();

        assertThat(arrows).containsKeys(GROUND.toArray(String[]::new));
        assertThat(GROUND).allSatisfy(room -> assertThat(arrows.get(room)).as(room)
                .allMatch(known -> GROUND.contains(known) || known.equals("data") || known.startsWith("data.")));
    }

    @Test
    void noPackageIsLarge() {
        Map<String, Long> sizes = CLASSES.stream().filter(JavaClass::isTopLevelClass)
                .filter(type -> !type.getSimpleName().equals("package-info"))
                .collect(Collectors.groupingBy(JavaClass::getPackageName, TreeMap::new, Collectors.counting()));

        // all three modules were checked
        assertThat(sizes).containsKeys("io.tidemark.data.snapshot", "io.tidemark.ingest.merge",
                "io.tidemark.server.request");
        assertThat(sizes).allSatisfy((name, size) ->
                assertThat(size).as(name).isLessThanOrEqualTo(LARGE.getOrDefault(name, MAX)));
    }

    @Test
    void everyPackageKnowsWhatTheMapSays() throws IOException {
        Map<String, String> shown = new LinkedHashMap<>();
        arrows().forEach((room, known) -> shown.put(room, "| `" + room + "` | " + words(room) + " | "
                + shortNames(room, known) + " |"));
        String map = Files.readString(MAP);
        if (Boolean.getBoolean("golden.update")) {
            for (String module : List.of("data", "generate", "ingest", "server")) {
                map = table(map, module, shown);
            }
            Files.writeString(MAP, map);
        }

        assertThat(LINE.matcher(map).results().map(MatchResult::group))
                .containsExactlyInAnyOrderElementsOf(shown.values());
    }

    @Test
    void theMapNamesClassesThatThereAre() throws IOException {
        Set<String> names = CLASSES.stream().map(JavaClass::getSimpleName).collect(Collectors.toSet());
        List<String> named = CLASS.matcher(Files.readString(MAP)).results().map(found -> found.group(1)).toList();

        assertThat(named).hasSizeGreaterThan(30);
        assertThat(names).containsAll(named);
    }

    // between the markers of the module
    private static String table(String map, String module, Map<String, String> shown) {
        String begin = "<!-- packages of " + module + " -->\n";
        int from = map.indexOf(begin) + begin.length();
        int to = map.indexOf("<!-- end -->", from);
        return map.substring(0, from) + "| package | holds | may know |\n|---|---|---|\n" + shown.entrySet().stream()
                .filter(e -> e.getKey().equals(module) || e.getKey().startsWith(module + "."))
                .map(e -> e.getValue() + "\n").collect(Collectors.joining()) + map.substring(to);
    }

    private static Map<String, Set<String>> arrows() {
        Map<String, Set<String>> arrows = new TreeMap<>();
        for (JavaClass type : CLASSES) {
            String room = room(type);
            Set<String> known = arrows.computeIfAbsent(room, name -> new TreeSet<>());
            type.getDirectDependenciesFromSelf().stream().map(Dependency::getTargetClass)
                    .map(JavaClass::getBaseComponentType)
                    .filter(other -> other.getPackageName().startsWith(ROOT)).map(PackagesTest::room)
                    .filter(other -> !other.equals(room)).forEach(known::add);
        }
        return arrows;
    }

    private static String room(JavaClass type) {
        String name = type.getPackageName().substring(ROOT.length());
        return ROOMS.stream().filter(room -> name.equals(room) || name.startsWith(room + ".")).findFirst().orElse(name);
    }

    // those of its own module without the module's name, of other modules all together as the module's name
    private static String shortNames(String room, Set<String> known) {
        String module = room.replaceFirst("\\..*", "");
        return known.stream().map(other -> other.startsWith(module + ".") ? other.substring(module.length() + 1)
                : other.equals(module) ? other : "**" + other.replaceFirst("\\..*", "") + "**").distinct().sorted()
                .collect(Collectors.joining(", "));
    }

    private static String words(String room) {
        String module = room.replaceFirst("\\..*", "");
        Path sources = Path.of("..", module.equals("generate") ? "ingest/generate" : module,
                "src/main/java/io/tidemark", room.replace('.', '/'));
        try {
            Matcher words = Pattern.compile("/\\*\\*(.+?)\\*/", Pattern.DOTALL)
                    .matcher(Files.readString(sources.resolve("package-info.java")));
            assertThat(words.find()).as(room).isTrue();
            return words.group(1).replaceAll("\\s*\\n \\*", "").strip();
        } catch (IOException e) {
            throw new UncheckedIOException("each package says what it holds", e);
        }
    }
}
