package io.tidemark.data.reference;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The reference tables that Tidemark ships, as CSV with the columns of a delivery and comment lines before the header. */
public final class ShippedReference {

    private static final List<String> NAMES = List.of("production_areas", "platform_areas", "marine_types",
            "marine_type_regions", "loss_categories", "loss_category_changes");

    private ShippedReference() {}

    /** The tables that are shipped. */
    public static List<String> names() {
        return NAMES;
    }

    /** Writes a shipped table into a folder; empty when this build does not have it. */
    public static Optional<Path> copy(String name, Path folder) {
        Path target = folder.resolve(name + ".csv");
        try (InputStream in = ShippedReference.class.getResourceAsStream("/io/tidemark/data/reference/" + name + ".csv")) {
            if (in == null) {
                return Optional.empty();
            }
            Files.createDirectories(folder);
            Files.write(target, in.readAllBytes());
            return Optional.of(target);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + target, e);
        }
    }
}
