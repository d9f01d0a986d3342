import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Prints the test classes that need no ingest, server, process or browser: neither they nor what they use names one.
 */
final class QuickTests {

    private static final Pattern NAME = Pattern.compile("\\b[A-Z]\\w+");
    private static final Set<String> SLOW = Set.of("Ingest", "CommandRun", "TestLake", "GeneratedCoast",
            "DeliveryGenerator", "TidemarkServer", "ProcessBuilder", "Playwright");

    public static void main(String[] folders) throws IOException {
        Map<String, Path> files = new HashMap<>();
        Map<String, Set<String>> names = new HashMap<>();
        for (String folder : folders) {
            try (Stream<Path> all = Files.walk(Path.of(folder))) {
                for (Path file : all.filter(f -> f.toString().endsWith(".java")).toList()) {
                    String name = file.getFileName().toString().replace(".java", "");
                    files.put(name, Path.of(folder).relativize(file));
                    names.computeIfAbsent(name, _ -> new HashSet<>())
                            .addAll(NAME.matcher(Files.readString(file)).results()
                            .map(MatchResult::group).collect(Collectors.toSet()));
                }
            }
        }
        Set<String> slow = new HashSet<>(SLOW);
        boolean grew = true;
        while (grew) {
            Set<String> users = names.entrySet().stream()
                    .filter(each -> each.getValue().stream().anyMatch(slow::contains)).map(Map.Entry::getKey)
                    .collect(Collectors.toSet());
            grew = slow.addAll(users);
        }
        System.out.println(files.keySet().stream().filter(name -> name.endsWith("Test") && !slow.contains(name))
                .map(files::get)
                .map(file -> file.toString().replace(".java", "").replace('/', '.')).sorted()
                .collect(Collectors.joining(",")));
    }
}
