package io.tidemark.server.cli.snapshot;

import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.data.snapshot.NoSuchSnapshotException;
import io.tidemark.data.snapshot.SnapshotHistory;
import io.tidemark.data.snapshot.SnapshotHistory.Entry;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.data.snapshot.SnapshotLease;
import io.tidemark.data.verify.Adoption;
import io.tidemark.data.verify.Finding;
import io.tidemark.data.verify.SnapshotVerifier;
import io.tidemark.data.verify.Verification;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Verifies a snapshot for a command, and prints the result. */
public final class SnapshotCheck {

    private final LakeCommand command;
    private final Lake lake;

    /** For a command on a lake. */
    public SnapshotCheck(LakeCommand command, Lake lake) {
        this.command = command;
        this.lake = lake;
    }

    /** The entry of that name. */
    public Entry find(String name) {
        return SnapshotHistory.of(lake).named(name).orElseThrow(() -> new NoSuchSnapshotException("there is no snapshot " + name
                + " in " + lake.root() + "; tidemark snapshot list shows those that there are"));
    }

    /** Verifies a snapshot, or a folder that is to become one, with a lease if the lake can be written. */
    Verification verify(Entry entry) {
        SnapshotId id = new SnapshotId(entry.name());
        EngineSettings engine = command.engine();
        boolean dropped = !Files.exists(lake.folder(id).resolve("manifest.json"));
        if (!dropped && entry.manifest() == null) {
            return new Verification(id, new TreeMap<>(),
                    List.of(new Finding(Finding.Kind.FAULT, "manifest.json", String.valueOf(entry.problem()))));
        }
        command.say("verifying " + id + " ...");
        try (Hold _ = hold(id)) {
            return dropped ? Adoption.verify(lake, id, engine) : SnapshotVerifier.verify(lake, id, entry.manifest(), engine);
        }
    }

    /** A lease, or nothing in a read-only lake. */
    @FunctionalInterface
    interface Hold extends AutoCloseable {
        @Override
        void close();
    }

    /** Protects a snapshot from removal, if the lake can be written. */
    Hold hold(SnapshotId id) {
        try {
            SnapshotLease lease = lake.leases().take(id);
            return lease::close;
        } catch (LakeException e) {
            return () -> { };
        }
    }

    /** Prints the findings, a line each, then a summary. */
    public void print(Verification seen) {
        if (command.json) {
            command.printJson(fields(seen));
            return;
        }
        for (Finding finding : seen.findings()) {
            command.out().println(finding.kind().name().toLowerCase(Locale.ROOT) + ": " + finding.subject() + " "
                    + finding.problem());
        }
        command.out().println(String.format(Locale.ROOT, "snapshot %s: %s, %,d rows in %d files", seen.id(),
                seen.isSound() ? "sound" : "NOT SOUND", seen.rows(),
                seen.tables().values().stream().mapToInt(table -> table.files().size()).sum()));
    }

    /** The same as JSON fields. */
    static Map<String, Object> fields(Verification seen) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("id", seen.id().text());
        fields.put("sound", seen.isSound());
        fields.put("rows", seen.rows());
        fields.put("findings", seen.findings().stream().map(finding -> Map.of("kind",
                finding.kind().name().toLowerCase(Locale.ROOT), "subject", finding.subject(), "problem", finding.problem()))
                .toList());
        return fields;
    }
}
