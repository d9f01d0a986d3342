package io.tidemark.ingest.delivery;

import io.tidemark.data.file.AccessDenial;
import io.tidemark.ingest.delivery.DeliveredFile.Format;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The files of a delivery folder, classified without opening any. Names with a leading dot or underscore are ignored,
 * such as the markers of a complete upload; links are always refused.
 *
 * @param tables   files of the canonical tables, reference first, then authority, then farmers, each by path
 * @param others   files of the authority folder that are not canonical tables: they may be in the authority's own
 *                 formats
 * @param exports  files of farm systems' exports
 * @param ignored  files and folders that are not read, with the reason, by relative path
 * @param refused  files and folders that fail the delivery, with the reason, by relative path
 * @param leftOut  folders and files that the sender may not deliver
 * @param meant    folders with a file {@code REPLACE}: it says that what their files take away is meant
 * @param problem  reason why the delivery has nothing to ingest, or null
 */
public record Delivery(List<DeliveredFile> tables, List<DeliveredFile> others, List<SystemExport> exports,
        SortedMap<String, String> ignored, SortedMap<String, String> refused, List<String> leftOut,
        List<String> meant, @Nullable String problem) {

    private static final int USUAL_PACKING = 8;

    /**
     * Reads a delivery folder.
     * @param names         the known names
     * @param scope         the parts that the sender may deliver
     * @param ignoreUnknown whether unknown names in folders of tables are only reported
     */
    public static Delivery discover(Path folder, KnownNames names, DeliveryScope scope, boolean ignoreUnknown) {
        if (!Files.isDirectory(folder)) {
            return refused(AccessDenial.noFolder(folder));
        }
        DeliveryWalk walk;
        try {
            Path root = folder.toRealPath();
            walk = new DeliveryWalk(root, names, scope, ignoreUnknown);
            Files.walkFileTree(root, walk);
            walk.finish();
        } catch (IOException e) {
            return refused("the delivery " + folder + " cannot be read: " + e.getMessage());
        }
        Comparator<DeliveredFile> order = Comparator.comparing(DeliveredFile::folder)
                .thenComparing(DeliveredFile::relative);
        walk.tables.sort(order);
        walk.others.sort(order);
        walk.exports.sort(Comparator.comparing(e -> e.file().relative()));
        boolean nothing = walk.tables.isEmpty() && walk.others.isEmpty() && walk.exports.isEmpty()
                && walk.refused.isEmpty();
        return new Delivery(walk.tables, walk.others, walk.exports, walk.ignored, walk.refused,
                List.copyOf(walk.leftOut), walk.meant,
                nothing ? "the delivery " + folder + " holds no file that can be ingested"
                + (scope.isEverything() ? "" : " from " + scope) : null);
    }

    /** A copy with another path for each file. A file without one is refused with the reason in {@code refusals}. */
    Delivery moved(UnaryOperator<DeliveredFile> place, SortedMap<String, String> refusals) {
        List<DeliveredFile> movedTables = tables.stream().map(place).toList();
        List<DeliveredFile> movedOthers = others.stream().map(place).toList();
        List<SystemExport> movedExports = exports.stream()
                .map(e -> new SystemExport(place.apply(e.file()), e.system(), e.siteId())).toList();
        TreeMap<String, String> all = new TreeMap<>(refused);
        all.putAll(refusals);
        return new Delivery(movedTables.stream().filter(f -> !all.containsKey(f.relative())).toList(),
                movedOthers.stream().filter(f -> !all.containsKey(f.relative())).toList(),
                movedExports.stream().filter(e -> !all.containsKey(e.file().relative())).toList(), ignored, all,
                leftOut, meant, problem);
    }

    /** The approximate decompressed size of the tables, bytes. */
    public long textBytes() {
        return Stream.concat(tables.stream(), exports.stream().map(SystemExport::file))
                .mapToLong(f -> f.path().toFile().length() * (isPacked(f) ? USUAL_PACKING : 1)).sum();
    }

    private static boolean isPacked(DeliveredFile file) {
        return file.packing() == DeliveredFile.Packing.GZIP || file.format() == Format.PARQUET
                || file.format() == Format.XLSX;
    }

    /** A delivery that is refused as a whole. */
    public static Delivery refused(String problem) {
        return new Delivery(List.of(), List.of(), List.of(), new TreeMap<>(), new TreeMap<>(), List.of(), List.of(),
                problem);
    }
}
