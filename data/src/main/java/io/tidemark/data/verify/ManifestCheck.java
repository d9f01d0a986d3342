package io.tidemark.data.verify;

import io.tidemark.data.snapshot.Manifest;
import io.tidemark.data.snapshot.Manifest.FileEntry;
import io.tidemark.data.snapshot.Manifest.TableEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Compares a manifest with the files as they were read back. */
final class ManifestCheck {

    private final Manifest manifest;
    private final List<Finding> findings = new ArrayList<>();

    private ManifestCheck(Manifest manifest) {
        this.manifest = manifest;
    }

    /**
     * The errors in the manifest.
     *
     * @param name  the folder's name
     * @param found every Parquet file in the folder
     * @param read  the manifest entries of the readable files, by table
     */
    static List<Finding> findings(Manifest manifest, String name, List<FoundFile> found,
            Map<String, List<FileEntry>> read) {
        ManifestCheck check = new ManifestCheck(manifest);
        if (!manifest.id().equals(name)) {
            check.fault("manifest.json", "is that of snapshot " + manifest.id());
        }
        check.files(found, read);
        manifest.tables().forEach((table, entry) -> check.table(table, entry));
        return check.findings;
    }

    private void files(List<FoundFile> found, Map<String, List<FileEntry>> read) {
        Map<String, FileEntry> said = new TreeMap<>(manifest.tables().values().stream().flatMap(t -> t.files().stream())
                .collect(Collectors.toMap(FileEntry::path, Function.identity(), (a, b) -> a)));
        Map<String, FileEntry> seen = read.values().stream().flatMap(List::stream)
                .collect(Collectors.toMap(FileEntry::path, Function.identity()));
        for (FoundFile file : found) {
            FileEntry expected = said.remove(file.path());
            FileEntry actual = seen.get(file.path());
            if (expected == null) {
                fault(file.path(), "is not in the manifest");
            } else if (actual != null) {
                file(expected, actual);
            }
        }
        said.keySet().forEach(path -> fault(path, "is in the manifest, but the file is missing"));
    }

    private void file(FileEntry expected, FileEntry actual) {
        String path = expected.path();
        if (!expected.sha256().equals(actual.sha256())) {
            fault(path, "has SHA-256 " + actual.sha256() + ", the manifest says " + expected.sha256());
        }
        differs(path, "bytes", expected.bytes(), actual.bytes());
        differs(path, "rows", expected.rows(), actual.rows());
        differs(path, "first date", expected.firstDate(), actual.firstDate());
        differs(path, "last date", expected.lastDate(), actual.lastDate());
    }

    // compares the table's totals with the sums of its files
    private void table(String table, TableEntry entry) {
        TableEntry sum = TableEntry.of(entry.version(), entry.files());
        differs(table, "rows", entry.rows(), sum.rows());
        differs(table, "first date", entry.firstDate(), sum.firstDate());
        differs(table, "last date", entry.lastDate(), sum.lastDate());
        entry.files().stream().filter(file -> !file.path().startsWith(table + "/"))
                .forEach(file -> fault(file.path(), "is in the manifest under table " + table));
    }

    private void differs(String subject, String what, @Nullable Object said, @Nullable Object seen) {
        if (!String.valueOf(said).equals(String.valueOf(seen))) {
            fault(subject, what + " " + seen + ", the manifest says " + said);
        }
    }

    private void fault(String subject, String problem) {
        findings.add(Finding.fault(subject, problem));
    }
}
