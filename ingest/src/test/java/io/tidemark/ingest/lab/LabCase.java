package io.tidemark.ingest.lab;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.tidemark.ingest.FolderCopy;
import io.tidemark.ingest.IngestOutcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A broken delivery of the failure lab and what is expected of it.
 *
 * @param name     its folder
 * @param expected what {@code expected.yaml} says
 */
record LabCase(String name, Expected expected) {

    static final Path LAB = Path.of("../ingest/src/test/resources/failure-lab");

    /**
     * What is expected.
     *
     * @param fault    what is wrong, in words
     * @param outcome  how the ingest ends
     * @param exit     the exit code of {@code tidemark ingest}
     * @param made     what makes the files that cannot be kept in a folder, or null
     * @param failures by file a part of the reason why it fails its delivery; all others must not fail
     * @param rejects  by rejects file its rows
     * @param warnings a part of each warning that must be there
     * @param notes    a part of each remark on a file that must be there
     */
    record Expected(@JsonProperty(required = true) String fault, @JsonProperty(required = true) IngestOutcome outcome,
            @JsonProperty(required = true) int exit, @Nullable LabMaker made,
            @JsonSetter(nulls = Nulls.AS_EMPTY) Map<String, String> failures,
            @JsonSetter(nulls = Nulls.AS_EMPTY) Map<String, List<Reject>> rejects,
            @JsonSetter(nulls = Nulls.AS_EMPTY) List<String> warnings,
            @JsonSetter(nulls = Nulls.AS_EMPTY) List<String> notes) {

        /** What is said that is no fault. */
        List<String> remarks() {
            return Stream.concat(warnings.stream(), notes.stream()).toList();
        }
    }

    /** A rejected row; value and reason may be given by their beginnings. */
    record Reject(long line, String column, String value, String reason) {}

    /** All of them, by name. */
    static List<LabCase> all() {
        ObjectMapper yaml = new ObjectMapper(new YAMLFactory());
        try (Stream<Path> folders = Files.list(LAB)) {
            return folders.filter(f -> Files.exists(f.resolve("expected.yaml"))).sorted().map(f -> {
                try {
                    return new LabCase(f.getFileName().toString(),
                            yaml.readValue(f.resolve("expected.yaml").toFile(), Expected.class));
                } catch (IOException e) {
                    throw new UncheckedIOException("in " + f, e);
                }
            }).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Puts the broken delivery into a folder. */
    void deliver(Path folder) throws IOException {
        Files.createDirectories(folder);
        Path kept = LAB.resolve(name).resolve("delivery");
        if (Files.exists(kept)) {
            FolderCopy.copy(kept, folder);
        }
        if (expected.made() != null) {
            expected.made().make(folder);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
