package io.tidemark.data.erase;

import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The rejected rows of a company: from its own files, and rows of the lake that corrections made invalid, whose files
 * do not name the company.
 */
final class ErasedRejects {

    private ErasedRejects() {}

    /** The folders that contain them. */
    static List<Path> of(Lake lake, String farmer) {
        List<Path> found = new ArrayList<>();
        for (Path delivery : folders(lake.rejectsFolder())) {
            Path farmers = delivery.resolve("farmers");
            Path own = farmers.resolve(farmer).normalize();
            for (Path folder : List.of(own, delivery.resolve("lake"))) {
                if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                        && (!folder.equals(own) || farmers.equals(own.getParent()))) {
                    found.add(folder);
                }
            }
        }
        return found;
    }

    /** Removes a folder, and its parents if they are then empty. */
    static void remove(Lake lake, Path folder) {
        LakeException.run("cannot remove " + folder, () -> {
            DurableFiles.deleteTree(folder);
            Path parent = Objects.requireNonNull(folder.getParent());
            while (!parent.equals(lake.rejectsFolder()) && DurableFiles.names(parent).isEmpty()) {
                Files.delete(parent);
                parent = Objects.requireNonNull(parent.getParent());
            }
        });
    }

    private static List<Path> folders(Path folder) {
        return Lake.names(folder).stream().map(folder::resolve)
                .filter(one -> Files.isDirectory(one, LinkOption.NOFOLLOW_LINKS)).toList();
    }
}
