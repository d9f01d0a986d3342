package io.tidemark.ingest.authority;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * The authority's own files, which are not part of this repository: looked for as {@code shared/data/authority} beside
 * it or a folder above, or under the folder that {@code -Dtidemark.shared} names; a test that needs one is skipped
 * where it is not.
 */
public final class RealFiles {

    private RealFiles() {}

    /** The file of that name. */
    public static Path real(String name) {
        String configured = System.getProperty("tidemark.shared");
        Stream<Path> roots = configured != null ? Stream.of(Path.of(configured))
                : Stream.iterate(Path.of("").toAbsolutePath(), Objects::nonNull, Path::getParent)
                .map(p -> p.resolve("shared"));
        Optional<Path> file = roots.map(root -> root.resolve("data/authority").resolve(name))
                .filter(Files::isRegularFile).findFirst();
        Assumptions.assumeTrue(file.isPresent(), () -> "no real file " + name
                + " (shared/data/authority, -Dtidemark.shared)");
        return file.orElseThrow();
    }
}
