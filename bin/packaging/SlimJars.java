import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Run by bin/package: takes what one kind of Linux machine does not need out of jars, and lays native libraries beside
 * them, so that no start unpacks one. Classes in the form of Java 5 get that of Java 8: the JVM's class cache does not
 * take older ones, and every command would read and verify them anew. All classes together go into a folder, where
 * jdeps looks at them. Usage: SlimJars.java LIB NATIVE CLASSES ARCHITECTURE, amd64 or arm64
 */
final class SlimJars {

    /**
     * What happens to one jar.
     *
     * @param jar     its name without the version
     * @param dropped entries that are left out
     * @param library entry that is laid beside it; none when empty
     * @param name    its name there
     */
    record Rule(String jar, Pattern dropped, String library, String name) {}

    /** What the jars of DuckDB, zstd and SQLite call an architecture. */
    private static final Map<String, List<String>> NAMES = Map.of(
            "amd64", List.of("amd64", "amd64", "x86_64"), "arm64", List.of("arm64", "aarch64", "aarch64"));

    private static final ClassTransform NEWER = (builder, element) -> {
        if (element instanceof ClassFileVersion) {
            builder.withVersion(ClassFile.JAVA_8_VERSION, 0);
        } else {
            builder.with(element);
        }
    };

    private SlimJars() {}

    private static List<Rule> rules(String architecture) {
        List<String> names = NAMES.get(architecture);
        return List.of(
                new Rule("duckdb_jdbc", Pattern.compile("libduckdb_java\\.so_.*"), "libduckdb_java\\.so_linux_"
                + names.get(0), "libduckdb_java.so"),
                new Rule("sqlite-jdbc", Pattern.compile("org/sqlite/native/.*"), "org/sqlite/native/Linux/"
                        + names.get(2) + "/libsqlitejdbc\\.so", "libsqlitejdbc.so"),
                new Rule("zstd-jni", Pattern.compile("(linux|darwin|win|aix|freebsd)/.*"), "linux/" + names.get(1)
                        + "/libzstd-jni-.*\\.so", "libzstd-jni.so"),
                // of the charts' 80 MB of sources and builds, the dashboard needs one file
                new Rule("echarts", Pattern.compile(
                "META-INF/resources/webjars/.*(?<!/dist/echarts\\.esm\\.min\\.js|/LICENSE|/NOTICE)"), "", ""));
    }

    public static void main(String[] arguments) throws IOException {
        for (Rule rule : rules(arguments[3])) {
            slim(only(Path.of(arguments[0]), rule.jar()), rule, Path.of(arguments[1]));
        }
        renew(only(Path.of(arguments[0]), "picocli"));
        try (Stream<Path> jars = Files.list(Path.of(arguments[0]))) {
            for (Path jar : jars.sorted().toList()) {
                unpackClasses(jar, Path.of(arguments[2]));
            }
        }
    }

    // without the modules' descriptors: jdeps would want all that they require, also what is on the class path
    private static void unpackClasses(Path jar, Path folder) throws IOException {
        try (ZipFile in = new ZipFile(jar.toFile())) {
            for (ZipEntry entry : in.stream().filter(one -> one.getName().endsWith(".class") && !one.getName()
                    .startsWith("META-INF/") && !one.getName().endsWith("module-info.class")).toList()) {
                Path target = folder.resolve(entry.getName()).normalize();
                Files.createDirectories(target.getParent());
                try (InputStream bytes = in.getInputStream(entry)) {
                    Files.copy(bytes, target, StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
    }

    private static Path only(Path lib, String name) throws IOException {
        try (Stream<Path> files = Files.list(lib)) {
            List<Path> found = files.filter(file ->
                    file.getFileName().toString().matches(Pattern.quote(name) + "-[0-9].*\\.jar")).toList();
            if (found.size() != 1) {
                throw new IOException("not one jar is named " + name + ": " + found);
            }
            return found.getFirst();
        }
    }

    private static void slim(Path jar, Rule rule, Path libraries) throws IOException {
        Path draft = jar.resolveSibling(jar.getFileName() + ".tmp");
        boolean found = rule.library().isEmpty();
        try (ZipFile in = new ZipFile(jar.toFile());
                ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(draft))) {
            for (ZipEntry entry : in.stream().toList()) {
                if (!rule.library().isEmpty() && entry.getName().matches(rule.library())) {
                    found = true;
                    try (InputStream library = in.getInputStream(entry)) {
                        Files.copy(library, libraries.resolve(rule.name()));
                    }
                }
                if (!rule.dropped().matcher(entry.getName()).matches()) {
                    copy(in, entry, out);
                }
            }
        }
        if (!found) {
            throw new IOException(jar + " holds no " + rule.library());
        }
        Files.move(draft, jar, StandardCopyOption.REPLACE_EXISTING);
    }

    private static void renew(Path jar) throws IOException {
        Path draft = jar.resolveSibling(jar.getFileName() + ".tmp");
        try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()},
                ClassLoader.getPlatformClassLoader());
                ZipFile in = new ZipFile(jar.toFile()); ZipOutputStream out =
                        new ZipOutputStream(Files.newOutputStream(draft))) {
            ClassFile form = ClassFile.of(ClassFile.StackMapsOption.GENERATE_STACK_MAPS,
                    ClassFile.ClassHierarchyResolverOption.of(ClassHierarchyResolver.ofResourceParsing(loader)));
            for (ZipEntry entry : in.stream().toList()) {
                byte[] bytes;
                try (InputStream content = in.getInputStream(entry)) {
                    bytes = content.readAllBytes();
                }
                if (entry.getName().endsWith(".class") && form.parse(bytes).majorVersion() < ClassFile.JAVA_8_VERSION) {
                    // rebuilding the methods' code makes the tables that verifying needs since Java 7
                    bytes = form.transformClass(form.parse(bytes),
                            NEWER.andThen(ClassTransform.transformingMethodBodies(CodeTransform.ACCEPT_ALL)));
                }
                ZipEntry same = new ZipEntry(entry.getName());
                same.setTimeLocal(entry.getTimeLocal());
                out.putNextEntry(same);
                out.write(bytes);
                out.closeEntry();
            }
        }
        Files.move(draft, jar, StandardCopyOption.REPLACE_EXISTING);
    }

    private static void copy(ZipFile in, ZipEntry entry, OutputStream to) throws IOException {
        ZipOutputStream out = (ZipOutputStream) to;
        ZipEntry same = new ZipEntry(entry.getName());
        same.setTimeLocal(entry.getTimeLocal());
        out.putNextEntry(same);
        try (InputStream bytes = in.getInputStream(entry)) {
            bytes.transferTo(out);
        }
        out.closeEntry();
    }
}
