package io.tidemark.server.doctor;

import io.tidemark.data.history.JobRecord;
import io.tidemark.data.history.NoBenchmark;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.verify.LakeScrub;
import io.tidemark.ingest.watch.WatchOutcomes;
import io.tidemark.server.config.ServerConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Checks that the published snapshot exists, is complete by its manifest, and is not too old. */
record LakeCheck(Clock clock) implements Doctor.Check {

    private static final String NAME = "lake";
    private static final String LOST = "tidemark snapshot repair --from BACKUP puts it back; tidemark snapshot "
            + "rollback publishes the newest snapshot without errors";
    private static final Duration OLD = Duration.ofHours(36);

    @Override
    public List<Diagnosis> look(ServerConfig config) {
        Lake lake = config.opened();
        List<Diagnosis> findings = new ArrayList<>();
        if (!AccessCheck.isThere(findings, lake.root(), Diagnosis.warning(NAME, "there is no lake " + lake.root(),
                "tidemark ingest DELIVERY creates it; if it is on a mount, check that it is mounted"))
                || !AccessCheck.isReadable(findings, lake.root())) {
            return findings;
        }
        AccessCheck.lake(findings, lake.root());
        Path copy = ServerConfig.ledgerCopy(config.verify().ledgerCopy(), config.state());
        try {
            List<Path> left = lake.owners().leftOver();
            if (!left.isEmpty()) {
                findings.add(Diagnosis.warning(NAME, left.size() + " files or folders of a killed run are left, such "
                        + "as " + left.getFirst(), "the next ingest removes them").curedBy(() -> lake.lock().close()));
            }
            AccessCheck.areOwned(findings, lake.root());
            if (Files.isReadable(copy)) {
                AccessCheck.areOwned(findings, copy);
            }
            beside(config, lake, findings);
            LakeScrub.records(lake).forEach(one -> findings.add(Diagnosis.fault(NAME, one.words(), one.isDenied()
                    ? "nothing needs a repair before that" : LOST)));
            if (findings.stream().anyMatch(finding -> finding.level() == Diagnosis.Level.FAULT)) {
                return findings;
            }
            Optional<Snapshot> current = lake.current();
            if (current.isEmpty()) {
                findings.add(Diagnosis.warning(NAME, "nothing is published in " + lake.root(),
                        "tidemark ingest DELIVERY publishes a snapshot"));
                return findings;
            }
            published(current.get(), findings);
        } catch (LakeException e) {
            findings.add(Diagnosis.fault(NAME, String.valueOf(e.getMessage()), LOST));
        }
        return findings;
    }

    // where deliveries land, which others bring, and backups, if their folder is the server's alone
    private static void beside(ServerConfig config, Lake lake, List<Diagnosis> findings) {
        ServerConfig.Intake intake = config.intake();
        WatchOutcomes.landings(lake, intake == null ? null : intake.folder())
                .forEach(folder -> AccessCheck.areReadable(findings, folder, lake.root()));
        Stream.of("backup", "backup_to").flatMap(job -> JobRecord.of(lake, job).stream()).map(JobRecord::note)
                .distinct().filter(folder -> !folder.isEmpty()).map(Path::of)
                .filter(folder -> AccessCheck.areOfOneUser(folder, lake.root()))
                .forEach(folder -> AccessCheck.areOwned(findings, folder));
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
        if (missing.isEmpty()) {
            NoBenchmark.reason(snapshot).ifPresent(reason -> findings.add(Diagnosis.warning(NAME, reason,
                    "getting started says what a benchmark needs; tidemark lake freshness shows who has delivered")));
        }
    }
}
