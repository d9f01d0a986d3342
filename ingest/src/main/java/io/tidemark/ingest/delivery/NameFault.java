package io.tidemark.ingest.delivery;

import io.tidemark.data.text.NearestName;
import io.tidemark.ingest.delivery.DeliveredFile.Format;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Explains the fault of an unknown name in a delivery, and suggests the nearest known one. */
record NameFault(KnownNames names) {

    private static final String FORMATS = Arrays.stream(Format.values()).map(Format::endings)
            .collect(Collectors.joining(", "));

    private static final Map<String, String> LOGS = Map.of("_delta_log", "Delta Lake", ".hoodie", "Apache Hudi");

    /**
     * The table that a name says: what comes before its first dash or dot, or a table and an underscore before anything
     * that names no other.
     */
    String tableOf(DeliveryPart folder, String name) {
        String begin = name.split("[-.]", 2)[0];
        String lower = begin.toLowerCase(Locale.ROOT);
        List<String> tables = names.tables(folder);
        if (folder == DeliveryPart.AUTHORITY || tables.contains(lower)) {
            return begin;
        }
        return tables.stream().filter(table -> lower.startsWith(table + "_"))
                .max(Comparator.comparingInt(String::length))
                .filter(table -> Arrays.stream(lower.substring(table.length() + 1).split("_", -1))
                .noneMatch(tables::contains)).orElse(begin);
    }

    /**
     * Whether a path lies in a folder that is a table, such as {@code stock/}
     * or {@code stock.parquet/}, or is that folder.
     */
    boolean isTableFolder(DeliveryPart folder, String[] path) {
        int at = folder == DeliveryPart.FARMERS ? 2 : 1;
        if (folder == DeliveryPart.AUTHORITY || path.length <= at) {
            return false;
        }
        String name = path[at].toLowerCase(Locale.ROOT);
        // no system's name has a dot: its mappings need not be read
        boolean mayBe = name.indexOf('.') < 0 ? !names.systems().contains(name) : Format.ofName(name).isPresent();
        return mayBe && names.tables(folder).contains(tableOf(folder, name));
    }

    /**
     * What is wrong with a folder below those in a table's folder; empty if it is like {@code year=2026}, and of
     * another column than they.
     */
    static Optional<String> ofPartition(List<String> above, String name) {
        if (name.indexOf('=') <= 0) {
            return Optional.of("is a folder in a table's folder; these are named like year=2026");
        }
        if (DeliveredFile.valueOf(name).isEmpty()) {
            return Optional.of("has a value that is no text: control characters, or escapes that stand for no "
                    + "character");
        }
        String column = DeliveredFile.columnOf(name);
        return above.stream().map(DeliveredFile::columnOf).anyMatch(column::equals)
                ? Optional.of("names the column " + DisplayText.of(column) + " a second time") : Optional.empty();
    }

    /** What is wrong with a file in a table's folder, or that file of the name; empty if it is a part of the table. */
    Optional<String> ofPart(DeliveryPart folder, String[] path, String name) {
        boolean isFile = path.length == (folder == DeliveryPart.FARMERS ? 3 : 2);
        return isFile ? ofTable(folder, name, tableOf(folder, name)) : ofFormat(name);
    }

    /** What is wrong with a file name in a folder of tables; empty if it is a table. */
    Optional<String> ofTable(DeliveryPart folder, String name, String table) {
        List<String> tables = names.tables(folder);
        if (!tables.contains(table.toLowerCase(Locale.ROOT))) {
            return Optional.of("no table is named " + DisplayText.of(table) + meant(table, tables)
                    .or(() -> elsewhere(table)).orElse("; there are " + String.join(", ", tables)));
        }
        return ofFormat(name);
    }

    /** The fault of a file extension; empty if the format is known. */
    Optional<String> ofFormat(String name) {
        return Format.ofName(name).isPresent() ? Optional.empty()
                : Optional.of("its name does not end like a table's: " + FORMATS);
    }

    /** The fault of a folder name in a farmer's folder; empty if it names a farm system. */
    Optional<String> ofSystem(String name) {
        return names.systems().contains(name.toLowerCase(Locale.ROOT)) ? Optional.empty()
                : Optional.of("no farm system is named " + DisplayText.of(name) + meant(name, names.systems())
                        .orElse("; there are " + String.join(", ", names.systems()) + ", and those of --systems"));
    }

    /** The fault of a folder name beside the parts of a delivery; empty if it does not resemble one. */
    static Optional<String> ofPart(String name) {
        return meant(name, Arrays.stream(DeliveryPart.values()).map(DeliveryPart::folderName).toList())
                .map(hint -> "is no part of a delivery" + hint);
    }

    /** Why a folder shows that the files beside it are a table of a lake format, with files that no longer count. */
    static Optional<String> ofTableLog(String folder) {
        return Optional.ofNullable(LOGS.get(folder)).map(format -> "shows a table of " + format + ", some of whose "
                + "files may no longer count; export its current rows as one Parquet or CSV file");
    }

    // compare words too: daily_stock_20261120 has a large edit distance from stock
    private static Optional<String> meant(String written, Collection<String> known) {
        List<String> words = List.of(written.toLowerCase(Locale.ROOT).split("[^a-z]+"));
        return NearestName.of(written, known).or(() -> known.stream().filter(words::contains).findFirst())
                .map(name -> "; did you mean " + name + "?");
    }

    private Optional<String> elsewhere(String table) {
        return Arrays.stream(DeliveryPart.values())
                .filter(folder -> names.tables(folder).contains(table.toLowerCase(Locale.ROOT)))
                .findFirst().map(folder -> " here; it belongs into " + folder.folderName()
                        + (folder == DeliveryPart.FARMERS ? "/<farmer_id>/" : "/"));
    }
}
