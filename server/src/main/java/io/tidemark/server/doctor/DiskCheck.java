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

/**
 * Checks the free disk space. An ingest writes at most a whole snapshot beside the old one, and the engine spills
 * beside the state.
 */
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
                "remove old snapshots with tidemark snapshot prune --keep N, or use a larger disk");
        long spill = config.engine().mostSpillMb(free(config.state())) * MEGABYTE;
        room(findings, config.state(), Math.max(STATE_NEEDS, spill),
                "free some space: the audit log, and data that the engine cannot hold in memory, are stored there"
                + (spill > STATE_NEEDS ? "; or set a smaller query.spill-mb" : ""));
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

    // of the folder itself, not by the list of mounts: in a container or a chroot no mount matches
    private static long free(Path folder) {
        return Doctor.existing(folder).toFile().getUsableSpace();
    }

    private static void room(List<Diagnosis> findings, Path folder, long needed, String advice) {
        findings.add(judge(folder, free(folder), needed, advice));
    }

    /** The finding on a folder's disk with so many bytes free. */
    static Diagnosis judge(Path folder, long free, long needed, String advice) {
        if (free < MEGABYTE) {
            return Diagnosis.fault(NAME, "disk full: nothing is free at " + folder, advice);
        }
        String words = String.format(Locale.ROOT, "%,d MB are free at %s", free / MEGABYTE, folder);
        return free >= needed ? Diagnosis.ok(NAME, words)
                : new Diagnosis(free < needed / 4 ? Diagnosis.Level.FAULT : Diagnosis.Level.WARNING, NAME,
                words + String.format(Locale.ROOT, ", %,d MB should be", needed / MEGABYTE), advice);
    }
}
