package io.tidemark.generate;

import io.tidemark.data.file.DurableFiles;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The target folder of a delivery. The delivery is written to a hidden sibling that is renamed when complete, so that
 * an interrupted run leaves nothing half-written. Replaces only an absent or empty folder,
 * or one that the generator made.
 */
final class DeliveryFolder implements Closeable {

    /** The file that marks a folder as made by the generator. */
    static final String MARKER = ".generated-by-tidemark";

    private static final String MARKER_TEXT =
            "Made by tidemark generate: synthetic data. The next run may replace this folder.\n";
    private static final int SECONDS_TO_STOP = 10;

    private final Path target;
    private final Path building;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread whenInterrupted = new Thread(this::stop, "generate-cleanup");
    private volatile boolean stopping;

    private DeliveryFolder(Path target, Path building) {
        this.target = target;
        this.building = building;
    }

    /**
     * Begins a delivery.
     *
     * @throws GeneratorException if the target has content that the generator did not make
     */
    static DeliveryFolder open(Path dir) throws IOException {
        Path target = dir.toAbsolutePath().normalize();
        Path parent = target.getParent();
        Path name = target.getFileName();
        if (parent == null || name == null) {
            throw new GeneratorException("cannot write a delivery to " + dir + ": name a folder");
        }
        refuseForeign(target, dir);
        Files.createDirectories(parent);
        Path building = parent.resolve("." + name + ".partial-" + ProcessHandle.current().pid());
        DurableFiles.deleteTree(building);
        Files.createDirectory(building);
        DeliveryFolder folder = new DeliveryFolder(target, building);
        Runtime.getRuntime().addShutdownHook(folder.whenInterrupted);
        Files.writeString(building.resolve(MARKER), MARKER_TEXT);
        return folder;
    }

    private static void refuseForeign(Path target, Path asGiven) throws IOException {
        if (!Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        if (!Files.isDirectory(target, LinkOption.NOFOLLOW_LINKS)) {
            throw new GeneratorException(asGiven
                    + " exists and is not a folder; choose another place for the delivery");
        }
        try (Stream<Path> content = Files.list(target)) {
            if (content.findAny().isPresent() && !Files.exists(target.resolve(MARKER))) {
                throw new GeneratorException(asGiven
                        + " is not empty and was not made by the generator; choose another folder or empty it first");
            }
        }
    }

    /** The folder to write to until {@link #publish}. */
    Path building() {
        return building;
    }

    /**
     * Checks for a stop; call it often.
     *
     * @throws GeneratorException if the process is to stop
     */
    void goOn() {
        if (stopping) {
            throw new GeneratorException("interrupted: nothing was written to " + target);
        }
    }

    /** Moves the finished delivery to its target. An earlier one is moved aside first and deleted last. */
    void publish() throws IOException {
        goOn();
        Path earlier = building.resolveSibling(building.getFileName() + ".earlier");
        DurableFiles.deleteTree(earlier);
        if (Files.exists(target)) {
            Files.move(target, earlier);
        }
        Files.move(building, target);
        DurableFiles.deleteTree(earlier);
    }

    /** Removes an unpublished delivery. */
    @Override
    public void close() throws IOException {
        try {
            DurableFiles.deleteTree(building);
        } finally {
            closed.countDown();
            forgetHook();
        }
    }

    private void forgetHook() {
        try {
            Runtime.getRuntime().removeShutdownHook(whenInterrupted);
        } catch (IllegalStateException e) {
            // the process is stopping: the shutdown hook finds this folder closed and does nothing
            return;
        }
    }

    private void stop() {
        stopping = true;
        try {
            if (!closed.await(SECONDS_TO_STOP, TimeUnit.SECONDS)) {
                DurableFiles.deleteTree(building);
            }
        } catch (IOException e) {
            System.err.println("could not remove " + building + ": " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
