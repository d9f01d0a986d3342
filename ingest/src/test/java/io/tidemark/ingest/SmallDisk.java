package io.tidemark.ingest;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A file system of a few megabytes, for tests of full and read-only disks; where none can be mounted they are skipped.
 */
final class SmallDisk implements AutoCloseable {

    private final Path root;

    private SmallDisk(Path root) {
        this.root = root;
    }

    static SmallDisk mount(Path root, int megabytes) throws IOException {
        Files.createDirectories(root);
        assumeTrue(System.getProperty("os.name").equals("Linux")
                && run("mount", "-t", "tmpfs", "-o", "size=" + megabytes + "m", "tidemark-test", root.toString()) == 0,
                "no tmpfs can be mounted here; that takes Linux and root");
        return new SmallDisk(root);
    }

    /** Leaves this many kilobytes free. */
    void fillUpTo(long kilobytes) throws IOException {
        free();
        long bytes = Files.getFileStore(root).getUsableSpace() - kilobytes * 1024;
        Files.write(root.resolve("filler"), new byte[(int) Math.max(0, bytes)]);
    }

    void free() throws IOException {
        Files.deleteIfExists(root.resolve("filler"));
    }

    void makeReadOnly(boolean readOnly) throws IOException {
        if (run("mount", "-o", readOnly ? "remount,ro" : "remount,rw", root.toString()) != 0) {
            throw new IOException("cannot mount " + root + " again");
        }
    }

    private static int run(String... command) {
        try {
            return new ProcessBuilder(List.of(command)).redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD).start().onExit().join().exitValue();
        } catch (IOException e) {
            return -1;
        }
    }

    @Override
    public void close() {
        run("umount", "-l", root.toString());
    }
}
