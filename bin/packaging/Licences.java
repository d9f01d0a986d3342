import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Run by bin/package: lays the licence of every jar into a folder: the files that the jar brings, or else the text of
 * the licence that the bill of materials names, by the artifact or by the SPDX name. Fails when a jar is left without
 * one. Usage: Licences.java LIB BOM TEXTS OUT
 */
final class Licences {

    private static final Pattern IN_JAR = Pattern.compile(
            "(?:META-INF/(?:.*/)?|.*/)?((?:LICENSE|LICENCE|NOTICE|COPYING)[^/]*|[^/]*\\.LICENSE\\.txt)",
            Pattern.CASE_INSENSITIVE);

    private Licences() {}

    public static void main(String[] arguments) throws IOException {
        Path texts = Path.of(arguments[2]);
        Path out = Path.of(arguments[3]);
        Map<String, List<String>> named = named(Files.readString(Path.of(arguments[1])));
        List<String> without = new ArrayList<>();
        try (Stream<Path> jars = Files.list(Path.of(arguments[0])).sorted()) {
            for (Path jar : jars.toList()) {
                String name = jar.getFileName().toString().replaceFirst("\\.jar$", "");
                if (name.startsWith("tidemark-")) {
                    continue;
                }
                Path folder = Files.createDirectories(out.resolve(name));
                if (fromJar(jar, folder) == 0 && !fromTexts(texts, name.replaceFirst("-[0-9].*$", ""), folder)
                        && named.getOrDefault(name, List.of())
                        .stream().filter(id -> fromTexts(texts, id, folder)).count() == 0) {
                    without.add(name + " " + named.get(name));
                }
            }
        }
        if (!without.isEmpty()) {
            throw new IOException("no licence text for " + without + "; add it to bin/packaging/licences");
        }
    }

    private static int fromJar(Path jar, Path folder) throws IOException {
        int found = 0;
        try (ZipFile in = new ZipFile(jar.toFile())) {
            for (ZipEntry entry : in.stream().toList()) {
                Matcher file = IN_JAR.matcher(entry.getName());
                if (!entry.isDirectory() && file.matches() && !entry.getName().endsWith(".class")) {
                    Path target = folder.resolve(file.group(1));
                    for (int i = 2; Files.exists(target); i++) {
                        target = folder.resolve(i + "-" + file.group(1));
                    }
                    try (InputStream text = in.getInputStream(entry)) {
                        Files.copy(text, target);
                    }
                    found++;
                }
            }
        }
        return found;
    }

    private static boolean fromTexts(Path texts, String id, Path folder) {
        Path text = texts.resolve(id + ".txt");
        try {
            if (Files.exists(text)) {
                Files.copy(text, folder.resolve("LICENSE.txt"));
                return true;
            }
            return false;
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /**
     * The licences' SPDX names by artifact and version; the bill is read as text, since no JSON library is at hand
     * here.
     */
    private static Map<String, List<String>> named(String bom) {
        Map<String, List<String>> named = new TreeMap<>();
        Matcher licence = Pattern.compile("\"license\"\\s*:\\s*\\{[^}]*?\"(?:id|name)\"\\s*:\\s*\"([^\"]+)\"")
                .matcher("");
        // a component's licences stand before its purl
        int from = 0;
        Matcher purl = Pattern.compile("\"purl\"\\s*:\\s*\"pkg:maven/[^/\"]+/([^@\"]+)@([^?\"]+)\\?").matcher(bom);
        while (purl.find()) {
            List<String> ids = new ArrayList<>();
            licence.reset(bom.substring(from, purl.start()));
            while (licence.find()) {
                ids.add(licence.group(1));
            }
            named.put(purl.group(1) + "-" + purl.group(2), ids);
            from = purl.end();
        }
        return named;
    }
}
