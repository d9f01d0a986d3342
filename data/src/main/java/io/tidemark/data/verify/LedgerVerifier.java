package io.tidemark.data.verify;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.ledger.Ledger;
import io.tidemark.data.ledger.LedgerEntry;
import io.tidemark.data.release.ReleaseCheck;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.data.snapshot.Manifest.FileEntry;
import io.tidemark.data.snapshot.Manifest.LedgerMark;
import io.tidemark.data.snapshot.Manifest.TableEntry;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.TableFile;
import io.tidemark.data.table.LedgerTables;
import io.tidemark.data.table.TableContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Verifies the part of the ledger that a snapshot was published with: the chain of its log, the files that the last
 * entry names, and their rows.
 */
final class LedgerVerifier {

    private static final String FOLDER = "ledger/";

    private final Ledger ledger;
    private final DuckSession session;
    private final List<Finding> findings = new ArrayList<>();

    private LedgerVerifier(Ledger ledger, DuckSession session) {
        this.ledger = ledger;
        this.session = session;
    }

    /** The faults in that part. */
    static List<Finding> findings(Lake lake, Snapshot snapshot, LedgerMark mark, DuckSession session) {
        LedgerVerifier verifier = new LedgerVerifier(Ledger.of(lake), session);
        try {
            if (mark.length() > 0 && verifier.hasLog(LakeRecords.of(lake), mark)) {
                LedgerEntry entry = verifier.ledger.entry(mark.length());
                verifier.files(entry);
                // rows of damaged files would only repeat the fault
                if (verifier.findings.isEmpty()) {
                    ReleaseCheck.of(session, snapshot, verifier.ledger, entry, verifier::fault);
                }
            }
        } catch (LakeException e) {
            verifier.fault("", String.valueOf(e.getMessage()));
        }
        return verifier.findings;
    }

    private void fault(String subject, String problem) {
        findings.add(Finding.fault(FOLDER + subject, problem));
    }

    private boolean hasLog(LakeRecords records, LedgerMark mark) {
        for (int number = mark.length(); number > 0; number--) {
            String path = FOLDER + ledger.logName(number);
            records.damaged().stream().filter(one -> one.file().path().equals(path))
                    .forEach(one -> findings.add(Finding.fault(path, one.problem())));
        }
        return findings.isEmpty();
    }

    private void files(LedgerEntry entry) {
        FileContract contract = new FileContract(session, findings);
        for (TableContract table : LedgerTables.all()) {
            TableEntry listed = entry.tables().get(table.name());
            if (listed != null) {
                listed.files().forEach(expected -> file(contract, table, listed.version(), expected));
            }
        }
    }

    private void file(FileContract contract, TableContract table, int version, FileEntry expected) {
        Path file = ledger.folder().resolve(expected.path());
        try {
            if (!Files.isRegularFile(file)) {
                fault(expected.path(), "is missing");
                return;
            }
            Integer year = TableFile.years(table, List.of(expected)).getFirst();
            contract.read(new FoundFile(table, year, FOLDER + expected.path(), file, Files.size(file),
                    Files.getLastModifiedTime(file)), version)
                    .filter(seen -> !seen.equals(new FileEntry(FOLDER + expected.path(), expected.rows(),
                            expected.bytes(), expected.sha256(), expected.firstDate(), expected.lastDate())))
                    .ifPresent(seen -> fault(expected.path(), seen.sha256().equals(expected.sha256())
                            ? "has other rows, bytes or dates than the log says"
                            : "has SHA-256 " + seen.sha256() + ", the log says " + expected.sha256()));
        } catch (IOException e) {
            fault(expected.path(), "cannot be read: " + e.getMessage());
        }
    }
}
