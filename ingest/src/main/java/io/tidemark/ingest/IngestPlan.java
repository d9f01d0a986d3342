package io.tidemark.ingest;

import io.tidemark.ingest.check.BadRows;
import io.tidemark.ingest.check.CheckedFiles;
import io.tidemark.ingest.check.FileResult;
import io.tidemark.ingest.delivery.DeliveredFile;
import io.tidemark.ingest.delivery.Delivery;
import io.tidemark.ingest.delivery.DeliveryPart;
import io.tidemark.ingest.delivery.SystemExport;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The files of a delivery in reading order.
 *
 * @param lists     the platform's lists and the authority's figures as canonical tables
 * @param authority files of the authority's folder that are not canonical tables
 * @param farmers   farmers' canonical tables
 * @param exports   exports of farm systems
 * @param refused   files that fail the delivery and are not read, with the reason
 * @param warnings  warnings about files that are left out
 * @param ignored   unknown files, with the reason
 */
record IngestPlan(List<DeliveredFile> lists, List<DeliveredFile> authority, List<DeliveredFile> farmers,
        List<SystemExport> exports,
        SortedMap<String, String> refused, List<String> warnings, SortedMap<String, String> ignored) {

    static IngestPlan of(Delivery delivery, Sender sender) {
        return new IngestPlan(delivery.tables().stream().filter(f -> f.folder() != DeliveryPart.FARMERS).toList(),
                delivery.others(),
                delivery.tables().stream().filter(f -> f.folder() == DeliveryPart.FARMERS).toList(), delivery.exports(),
                new TreeMap<>(delivery.refused()), delivery.leftOut().stream().map(path -> path
                        + " was left out: this delivery may only contain " + sender.scope()).toList(),
                new TreeMap<>(delivery.ignored()));
    }

    /** All canonical tables. */
    List<DeliveredFile> tables() {
        return Stream.concat(lists.stream(), farmers.stream()).toList();
    }

    /** Whether there are farmers' files. */
    boolean hasFarmers() {
        return !farmers.isEmpty() || !exports.isEmpty();
    }

    /**
     * Whether refused files prevent a check of farmers' files against the lists.
     * A bad name in a farmer's folder does not.
     */
    boolean refusesLists() {
        return !refused.keySet().stream().allMatch(path -> path.startsWith(DeliveryPart.FARMERS.folderName() + "/"));
    }

    /** The results of the refused files. */
    CheckedFiles refusals() {
        return new CheckedFiles(refused.entrySet().stream().map(IngestPlan::refusal).toList(), List.of());
    }

    private static FileResult refusal(Map.Entry<String, String> file) {
        return new FileResult(new DeliveredFile(Path.of("refused"), file.getKey(), DeliveryPart.REFERENCE, null, "",
                DeliveredFile.Packing.PLAIN), "", "", 0, 0, 0, List.of(), file.getValue(), 0, BadRows.NONE);
    }

    /** The notes about unknown files, and about authority files of an unknown format. */
    List<String> ignoredNotes(SortedMap<String, String> unknownFormats) {
        SortedMap<String, String> all = new TreeMap<>(ignored);
        all.putAll(unknownFormats);
        return all.entrySet().stream().map(file -> file.getKey() + ": " + file.getValue() + "; ignored").toList();
    }
}
