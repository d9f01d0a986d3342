package io.tidemark.server.cli.ingest;

import io.tidemark.data.file.Sha256;
import io.tidemark.ingest.delivery.FileName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The files of a folder that are to be delivered, as a delivery's folder has them.
 *
 * @param files by path
 */
record DeliveryFolder(List<DeliveredFile> files) {

    /**
     * A file.
     *
     * @param path   its path in the delivery, with forward slashes
     * @param file   the file itself
     * @param bytes  its size
     * @param sha256 its digest, lower-case hex
     */
    record DeliveredFile(String path, Path file, long bytes, String sha256) {}

    DeliveryFolder {
        files = List.copyOf(files);
    }

    /**
     * Reads a folder with a company's tables and folders of farm systems, or one of a whole delivery with {@code
     * farmers/} and one company in it. Names that begin with a dot or an underscore, and links, are left out, as an
     * ingest leaves them out or refuses them.
     */
    static DeliveryFolder of(Path folder) throws IOException {
        Path own = own(folder);
        List<DeliveredFile> files = new ArrayList<>();
        try (Stream<Path> all = Files.walk(own)) {
            for (Path file : all.filter(each -> Files.isRegularFile(each, LinkOption.NOFOLLOW_LINKS)).sorted()
                    .toList()) {
                Path path = own.relativize(file);
                if (!isHidden(path)) {
                    // macOS takes letters and their marks apart
                    files.add(new DeliveredFile(Normalizer.normalize(path.toString().replace('\\', '/'),
                            Normalizer.Form.NFC), file, Files.size(file), Sha256.hex(file)));
                }
            }
        }
        return new DeliveryFolder(files);
    }

    private static boolean isHidden(Path path) {
        return StreamSupport.stream(path.spliterator(), false).map(Path::toString).anyMatch(FileName::isHidden);
    }

    private static Path own(Path folder) throws IOException {
        Path farmers = folder.resolve("farmers");
        if (!Files.isDirectory(farmers)) {
            return folder;
        }
        try (Stream<Path> companies = Files.list(farmers)) {
            List<Path> all = companies.filter(Files::isDirectory).toList();
            if (all.size() != 1) {
                throw new IOException(farmers + " has the folders of " + all.size()
                        + " companies; an uploaded delivery must hold one");
            }
            return all.getFirst();
        }
    }

    /** The size of all files. */
    long bytes() {
        return files.stream().mapToLong(DeliveredFile::bytes).sum();
    }
}
