package io.tidemark.ingest.watch;

import io.tidemark.data.snapshot.LakeException;
import io.tidemark.ingest.delivery.FileName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/**
 * The contents of a watched folder. Ignores names with a leading dot or underscore.
 * @param deliveries names of sub-folders, sorted
 * @param strays     messages about entries that cannot be deliveries, sorted
 */
record WatchedFolder(List<String> deliveries, List<String> strays) {

    /** Reads a folder. */
    static WatchedFolder of(Path folder) {
        List<String> deliveries = new ArrayList<>();
        List<String> strays = new ArrayList<>();
        try (Stream<Path> entries = Files.list(folder)) {
            entries.forEach(entry -> {
                String name = String.valueOf(entry.getFileName());
                if (FileName.isHidden(name)) {
                    return;
                }
                if (!FileName.isText(entry)) {
                    strays.add(FileName.shown(entry) + " is ignored: " + FileName.fault());
                } else if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
                    deliveries.add(name);
                } else if (Files.isSymbolicLink(entry)) {
                    strays.add(FileName.shown(entry) + " is ignored: it is a link, and links are not followed");
                } else {
                    strays.add(FileName.shown(entry) + " is ignored: it is a loose file, and a delivery is a folder");
                }
            });
        } catch (IOException e) {
            throw new LakeException("cannot look into " + folder + ": " + e.getMessage(), e);
        }
        Collections.sort(deliveries);
        Collections.sort(strays);
        return new WatchedFolder(deliveries, strays);
    }
}
