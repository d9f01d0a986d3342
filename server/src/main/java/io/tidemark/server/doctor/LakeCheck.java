package io.tidemark.server.doctor;

import io.tidemark.data.ledger.Ledger;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.server.config.ServerConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Checks that the published snapshot exists, is complete by its manifest, and is not too old. */
record LakeCheck(Clock clock) implements Doctor.Check {

    private static final String NAME = "lake";
    private static final Duration OLD = Duration.ofHours(36);

    @Override
    public List<Diagnosis> look(ServerConfig config) {
        Lake lake = Lake.at(config.lake());
        List<Diagnosis> findings = new ArrayList<>();
        if (!Files.isDirectory(lake.root())) {
            findings.add(Diagnosis.warning(NAME, "there is no lake " + lake.root(),
                    "tidemark ingest DELIVERY creates it; if it is on a mount, check that it is mounted"));
            return findings;
        }
        if (!AccessCheck.isReadable(findings, lake.root())) {
            return findings;
        }
        AccessCheck.lake(findings, lake.root());
        try {
            Optional<Snapshot> current = lake.current();
            if (current.isEmpty()) {
                findings.add(Diagnosis.warning(NAME, "nothing is published in " + lake.root(),
                        "tidemark ingest DELIVERY publishes a snapshot"));
                return findings;
            }
            ledger(lake, findings);
            published(current.get(), findings);
        } catch (LakeException e) {
            findings.add(Diagnosis.fault(NAME, String.valueOf(e.getMessage()),
                    "tidemark snapshot rollback publishes the newest snapshot without errors; tidemark snapshot list "
                            + "shows all"));
        }
        return findings;
    }

    // without the ledger no snapshot can be published
    private static void ledger(Lake lake, List<Diagnosis> findings) {
        try {
            Ledger.of(lake).check(lake);
        } catch (LakeException e) {
            findings.add(Diagnosis.fault(NAME, String.valueOf(e.getMessage()),
                    "restore a backup into an empty folder with tidemark restore, and copy ledger/ from there"));
        }
    }

    private void published(Snapshot snapshot, List<Diagnosis> findings) {
        List<Path> missing = snapshot.manifest().tables().values().stream().flatMap(table -> table.files().stream())
                .map(file -> snapshot.folder().resolve(file.path())).filter(file -> !Files.isReadable(file)).toList();
        if (!missing.isEmpty()) {
            findings.add(Diagnosis.fault(NAME, missing.size() + " files of snapshot " + snapshot.id()
                    + " cannot be read, such as "
                    + missing.getFirst(), "tidemark snapshot verify lists them all; tidemark snapshot rollback returns "
                            + "to the previous snapshot"));
        }
        if (!snapshot.manifest().isDerived()) {
            findings.add(Diagnosis.fault(NAME, "snapshot " + snapshot.id() + " has no derived tables of this version",
                    "tidemark snapshot derive makes them"));
        }
        Duration age = Duration.between(snapshot.manifest().createdAt(), clock.instant());
        if (age.compareTo(OLD) > 0) {
            findings.add(Diagnosis.warning(NAME, "snapshot " + snapshot.id() + " is " + age.toHours() + " hours old",
                    "check the ingest: systemctl status tidemark-ingest tidemark-watch; tidemark lake freshness shows "
                    + "each company's last delivery"));
        } else if (missing.isEmpty()) {
            findings.add(Diagnosis.ok(NAME, "snapshot " + snapshot.id() + " is published, made " + age.toHours()
                    + " hours ago"));
        }
    }
}
