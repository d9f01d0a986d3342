import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Run by bin/package, with Jackson on the class path: makes Maven's bill of materials one of what is packaged. Each jar
 * and each native library is named with its place and its SHA-256 as packaged, the Java runtime is there, and so are
 * Debian's packages of the image. What Maven names and is not packaged is left out. A jar that Maven does not name, and
 * a component without licence, purl or SHA-256, is an error. Usage: Bill.java BOM APP ARCHITECTURE JDK OUT [IMAGE]. APP
 * has lib, native and runtime. JDK is a file of lines KEY=VALUE: name, version, java, purl, licence and, where it came
 * as one file, sha256. IMAGE is a file with lines of package, version, SHA-256, licence.
 */
final class Bill {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> RUNTIME_FILES = List.of("runtime/lib/modules", "runtime/lib/server/libjvm.so");
    /** The jars that native libraries come from. */
    private static final Map<String, String> ORIGINS = Map.of("libduckdb_java.so", "duckdb_jdbc", "libsqlitejdbc.so",
            "sqlite-jdbc", "libzstd-jni.so", "zstd-jni");

    private final Path app;
    private final ObjectNode bill;

    private Bill(Path bom, Path app) throws IOException {
        this.app = app;
        this.bill = (ObjectNode) JSON.readTree(bom.toFile());
    }

    public static void main(String[] arguments) throws IOException {
        Bill made = new Bill(Path.of(arguments[0]), Path.of(arguments[1]));
        String architecture = arguments[2];
        made.whole(architecture);
        made.jars();
        made.libraries();
        made.runtime(Path.of(arguments[3]));
        if (arguments.length > 5) {
            made.image(Path.of(arguments[5]), architecture);
        }
        made.check();
        DefaultPrettyPrinter lines = new DefaultPrettyPrinter();
        lines.indentObjectsWith(new DefaultIndenter("  ", "\n"));
        lines.indentArraysWith(new DefaultIndenter("  ", "\n"));
        Files.writeString(Path.of(arguments[4]), JSON.writer(lines).writeValueAsString(made.bill) + "\n");
    }

    private void whole(String architecture) {
        ObjectNode itself = (ObjectNode) bill.get("metadata").get("component");
        itself.put("type", "application");
        property(itself, "architecture", architecture);
    }

    private ArrayNode components() {
        return (ArrayNode) bill.get("components");
    }

    private void jars() throws IOException {
        Map<String, ObjectNode> named = new HashMap<>();
        for (JsonNode component : components()) {
            String name = component.get("name").asText();
            String version = name.equals("tidemark-server") ? "" : "-" + component.get("version").asText();
            named.put(name + version + ".jar", (ObjectNode) component);
        }
        Set<String> packaged = new TreeSet<>();
        for (Path jar : files("lib")) {
            String file = jar.getFileName().toString();
            ObjectNode component = named.get(file);
            if (component == null) {
                throw new IOException("Maven's bill of materials does not name " + file);
            }
            packaged.add(component.get("bom-ref").asText());
            String sum = sha256(jar);
            property(component, "file", "lib/" + file);
            property(component, "sha256", sum);
            if (!sum.equals(hash(component))) {
                component.putObject("pedigree").put("notes",
                        "Packaging has left out what is for other machines, or has rebuilt classes in the form of "
                        + "Java 8.");
            }
        }
        leaveOut(packaged);
    }

    private void leaveOut(Set<String> packaged) {
        Set<String> gone = new HashSet<>();
        components().forEach(component -> gone.add(component.get("bom-ref").asText()));
        gone.removeAll(packaged);
        remove(components(), component -> gone.contains(component.get("bom-ref").asText()));
        ArrayNode dependencies = (ArrayNode) bill.get("dependencies");
        remove(dependencies, dependency -> gone.contains(dependency.get("ref").asText()));
        for (JsonNode dependency : dependencies) {
            if (dependency.get("dependsOn") instanceof ArrayNode on) {
                remove(on, one -> gone.contains(one.asText()));
            }
        }
    }

    private void libraries() throws IOException {
        for (Path library : files("native")) {
            String name = library.getFileName().toString();
            String origin = ORIGINS.get(name);
            ObjectNode jar = null;
            for (JsonNode component : components()) {
                if (component.get("name").asText().equals(origin)) {
                    jar = (ObjectNode) component;
                }
            }
            if (jar == null) {
                throw new IOException("no jar is known that native/" + name + " comes from");
            }
            file(jar, "native/" + name);
        }
    }

    private void runtime(Path description) throws IOException {
        Properties jdk = new Properties();
        try (var lines = Files.newBufferedReader(description)) {
            jdk.load(lines);
        }
        String purl = jdk.getProperty("purl");
        ObjectNode component = component("platform", jdk.getProperty("name"), jdk.getProperty("version"), purl,
                jdk.getProperty("licence"));
        component.put("description", "Java runtime, made by jlink of the modules that are needed");
        component.put("cpe", "cpe:2.3:a:oracle:openjdk:" + jdk.getProperty("java") + ":*:*:*:*:*:*:*");
        // of what Debian delivers, or else of the modules as packaged
        hash(component, jdk.getProperty("sha256") == null
                ? sha256(app.resolve(RUNTIME_FILES.getFirst())) : jdk.getProperty("sha256"));
        for (String file : RUNTIME_FILES) {
            file(component, file);
        }
        depended(purl);
    }

    private void image(Path list, String architecture) throws IOException {
        for (String line : Files.readAllLines(list)) {
            String[] words = line.split(" ", 4);
            String purl = "pkg:deb/debian/" + encoded(words[0]) + "@" + encoded(words[1]) + "?arch=" + architecture
                    + "&distro=debian-13";
            ObjectNode component = component("library", words[0], words[1], purl, words[3]);
            hash(component, words[2]);
            property(component, "in", "image");
            depended(purl);
        }
    }

    private static String encoded(String words) {
        return words.replace(":", "%3A").replace("+", "%2B");
    }

    private ObjectNode component(String type, String name, String version, String purl, String licence) {
        ObjectNode component = components().addObject().put("type", type).put("bom-ref", purl).put("name", name)
                .put("version", version);
        component.putArray("hashes");
        component.putArray("licenses").addObject().put("expression", licence);
        component.put("purl", purl);
        return component;
    }

    /** The program depends on it. */
    private void depended(String ref) {
        String itself = bill.get("metadata").get("component").get("bom-ref").asText();
        ArrayNode dependencies = (ArrayNode) bill.get("dependencies");
        for (JsonNode dependency : dependencies) {
            if (dependency.get("ref").asText().equals(itself)) {
                ((ObjectNode) dependency).withArray("dependsOn").add(ref);
            }
        }
        dependencies.addObject().put("ref", ref).putArray("dependsOn");
    }

    private void file(ObjectNode component, String place) throws IOException {
        ObjectNode file = component.withArray("components").addObject().put("type", "file").put("name", place);
        hash(file, sha256(app.resolve(place)));
    }

    private static void property(ObjectNode component, String name, String value) {
        component.withArray("properties").addObject().put("name", "tidemark:" + name).put("value", value);
    }

    private static void hash(ObjectNode component, String sum) {
        component.withArray("hashes").addObject().put("alg", "SHA-256").put("content", sum);
    }

    private static String hash(JsonNode component) {
        for (JsonNode hash : component.path("hashes")) {
            if (hash.get("alg").asText().equals("SHA-256")) {
                return hash.get("content").asText();
            }
        }
        return "";
    }

    private void check() throws IOException {
        for (JsonNode component : components()) {
            if (hash(component).isEmpty() || component.path("purl").asText().isEmpty()
                    || component.path("licenses").isEmpty()) {
                throw new IOException("the bill of materials has no SHA-256, no purl or no licence of "
                        + component.get("name").asText());
            }
        }
    }

    private static void remove(ArrayNode nodes, Predicate<JsonNode> which) {
        for (int i = nodes.size() - 1; i >= 0; i--) {
            if (which.test(nodes.get(i))) {
                nodes.remove(i);
            }
        }
    }

    private List<Path> files(String folder) throws IOException {
        try (Stream<Path> files = Files.list(app.resolve(folder))) {
            return files.sorted().toList();
        }
    }

    private static String sha256(Path file) throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
                in.transferTo(OutputStream.nullOutputStream());
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
