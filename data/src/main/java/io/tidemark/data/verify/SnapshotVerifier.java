package io.tidemark.data.verify;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.duckdb.SnapshotSql;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.data.snapshot.Manifest;
import io.tidemark.data.snapshot.Manifest.FileEntry;
import io.tidemark.data.snapshot.Manifest.TableEntry;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.TableContract;
import java.io.IOException;
import java.nio.file.Path;
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
 * Looks at everything in a snapshot: the files against the manifest and their hashes, columns and types against the tables'
 * contracts, dates against partitions, keys, and the rows against each other.
 */
public final class SnapshotVerifier {

    private final List<Finding> findings = new ArrayList<>();
    private final Map<String, List<FileEntry>> read = new TreeMap<>();
    private final Set<String> unusable = new HashSet<>();
    private final SnapshotFolder folder;
    private final DuckSession session;

    private SnapshotVerifier(SnapshotFolder folder, DuckSession session) {
        this.folder = folder;
        this.session = session;
        findings.addAll(folder.findings());
    }

    /**
     * Looks at a snapshot, or at a folder without a manifest that is to become one.
     *
     * @param manifest what it says of itself; null when it has none
     * @throws LakeException when the folder cannot be looked through
     */
    public static Verification verify(Lake lake, SnapshotId id, @Nullable Manifest manifest, EngineSettings settings) {
        try (DuckSession session = DuckSession.open(settings)) {
            SnapshotFolder folder = SnapshotFolder.read(lake.folder(id));
            return new SnapshotVerifier(folder, session).verify(id, manifest);
        } catch (IOException e) {
            throw new LakeException("cannot look through " + lake.folder(id) + ": " + e.getMessage(), e);
        }
    }

    private Verification verify(SnapshotId id, @Nullable Manifest manifest) {
        readFiles();
        if (manifest != null) {
            findings.addAll(ManifestCheck.findings(manifest, id.text(), folder.files(), read));
        } else if (folder.files().isEmpty()) {
            findings.add(Finding.fault(id.text(), "holds no Parquet file of any table"));
        }
        checkRows();
        findings.addAll(folder.changes());
        TreeMap<String, TableEntry> tables = new TreeMap<>();
        LakeTables.all().forEach(table ->
                tables.put(table.name(), TableEntry.of(read.getOrDefault(table.name(), List.of()))));
        return new Verification(id, tables, findings);
    }

    private void readFiles() {
        FileContract contract = new FileContract(session, findings);
        for (FoundFile found : folder.files()) {
            contract.read(found).ifPresentOrElse(
                    entry -> read.computeIfAbsent(found.table().name(), t -> new ArrayList<>()).add(entry),
                    () -> unusable.add(found.table().name()));
        }
    }

    // a table whose files do not keep the contract is not held against others: that would only say the same again
    private void checkRows() {
        List<RowRule> rules = RowRule.all().stream().filter(rule -> rule.needs().stream().noneMatch(unusable::contains)).toList();
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

    private Collection<Integer> years() {
        return new TreeSet<>(folder.files().stream().map(FoundFile::year).filter(Objects::nonNull).toList());
    }

    // the tables by their names: of one year, or all of them
    private void show(@Nullable Integer year) {
        for (TableContract table : LakeTables.all()) {
            List<Path> files = folder.files().stream().filter(found -> found.table().equals(table)
                    && (year == null || found.year() == null || year.equals(found.year()))).map(FoundFile::file).toList();
            if (!unusable.contains(table.name())) {
                session.run("CREATE OR REPLACE VIEW " + table.name() + " AS " + SnapshotSql.select(table, files));
            }
        }
    }
}
