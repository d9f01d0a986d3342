package io.tidemark.server.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code bin/packaging/image/archive}: an OCI image layout in which every name is its content's digest, the same bytes
 * each time.
 */
final class ImageArchiveTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String ARCHIVE = Path.of("../bin/packaging/image/archive").toAbsolutePath().toString();

    @TempDir
    private Path folder;
    private Script script;

    @BeforeEach
    void layers() throws Exception {
        script = new Script(folder);
        script.needs("tar", "gzip", "sha256sum");
        Files.createDirectories(folder.resolve("program/usr/bin"));
        Files.writeString(folder.resolve("program/usr/bin/tidemark"), "the program");
        Files.createDirectories(folder.resolve("data/var/lib/tidemark"));
        Files.writeString(folder.resolve("config.json"), "{\"User\": \"65432:65432\", \"Cmd\": [\"serve\"]}\n");
    }

    @Test
    void everyNameIsTheDigestOfItsContent() throws Exception {
        make("image.tar", "arm64");
        Files.createDirectories(folder.resolve("layout"));
        script.run("tar", "-xf", "image.tar", "-C", "layout");

        JsonNode described = json("index.json").get("manifests").get(0);
        assertThat(described.get("platform").toString())
                .isEqualTo("{\"architecture\":\"arm64\",\"variant\":\"v8\",\"os\":\"linux\"}");
        assertThat(described.get("annotations").get("org.opencontainers.image.ref.name").asText())
                .isEqualTo("tidemark:1.2.3");
        JsonNode manifest = json(place(described));
        JsonNode config = json(place(manifest.get("config")));
        assertThat(config.get("architecture").asText()).isEqualTo("arm64");
        assertThat(config.get("created").asText()).isEqualTo("2026-03-01T02:00:00Z");
        assertThat(config.get("config")).isEqualTo(JSON.readTree("{\"User\": \"65432:65432\", \"Cmd\": [\"serve\"]}"));
        assertThat(manifest.get("layers")).hasSize(2);
        for (int i = 0; i < 2; i++) {
            Path layer = folder.resolve("layout").resolve(place(manifest.get("layers").get(i)));
            try (InputStream unpacked = new GZIPInputStream(Files.newInputStream(layer))) {
                assertThat(config.get("rootfs").get("diff_ids").get(i).asText())
                        .isEqualTo("sha256:" + sha256(unpacked.readAllBytes()));
            }
            assertThat(json("manifest.json").get(0).get("Layers").get(i).asText())
                    .isEqualTo(place(manifest.get("layers").get(i)));
        }
        assertThat(json("manifest.json").get(0).get("Config").asText()).isEqualTo(place(manifest.get("config")));
        assertThat(files(manifest, described)).isEqualTo(blobs());

        assertThat(listed(manifest, 0)).contains("0/0 ./usr/bin/tidemark");
        // the folders above stay those of the layers below
        assertThat(listed(manifest, 1)).containsExactly("65432/65432 ./var/lib/tidemark/");
    }

    @Test
    void twoOfTheSameAreTheSameBytes() throws Exception {
        make("one.tar", "amd64");
        Files.setLastModifiedTime(folder.resolve("program/usr/bin/tidemark"), FileTime.from(Instant.EPOCH));
        make("two.tar", "amd64");

        assertThat(folder.resolve("two.tar")).hasSameBinaryContentAs(folder.resolve("one.tar"));
    }

    private void make(String out, String architecture) throws Exception {
        script.run(ARCHIVE, out, "tidemark:1.2.3", architecture, "config.json", "program", "data=65432");
    }

    private List<String> listed(JsonNode manifest, int layer) throws Exception {
        String said = script.run("tar", "-tvzf", "layout/" + place(manifest.get("layers").get(layer)),
                "--numeric-owner");
        return said.lines().map(line -> line.split("\\s+")).map(words -> words[1] + " " + words[5]).toList();
    }

    private JsonNode json(String place) throws IOException {
        return JSON.readTree(folder.resolve("layout").resolve(place).toFile());
    }

    /** Where a blob lies; its size and its digest are right. */
    private String place(JsonNode blob) throws Exception {
        String place = "blobs/" + blob.get("digest").asText().replace(':', '/');
        byte[] content = Files.readAllBytes(folder.resolve("layout").resolve(place));
        assertThat(blob.get("size").asLong()).isEqualTo(content.length);
        assertThat(blob.get("digest").asText()).isEqualTo("sha256:" + sha256(content));
        return place;
    }

    private TreeSet<String> files(JsonNode manifest, JsonNode described) throws Exception {
        TreeSet<String> files = new TreeSet<>(List.of(place(described), place(manifest.get("config"))));
        for (JsonNode layer : manifest.get("layers")) {
            files.add(place(layer));
        }
        return files;
    }

    private TreeSet<String> blobs() throws IOException {
        try (Stream<Path> blobs = Files.list(folder.resolve("layout/blobs/sha256"))) {
            return new TreeSet<>(blobs.map(blob -> "blobs/sha256/" + blob.getFileName()).toList());
        }
    }

    private static String sha256(byte[] content) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    }
}
