package io.tidemark.data.reference;

import io.tidemark.data.duckdb.SqlLiteral;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.TableContract;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The reference tables shipped with Tidemark, as CSV with the columns
 * of a delivery and comment lines before the header.
 */
public final class ShippedReference {

    private static final List<String> NAMES = List.of("production_areas", "platform_areas", "marine_types",
            "marine_type_regions", "loss_categories", "loss_category_changes", "species");

    private static final String SPECIES = rows(LakeTables.SPECIES, "species");

    private ShippedReference() {}

    /** SQL for the shipped species list, with the contract's types. */
    public static String species() {
        return SPECIES;
    }

    /** SQL for a shipped list of {@link #names()}, with the contract's types. */
    public static String rows(TableContract table, String list) {
        try (InputStream in = open(list)) {
            if (in == null) {
                throw new IllegalStateException("this build has no list " + list);
            }
            // no shipped file has a quote
            List<String[]> rows = new String(in.readAllBytes(), StandardCharsets.UTF_8).lines()
                    .filter(line -> !line.startsWith("#")).map(line -> line.split(",", -1)).toList();
            String values = rows.stream().skip(1).map(row ->
                    Arrays.stream(row).map(SqlLiteral::of).collect(Collectors.joining(", ", "(", ")")))
                    .collect(Collectors.joining(", "));
            return "SELECT " + table.castList() + " FROM (VALUES " + values + ") AS t("
                    + String.join(", ", rows.getFirst()) + ")";
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the shipped list " + table.name(), e);
        }
    }

    private static @Nullable InputStream open(String name) {
        return ShippedReference.class.getResourceAsStream("/io/tidemark/data/reference/" + name + ".csv");
    }

    /** The names of the shipped tables. */
    public static List<String> names() {
        return NAMES;
    }

    /** Writes a shipped table into a folder; empty if this build does not have it. */
    public static Optional<Path> copy(String name, Path folder) {
        Path target = folder.resolve(name + ".csv");
        try (InputStream in = open(name)) {
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
