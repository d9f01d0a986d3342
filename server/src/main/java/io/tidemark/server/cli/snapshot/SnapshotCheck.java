package io.tidemark.server.cli.snapshot;

import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.NoSuchSnapshotException;
import io.tidemark.data.snapshot.SnapshotHistory.Entry;
import io.tidemark.data.snapshot.SnapshotHistory;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.data.verify.DamagedFile;
import io.tidemark.data.verify.Finding;
import io.tidemark.data.verify.LakeScrub;
import io.tidemark.data.verify.SnapshotPublisher;
import io.tidemark.data.verify.Verification;
import io.tidemark.data.verify.VerificationReport;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;

/** Verifies a snapshot for a command and prints the result. */
record SnapshotCheck(LakeCommand command, Lake lake) {

    /** Verifies a snapshot, or a folder that is to become one. */
    Verification verify(String name) {
        Entry entry = begin(name);
        return new SnapshotPublisher(lake, command.engine()).verify(entry);
    }

    /**
     * Verifies the published snapshot and the records of the lake, see {@link LakeScrub#records}; says nothing of the
     * snapshot if its own manifest is lost.
     */
    Verification verifyPublished() {
        List<DamagedFile> records = LakeScrub.records(lake);
        if (records.isEmpty() && lake.currentId().isEmpty()) {
            throw new NoSuchSnapshotException("nothing is published in " + lake.root() + " yet; name a snapshot");
        }
        boolean hasCurrent = records.stream().noneMatch(one -> one.file().path().equals(LakeScrub.CURRENT));
        Verification seen = (hasCurrent ? lake.currentId() : Optional.<SnapshotId>empty()).map(SnapshotId::text)
                .filter(id -> records.stream().noneMatch(one -> one.file().owners().contains(id))).map(this::verify)
                .orElse(new Verification(new SnapshotId("none"), new TreeMap<>(), List.of()));
        return seen.and(records.stream().map(one -> new Finding(Finding.Kind.FAULT, one.file().path(), one.problem()))
                .filter(finding -> !seen.findings().contains(finding)).toList());
    }

    /** Publishes a snapshot if it is sound, with the lake's lock held. */
    Verification publish(String name) {
        begin(name);
        return new SnapshotPublisher(lake, command.engine()).publish(name);
    }

    private Entry begin(String name) {
        Entry entry = SnapshotHistory.of(lake).get(name, lake);
        command.say("verifying " + name + " ...");
        return entry;
    }

    /** Prints the findings, a line each, and their number. */
    void print(Verification seen) {
        if (command.json) {
            command.printJson(VerificationReport.of(seen));
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
}
