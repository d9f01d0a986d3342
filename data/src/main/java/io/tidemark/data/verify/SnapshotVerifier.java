package io.tidemark.data.verify;

import io.tidemark.data.derive.CompleteThrough;
import io.tidemark.data.derive.Derivation;
import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineException;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.duckdb.RowFingerprint;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.data.snapshot.Manifest;
import io.tidemark.data.snapshot.Manifest.FileEntry;
import io.tidemark.data.snapshot.Manifest.LedgerMark;
import io.tidemark.data.snapshot.Manifest.TableEntry;
import io.tidemark.data.snapshot.PrivacyRule;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.data.snapshot.SnapshotSql;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.TableContract;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Verifies everything in a snapshot: the files against the manifest and their hashes, columns and types against the
 * tables' contracts, dates against partitions, keys, and the rows against each other; the derived tables by recomputing
 * them; and the snapshot's part of the ledger.
 */
public final class SnapshotVerifier {

    private final List<Finding> findings = new ArrayList<>();
    private final Map<String, List<FileEntry>> read = new TreeMap<>();
    private final Set<String> unusable = new HashSet<>();
    private final SnapshotFolder folder;
    private final DuckSession session;
    private final EngineSettings settings;
    private final @Nullable Manifest manifest;

    private SnapshotVerifier(SnapshotFolder folder, DuckSession session, EngineSettings settings,
            @Nullable Manifest manifest) {
        this.folder = folder;
        this.session = session;
        this.settings = settings;
        this.manifest = manifest;
        findings.addAll(folder.findings());
    }

    /**
     * Verifies a snapshot, or the delivered tables of a folder without a manifest that is to become one.
     * @param manifest null for a folder without one
     * @throws LakeException if the folder cannot be read
     */
    public static Verification verify(Lake lake, SnapshotId id, @Nullable Manifest manifest, EngineSettings settings) {
        try (DuckSession session = DuckSession.open(settings)) {
            SnapshotFolder folder = SnapshotFolder.read(lake.folder(id),
                    manifest == null ? LakeTables.delivered() : LakeTables.all());
            SnapshotVerifier verifier = new SnapshotVerifier(folder, session, settings, manifest);
            Verification seen = verifier.verify(id);
            LedgerMark mark = manifest == null ? null : manifest.ledger();
            return manifest == null || mark == null || !seen.isSound() ? seen
                    : seen.and(LedgerVerifier.findings(lake, new Snapshot(id, lake.folder(id), manifest), mark,
                    session));
        } catch (IOException e) {
            throw new LakeException("cannot look through " + lake.folder(id) + ": " + e.getMessage(), e);
        }
    }

    private Verification verify(SnapshotId id) {
        readFiles();
        if (manifest != null) {
            findings.addAll(ManifestCheck.findings(manifest, id.text(), folder.files(), read));
            leaveOutChanged(manifest);
        } else if (folder.files().isEmpty()) {
            findings.add(Finding.fault(id.text(), "holds no Parquet file of any table"));
        }
        try {
            checkRows();
            checkDerived();
        } catch (EngineException e) {
            blame(e);
        }
        findings.addAll(folder.changes());
        TreeMap<String, TableEntry> tables = new TreeMap<>();
        LakeTables.all().forEach(table -> tables.put(table.name(),
                TableEntry.of(version(table), read.getOrDefault(table.name(), List.of()))));
        return new Verification(id, tables, findings);
    }

    // folders added by people are new: they must follow the current contract
    private int version(TableContract table) {
        TableEntry said = manifest == null ? null : manifest.tables().get(table.name());
        return said == null ? table.version() : said.version();
    }

    private void readFiles() {
        FileContract contract = new FileContract(session, findings);
        for (FoundFile found : folder.files()) {
            contract.read(found, version(found.table())).ifPresentOrElse(
                    entry -> read.computeIfAbsent(found.table().name(), t -> new ArrayList<>()).add(entry),
                    () -> unusable.add(found.table().name()));
        }
    }

    // the rows of a file with other bytes than were published may not even be readable
    private void leaveOutChanged(Manifest published) {
        Map<String, String> digests = new HashMap<>();
        published.tables().values().forEach(table ->
                table.files().forEach(file -> digests.put(file.path(), file.sha256())));
        read.forEach((table, files) -> {
            if (files.stream().anyMatch(file ->
                    !file.sha256().equals(digests.getOrDefault(file.path(), file.sha256())))) {
                unusable.add(table);
            }
        });
    }

    /**
     * Finds the files behind a failed query: a damaged page is met only when its column is read. Fails likewise if all
     * files can be read.
     */
    private void blame(EngineException failure) {
        if (failure.kind() == EngineException.Kind.INTERRUPTED
                || failure.kind() == EngineException.Kind.OUT_OF_MEMORY) {
            throw failure;
        }
        boolean isFound = false;
        for (FoundFile found : folder.files()) {
            // an engine of its own: a damaged file may have left the other one unusable
            try (DuckSession fresh = DuckSession.open(settings)) {
                isFound |= !new FileContract(fresh, findings).isReadable(found);
            }
        }
        if (!isFound) {
            throw failure;
        }
    }

    // a table whose files violate the contract is not compared with others, which would only repeat the fault
    private void checkRows() {
        List<RowRule> rules = RowRule.all().stream().filter(rule -> rule.needs().stream().noneMatch(unusable::contains))
                .toList();
        Map<RowRule, WrongRows> wrong = new HashMap<>();
        show(null);
        rules.stream().filter(rule -> !rule.byYear()).forEach(rule -> ask(rule, wrong));
        for (int year : years()) {
            show(year);
            rules.stream().filter(RowRule::byYear).forEach(rule -> ask(rule, wrong));
        }
        for (RowRule rule : rules) {
            WrongRows rows = wrong.get(rule);
            if (rows != null) {
                findings.add(new Finding(rule.kind(), rule.table(),
                        rule.wrong() + " (" + rows.count + ", such as " + rows.examples + ")"));
            }
        }
    }

    private record WrongRows(long count, String examples) {}

    private void ask(RowRule rule, Map<RowRule, WrongRows> wrong) {
        session.each(rule.sql(), row -> {
            WrongRows rows = new WrongRows(row.getLong(1), row.getString(2));
            if (rows.count > 0) {
                wrong.merge(rule, rows, (a, b) -> new WrongRows(a.count + b.count, a.examples));
            }
        });
    }

    private void checkDerived() {
        PrivacyRule rule = manifest == null ? null : manifest.privacy();
        if (manifest == null || LakeTables.all().stream().anyMatch(table -> unusable.contains(table.name()))) {
            return;
        }
        if (rule == null || !manifest.isDerived()) {
            findings.add(new Finding(Finding.Kind.WARNING, "manifest.json",
                    "says of no derived tables by this program's contracts; tidemark snapshot derive makes them"));
            return;
        }
        LocalDate completeThrough = CompleteThrough.of(session, this::rows, TableEntry.of(1,
                read.getOrDefault(LakeTables.STOCK_DAY.name(), List.of())).lastDate());
        if (!Objects.equals(completeThrough, manifest.completeThrough())) {
            findings.add(Finding.fault("manifest.json", "says that the stock is complete through "
                    + manifest.completeThrough() + ", and the snapshot's tables say " + completeThrough));
        }
        try (Derivation derivation = Derivation.open(session, this::rows)) {
            for (int year : years()) {
                derivation.make(year, (in, table, made, select) -> {
                    if (!RowFingerprint.of(in, table, "(" + select + ")")
                            .equals(RowFingerprint.of(in, table, "(" + rows(table, made) + ")"))) {
                        findings.add(Finding.fault(table.name(), "of " + made
                                + " is not what the snapshot's other tables make"));
                    }
                });
            }
        }
    }

    private String rows(TableContract table, @Nullable Integer year) {
        return SnapshotSql.select(table, version(table),
                folder.files().stream().filter(found -> found.table().equals(table)
                && (year == null || found.year() == null || year.equals(found.year()))).map(FoundFile::file).toList());
    }

    private Collection<Integer> years() {
        return new TreeSet<>(folder.files().stream().map(FoundFile::year).filter(Objects::nonNull).toList());
    }

    // creates views under the tables' own names, over one year or all years
    private void show(@Nullable Integer year) {
        for (TableContract table : LakeTables.delivered()) {
            if (!unusable.contains(table.name())) {
                session.run("CREATE OR REPLACE VIEW " + table.name() + " AS " + rows(table, year));
            }
        }
    }
}
