package io.tidemark.server.doctor;

import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.table.LakeTables;
import io.tidemark.server.config.ServerConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Checks the free disk space. An ingest writes at most a whole snapshot beside the old one, and the engine spills beside the state. */
record DiskCheck() implements Doctor.Check {

    private static final String NAME = "disk";
    private static final long MEGABYTE = 1 << 20;
    /** Space for a spilling engine, logs and the state. */
    private static final long STATE_NEEDS = 1024 * MEGABYTE;
    private static final long LAKE_NEEDS = 512 * MEGABYTE;

    @Override
    public List<Diagnosis> look(ServerConfig config) {
        List<Diagnosis> findings = new ArrayList<>();
        room(findings, config.lake(), Math.max(LAKE_NEEDS, 2 * published(config.lake())),
                "tidemark snapshot prune --keep N removes old snapshots; or give it a larger disk");
        room(findings, config.state(), STATE_NEEDS, "make room: what the engine cannot hold in memory, and the audit log, are there");
        return findings;
    }

    private static long published(Path lake) {
        try {
            return Lake.at(lake).current().map(DiskCheck::bytes).orElse(0L);
        } catch (LakeException e) {
            return 0;
        }
    }

    private static long bytes(Snapshot snapshot) {
        return LakeTables.all().stream().mapToLong(snapshot::bytes).sum();
    }

    private static void room(List<Diagnosis> findings, Path folder, long needed, String advice) {
        // checks the folder itself, not the list of mounts: in a container or a chroot no mount matches
        Path nearest = Doctor.existing(folder);
        long free = nearest.toFile().getUsableSpace();
        String words = String.format(Locale.ROOT, "%,d MB are free at %s", free / MEGABYTE, folder);
        if (free < needed) {
            findings.add(new Diagnosis(free < needed / 4 ? Diagnosis.Level.FAULT : Diagnosis.Level.WARNING, NAME, words
                    + String.format(Locale.ROOT, ", %,d MB should be", needed / MEGABYTE), advice));
        } else {
            findings.add(Diagnosis.ok(NAME, words));
        }
    }
}
