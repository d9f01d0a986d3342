package io.tidemark.ingest.watch;

import io.tidemark.data.snapshot.LakeInUseException;
import io.tidemark.data.snapshot.Pruning;
import io.tidemark.ingest.IngestReport;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;

/** The messages of a watch, in order, a short line each. */
final class WatchMessages implements WatchListener {

    private final BlockingQueue<String> said = new LinkedBlockingQueue<>();
    private final List<String> warnings = new CopyOnWriteArrayList<>();
    /** How long the watch is held when it names a stray: in the middle of a look. */
    private volatile Duration hold = Duration.ZERO;

    BlockingQueue<String> all() {
        return said;
    }

    /** The warnings of what was taken. */
    List<String> warnings() {
        return warnings;
    }

    void holdAtStrays(Duration time) {
        hold = time;
    }

    @Override
    public void taking(String delivery) {}

    @Override
    public void taken(String delivery, IngestReport report) {
        warnings.addAll(report.warnings());
        said.add(delivery + " " + report.outcome());
    }

    @Override
    public void checked(String delivery, IngestReport report) {
        said.add(delivery + " tried: " + report.outcome());
    }

    @Override
    public void failed(String delivery, String reason, Duration wait) {
        said.add(delivery + " failed: " + reason);
    }

    @Override
    public void setAside(String delivery, String reason) {
        said.add(delivery + " set aside: " + reason);
    }

    @Override
    public void rolledBack(String delivery, String snapshot) {
        said.add(delivery + " rolled back");
    }

    @Override
    public void stray(String message) {
        said.add(message);
        try {
            Thread.sleep(hold);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void pruned(Pruning pruning) {
        said.add("pruned " + pruning.removed().size());
    }

    @Override
    public void postponed(String delivery, LakeInUseException reason) {
        said.add(delivery + " postponed");
    }
}
