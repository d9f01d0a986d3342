package io.tidemark.server.doctor;

import io.tidemark.data.snapshot.LakeException;
import io.tidemark.ingest.watch.WatchOutcomes;
import io.tidemark.server.config.ServerConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Checks that uploads land in a folder that the server can write, and that a watch takes them in from there. */
record IntakeCheck() implements Doctor.Check {

    private static final String NAME = "uploads";

    @Override
    public List<Diagnosis> look(ServerConfig config) {
        ServerConfig.Intake intake = config.intake();
        if (intake == null) {
            return List.of();
        }
        Path folder = intake.folder();
        List<Diagnosis> findings = new ArrayList<>();
        if (!AccessCheck.isThere(findings, folder, Diagnosis.warning(NAME, "there is no intake.folder " + folder,
                "as root: install -d -o tidemark -g tidemark -m 0750 " + folder))) {
            return findings;
        }
        AccessCheck.writable(findings, folder);
        try {
            findings.add(WatchOutcomes.isWatched(config.opened(), folder)
                    ? Diagnosis.ok(NAME, "uploads land in " + folder + ", which a watch takes in")
                    : Diagnosis.warning(NAME, "uploads land in " + folder + ", and no watch has ever looked there",
                    "tidemark ingest --watch " + folder + ", as the unit tidemark-watch runs it: systemctl edit "
                    + "tidemark-watch"));
        } catch (LakeException e) {
            findings.add(Diagnosis.fault(NAME, String.valueOf(e.getMessage()), "tidemark snapshot verify"));
        }
        return findings;
    }
}
