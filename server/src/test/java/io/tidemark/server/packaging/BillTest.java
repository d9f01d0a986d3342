package io.tidemark.server.packaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code bin/packaging/Bill.java}: the bill of materials names what is packaged, all of it and nothing else. */
final class BillTest {

    @TempDir
    private Path folder;
    private final List<String> components = new ArrayList<>();

    @BeforeEach
    void packaged() throws Exception {
        for (String file : List.of("lib/tidemark-server.jar", "lib/duckdb_jdbc-1.0.jar", "native/libduckdb_java.so",
                "runtime/lib/modules", "runtime/lib/server/libjvm.so")) {
            Files.createDirectories(folder.resolve("app").resolve(file).getParent());
            Files.writeString(folder.resolve("app").resolve(file), file);
        }
        Files.writeString(folder.resolve("jdk"), """
                name=openjdk-25-jdk-headless
                version=25.0.5
                java=25.0.5
                purl=pkg:deb/debian/openjdk-25-jdk-headless@25.0.5?arch=arm64
                licence=GPL-2.0-only WITH Classpath-exception-2.0
                sha256=abcd
                """);
        Files.writeString(folder.resolve("image"), "libstdc++6 14.2.0-19 ef01 GPL-3.0-or-later WITH "
                + "GCC-exception-3.1\n");
        components.add(component("tidemark-server", "1.2.3", sha256("lib/tidemark-server.jar"), "Apache-2.0"));
        components.add(component("duckdb_jdbc", "1.0", "0123", "MIT"));
        components.add(component("left-out", "1", "4567", "MIT"));
    }

    @Test
    void itNamesWhatIsPackaged() throws Exception {
        JsonNode bill = run();

        assertThat(bill.get("metadata").get("component").get("type").asText()).isEqualTo("application");
        assertThat(bill.get("components")).extracting(component -> component.get("name").asText())
                .containsExactly("tidemark-server", "duckdb_jdbc", "openjdk-25-jdk-headless", "libstdc++6");
        JsonNode database = bill.get("components").get(1);
        assertThat(database.get("hashes").get(0).get("content").asText()).as("what Maven knows").isEqualTo("0123");
        assertThat(database.get("properties").toString())
                .contains("lib/duckdb_jdbc-1.0.jar", sha256("lib/duckdb_jdbc-1.0.jar"));
        assertThat(database.get("pedigree").get("notes").asText()).startsWith("Packaging has left out");
        assertThat(database.get("components").toString())
                .contains("native/libduckdb_java.so", sha256("native/libduckdb_java.so"));
        assertThat(bill.get("components").get(0).has("pedigree")).isFalse();
        JsonNode runtime = bill.get("components").get(2);
        assertThat(runtime.get("hashes").get(0).get("content").asText()).isEqualTo("abcd");
        assertThat(runtime.get("licenses").get(0).get("expression").asText())
                .isEqualTo("GPL-2.0-only WITH Classpath-exception-2.0");
        assertThat(runtime.get("components")).hasSize(2);
        assertThat(bill.get("components").get(3).get("purl").asText())
                .isEqualTo("pkg:deb/debian/libstdc%2B%2B6@14.2.0-19?arch=arm64&distro=debian-13");
        assertThat(bill.get("dependencies").get(0).get("dependsOn").toString())
                .contains("duckdb_jdbc", "openjdk", "libstdc").doesNotContain("left-out");
    }

    @Test
    void whatItCannotNameIsAnError() throws Exception {
        Files.writeString(folder.resolve("app/lib/unknown-1.jar"), "x");
        assertThatThrownBy(this::run).hasMessage("Maven's bill of materials does not name unknown-1.jar");

        components.add("{\"type\": \"library\", \"bom-ref\": \"unknown\", \"name\": \"unknown\", \"version\": \"1\", "
                + "\"purl\": \"pkg:maven/unknown@1\","
                + " \"hashes\": [{\"alg\": \"SHA-256\", \"content\": \"89ab\"}]}");
        assertThatThrownBy(this::run).hasMessage("the bill of materials has no SHA-256, no purl or no licence of "
                + "unknown");
    }

    private static String component(String name, String version, String sum, String licence) {
        return """
                {"type": "library", "bom-ref": "%1$s", "name": "%1$s", "version": "%2$s", "purl": "pkg:maven/%1$s@%2$s",
                 "hashes": [{"alg": "SHA-256", "content": "%3$s"}], "licenses": [{"license": {"id": "%4$s"}}]}""".formatted(name, version, sum, licence);
    }

    private JsonNode run() throws Exception {
        Files.writeString(folder.resolve("bom.json"), """
                {"bomFormat": "CycloneDX", "specVersion": "1.6",
                 "metadata": {"component": {"type": "library", "bom-ref": "all", "name": "tidemark", "version": "1.2.3"}},
                 "components": [%s],
                 "dependencies": [{"ref": "all", "dependsOn": ["tidemark-server", "duckdb_jdbc", "left-out"]}, {"ref": "left-out", "dependsOn": []}]}
                """.formatted(String.join(",", components)));
        Path classes = Files.createDirectories(folder.resolve("classes"));
        if (Files.notExists(classes.resolve("Bill.class"))) {
            assertThat(ToolProvider.getSystemJavaCompiler()
                    .run(null, null, null, "-proc:none", "-cp", System.getProperty("java.class.path"),
                    "-d", classes.toString(), "../bin/packaging/Bill.java")).isZero();
        }
        try (URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()},
                getClass().getClassLoader())) {
            Method main = loader.loadClass("Bill").getDeclaredMethod("main", String[].class);
            main.setAccessible(true);
            main.invoke(null, (Object) new String[] {folder.resolve("bom.json").toString(),
                    folder.resolve("app").toString(), "arm64",
                folder.resolve("jdk").toString(), folder.resolve("out.json").toString(), folder.resolve("image")
                .toString()});
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
        return new ObjectMapper().readTree(folder.resolve("out.json").toFile());
    }

    private String sha256(String file) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256")
                .digest(Files.readAllBytes(folder.resolve("app").resolve(file))));
    }
}
