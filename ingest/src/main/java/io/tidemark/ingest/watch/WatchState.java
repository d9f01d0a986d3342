package io.tidemark.ingest.watch;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.file.FilePermissions;
import io.tidemark.data.file.LockedFile;
import io.tidemark.data.file.Sha256;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.data.snapshot.LakeInUseException;
import io.tidemark.ingest.IngestOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The processed deliveries of a watched folder, by sub-folder name; stored in a file under {@code LAKE/watch/}. One
 * process holds it at a time. If the file is lost, deliveries are processed again, which only costs time.
 */
final class WatchState implements AutoCloseable {

    private static final ObjectMapper JSON = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
    private static final int NAME_DIGITS = 16;
    private static final String FOLDER = "watch";

    /**
     * A processed delivery.
     * @param print    its fingerprint
     * @param outcome  its outcome
     * @param snapshot the snapshot that it made, or null
     * @param arrival  its arrival fingerprint, which distinguishes a re-delivery of the same files; null if unknown
     */
    record Taken(String print, IngestOutcome outcome, @Nullable String snapshot, @Nullable String arrival) {}

    @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
    private record Content(String folder, SortedMap<String, Taken> taken, @Nullable SortedMap<String, String> failed,
            @Nullable String publishedAt) {}

    private final LockedFile held;
    private final Path file;
    private final String folder;
    private final SortedMap<String, Taken> taken = new TreeMap<>();
    private final SortedMap<String, String> failed = new TreeMap<>();
    private @Nullable Instant publishedAt;

    private WatchState(LockedFile held, Path file, String folder) {
        this.held = held;
        this.file = file;
        this.folder = folder;
    }

    /**
     * What a watch has recorded, read without holding its state.
     * @param folder the watched folder; null without a record
     * @param taken  the processed deliveries
     * @param failed those that could not be processed so far, with the reason
     * @param isDaily whether it publishes at a time of day
     */
    record Recorded(@Nullable String folder, SortedMap<String, Taken> taken, SortedMap<String, String> failed,
            boolean isDaily) {}

    /** The record of a folder without one. */
    static final Recorded NOTHING = new Recorded(null, new TreeMap<>(), new TreeMap<>(), false);

    /** Reads the record of a watched folder; a folder without one has an empty record. */
    static Recorded read(Lake lake, Path watched) throws IOException {
        Path file = lake.root().resolve(FOLDER).resolve(name(watched.toRealPath().toString()) + ".json");
        return Files.exists(file) ? recorded(file) : NOTHING;
    }

    /** Reads the records of all folders that were watched for a lake. */
    static List<Recorded> readAll(Lake lake) throws IOException {
        List<Recorded> all = new ArrayList<>();
        for (Path file : files(lake)) {
            all.add(recorded(file));
        }
        return all;
    }

    private static List<Path> files(Lake lake) throws IOException {
        Path root = lake.root().resolve(FOLDER);
        return DurableFiles.names(root).stream().filter(name -> name.endsWith(".json")).map(root::resolve).toList();
    }

    private static Recorded recorded(Path file) throws IOException {
        Content content = JSON.readValue(file.toFile(), Content.class);
        return new Recorded(content.folder(), content.taken() == null ? new TreeMap<>() : content.taken(),
                content.failed() == null ? new TreeMap<>() : content.failed(), content.publishedAt() != null);
    }

    /** See {@link WatchOutcomes#forget}. */
    static List<String> forget(Lake lake, String farmer) throws IOException {
        List<String> left = new ArrayList<>();
        Pattern named = Pattern.compile("(?<![A-Za-z0-9])" + Pattern.quote(farmer) + "(?![A-Za-z0-9])");
        for (Path file : files(lake)) {
            String folder = Objects.requireNonNullElse(recorded(file).folder(), "");
            Optional<LockedFile> held = LockedFile.tryHold(file.resolveSibling(String.valueOf(file.getFileName())
                    .replace(".json", ".lock")));
            if (held.isPresent()) {
                try (WatchState state = new WatchState(held.get(), file, folder)) {
                    state.read();
                    state.taken.keySet().retainAll(Files.isDirectory(Path.of(folder))
                            ? WatchedFolder.of(Path.of(folder)).deliveries() : state.taken.keySet().stream()
                            .filter(name -> !named.matcher(name).find()).toList());
                    // without the faults, which may name the company: a watch that starts tries those anew
                    state.write();
                }
            }
            recorded(file).taken().keySet().stream().filter(name -> named.matcher(name).find())
                    .forEach(name -> left.add(file + " (" + name + ")"));
        }
        return left;
    }

    private static String name(String folder) {
        return Sha256.hex(folder).substring(0, NAME_DIGITS);
    }

    /** Reads the state of a watched folder. */
    static WatchState open(Lake lake, Path watched) {
        try {
            String folder = watched.toRealPath().toString();
            String name = name(folder);
            Path root = FilePermissions.makeFolder(lake.root().resolve(FOLDER));
            LockedFile held = LockedFile.tryHold(root.resolve(name + ".lock")).orElseThrow(() ->
                    new LakeInUseException("another process watches " + folder + " for the lake " + lake.root()));
            WatchState state = new WatchState(held, root.resolve(name + ".json"), folder);
            state.read();
            return state;
        } catch (IOException e) {
            throw new LakeException("cannot write to the lake " + lake.root() + ": " + e.getMessage(), e);
        }
    }

    // an unreadable state counts as empty
    private void read() {
        try {
            if (Files.exists(file)) {
                Content content = JSON.readValue(file.toFile(), Content.class);
                if (content.taken() != null) {
                    taken.putAll(content.taken());
                }
                publishedAt = content.publishedAt() == null ? null : Instant.parse(content.publishedAt());
            }
        } catch (IOException | DateTimeParseException e) {
            taken.clear();
        }
    }

    /** The record of a delivery in its current state. */
    Optional<Taken> find(String name, DeliveryPrint print) {
        return Optional.ofNullable(taken.get(name)).filter(before -> before.print().equals(print.text()));
    }

    /** Records that a delivery could not be processed, for a reason other than its content. */
    void failed(String name, String reason) {
        if (!reason.equals(failed.put(name, reason))) {
            write();
        }
    }

    /** Records that a delivery could be checked. */
    void works(String name) {
        if (failed.remove(name) != null) {
            write();
        }
    }

    /** Records a processed delivery. */
    void put(String name, Taken what) {
        taken.put(name, what);
        failed.remove(name);
        write();
    }

    /**
     * Whether a publishing time has passed since the last handled one, even while no watch was running. A new watch
     * waits for the next one; so does a watch whose record is in the future because of a wrong clock.
     */
    boolean isDue(PublishTime time) {
        if (publishedAt == null || publishedAt.isAfter(time.clock().instant())) {
            published(time);
        }
        return time.last().isAfter(Objects.requireNonNull(publishedAt));
    }

    /** Records that the last publishing time was handled. */
    void published(PublishTime time) {
        publishedAt = time.last();
        write();
    }

    /** Removes deliveries that no longer exist. */
    void keepOnly(Collection<String> names) {
        boolean changed = taken.keySet().retainAll(names);
        changed |= failed.keySet().retainAll(names);
        if (changed) {
            write();
        }
    }

    private void write() {
        try {
            DurableFiles.replace(file, JSON.writeValueAsBytes(new Content(folder, taken, failed,
                    publishedAt == null ? null : publishedAt.toString())), FilePermissions.FILE);
        } catch (IOException e) {
            throw new LakeException("cannot write " + file + ": " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        try {
            held.close();
        } catch (IOException e) {
            throw new LakeException("cannot release " + held.file() + ": " + e.getMessage(), e);
        }
    }
}
