package io.tidemark.server.cli.snapshot;

import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.SnapshotHistory.Entry;
import io.tidemark.data.snapshot.SnapshotHistory;
import io.tidemark.data.verify.Finding;
import io.tidemark.data.verify.SnapshotPublisher;
import io.tidemark.data.verify.Verification;
import io.tidemark.data.verify.VerificationReport;
import java.util.Locale;

/** Verifies a snapshot for a command and prints the result. */
record SnapshotCheck(LakeCommand command, Lake lake) {

    /** Verifies a snapshot, or a folder that is to become one. */
    Verification verify(String name) {
        Entry entry = begin(name);
        return new SnapshotPublisher(lake, command.engine()).verify(entry);
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
