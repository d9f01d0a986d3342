package io.tidemark.ingest;

import io.tidemark.data.derive.CompleteThrough;
import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.snapshot.Manifest;
import io.tidemark.data.snapshot.StagedSnapshot;
import io.tidemark.ingest.check.FileResult;
import io.tidemark.ingest.delivery.DeliveredFile;
import io.tidemark.ingest.delivery.DisplayText;
import java.io.IOException;
import java.nio.file.Files;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The content of an accepted delivery, for the manifest.
 * @param sources  its files
 * @param delivery its name, sender and changes
 * @param received the farmers' tables and the lists in it
 * @param completeThrough the day up to which the stock is complete after it; null without stock
 */
record DeliveryContent(List<Manifest.SourceEntry> sources, Manifest.DeliveryEntry delivery,
        SortedMap<String, Manifest.Received> received, @Nullable LocalDate completeThrough) {

    /**
     * Assembles the content.
     * @param results the results of its files
     * @param farmers the companies whose rows it changed
     * @param session session of the engine that wrote the tables
     */
    static DeliveryContent of(IngestOptions options, List<FileResult> results, StagedSnapshot staged,
            Collection<String> farmers, DuckSession session) {
        String name = DisplayText.of(String.valueOf(options.delivery().toAbsolutePath().normalize().getFileName()));
        String sender = DisplayText.of(sender(options));
        TreeMap<String, Manifest.Received> received = new TreeMap<>();
        results.forEach(result -> received.put(key(result), new Manifest.Received(name, sender, staged.createdAt())));
        return new DeliveryContent(results.stream()
                .map(r -> new Manifest.SourceEntry(r.file().relative(), r.sha256(), r.read(),
                r.read() - r.rejected(), r.rejected())).toList(),
                new Manifest.DeliveryEntry(name, sender, staged.changedRows(), List.copyOf(farmers)), received,
                CompleteThrough.of(session, staged));
    }

    // such as farmers/F07/stock, reference/farmers, authority/lice report
    private static String key(FileResult result) {
        DeliveredFile file = result.file();
        return file.folder().folderName() + "/" + (file.farmerId() == null ? "" : file.farmerId() + "/")
                + result.table();
    }

    private static String sender(IngestOptions options) {
        String name = options.sender().name();
        try {
            return name.isEmpty() ? Files.getOwner(options.delivery()).getName() : name;
        } catch (IOException | UnsupportedOperationException e) {
            return "";
        }
    }
}
