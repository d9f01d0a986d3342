package io.tidemark.server.certify;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.duckdb.SqlStatement;
import io.tidemark.data.file.Sha256;
import io.tidemark.data.ledger.Ledger;
import io.tidemark.data.ledger.LedgerEntry;
import io.tidemark.data.ledger.ReleasedTables;
import io.tidemark.data.release.ReleaseCheck;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.data.snapshot.Manifest.LedgerMark;
import io.tidemark.data.snapshot.PrivacyRule;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.data.table.LedgerTables;
import io.tidemark.server.http.ProgramVersion;
import io.tidemark.server.request.LocalSnapshot;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Certifies a snapshot: audits its ledger, and compares earlier snapshots of the lake with it. */
public final class Certification {

    private static final SqlFile SQL = SqlFile.of("certify/audit.sql");
    private static final int MAX_FAULTS = 50;
    private static final int MEMORY_MB = 2048;
    private static final List<String> NOT_COVERED = List.of(
            "the fish at the end of a month, whose sums are judged when they are asked for",
            "changes between snapshots of other tables of the ledger than stock",
            "a sum over four companies may be the losses of one, where the others had none of that cause",
            "the routes, which show what the ledger holds: the tests attack their answers",
            "counts of sites, which overlapping filters tell apart",
            "whether a week was open to view when its treatments were released: only that an atom of it lies inside "
            + "the area",
            "routes of the operator's own, and what admins pass on",
            "callers who kept answers from before a restatement and subtract them");

    private final Lake lake;
    private final LocalSnapshot asked;
    private final Clock clock;
    private final List<String> faults = new ArrayList<>();
    private int moreFaults;

    private Certification(Lake lake, LocalSnapshot asked, Clock clock) {
        this.lake = lake;
        this.asked = asked;
        this.clock = clock;
    }

    /** Certifies an open snapshot. */
    public static Certificate of(Lake lake, LocalSnapshot asked, Clock clock) {
        return new Certification(lake, asked, clock).make();
    }

    private Certificate make() {
        Snapshot snapshot = lake.open(new SnapshotId(asked.snapshot().id()));
        PrivacyRule rule = asked.snapshot().privacy();
        LedgerMark mark = Objects.requireNonNull(snapshot.manifest().ledger());
        try (DuckSession session = asked.session()) {
            for (String table : List.of("ledger_row", "atom", "amount", "inside")) {
                SQL.get(table).after("CREATE OR REPLACE TEMP TABLE " + table + " AS").run(session);
            }
            Certificate.Atoms atoms = atoms(session, rule);
            Certificate.Coverage coverage = coverage(session, mark);
            List<LedgerEntry> entries = Ledger.of(lake).entries().subList(0, mark.length());
            chain(entries);
            List<Certificate.Predecessor> predecessors = predecessors(snapshot, mark, entries);
            List<String> exposures = exposures(entries);
            if (moreFaults > 0) {
                faults.add("and " + moreFaults + " more");
            }
            return new Certificate(faults.isEmpty() && exposures.isEmpty() && !rule.isOff(), snapshot.id().text(),
                    clock.instant(), ProgramVersion.TEXT, programSha256(),
                    sha256(snapshot.folder().resolve("manifest.json")), mark.length(), mark.sha256(),
                    new Certificate.Rule(rule.minFarmers(), rule.maxSharePercent(), rule.lag()), mark.releasedThrough(),
                    coverage, atoms, ReleaseCheck.audits(), predecessors, exposures, faults, notCovered(rule));
        }
    }

    private static List<String> notCovered(PrivacyRule rule) {
        List<String> all = new ArrayList<>(NOT_COVERED);
        all.addFirst("callers who put their answers together: two companies see sums over at least "
                + (rule.minFarmers() - 1) + " others");
        if (rule.isOff()) {
            all.addFirst("the rule is off: nothing is hidden, and nothing is promised");
        }
        return all;
    }

    private void fault(String words) {
        if (faults.size() < MAX_FAULTS) {
            faults.add(words);
        } else {
            moreFaults++;
        }
    }

    private Certificate.Atoms atoms(DuckSession session, PrivacyRule rule) {
        session.run("CREATE OR REPLACE TEMP TABLE rule AS SELECT " + rule.minFarmers() + " AS min_farmers, "
                + rule.maxSharePercent() + " AS max_share");
        judgeMeans(session, rule);
        ReleaseCheck.audits().forEach(audit -> SQL.get(audit).each(session, row -> fault(row.getString(1))));
        return SQL.get("narrowest").first(session, row ->
                new Certificate.Atoms(row.getLong(1), row.getInt(2), number(row.getObject(3))))
                .orElseThrow();
    }

    // tenths and tails are judged as when they were made, by the groups and the sums of today
    private static void judgeMeans(DuckSession session, PrivacyRule rule) {
        Map<String, SqlStatement> steps = new LinkedHashMap<>();
        SqlFile tenths = SqlFile.of("derive/release/tenths.sql");
        SqlFile tails = SqlFile.of("derive/release/tails.sql");
        SqlStatement judged = SqlFile.of("derive/release/picks.sql").get("judged")
                .with("min_farmers", rule.minFarmers());
        steps.put("groups", SQL.get("groups"));
        steps.put("areas", SQL.get("areas"));
        steps.put("members", SqlFile.of("derive/release/site_months.sql").get("members")
                .part("site_month", "SELECT * FROM released_site_month"));
        steps.put("chosen_members", tenths.get("kept_members").part("tenth", "SELECT * FROM released_tenth"));
        steps.put("pick", tenths.get("tenth_picks").part("site_quarter", "SELECT * FROM site_quarter"));
        steps.put("judged", judged);
        steps.put("shown_tenths", tenths.get("shown_tenths"));
        make(session, steps);
        steps.clear();
        steps.put("pick", tails.get("tail_picks").part("tails", "SELECT * FROM released_feed_tail"));
        steps.put("judged", judged);
        steps.put("judged_tails", tails.get("judged_tails").part("tails", "SELECT * FROM released_feed_tail"));
        make(session, steps);
    }

    private static void make(DuckSession session, Map<String, SqlStatement> tables) {
        tables.forEach((table, rows) -> rows.after("CREATE OR REPLACE TEMP TABLE " + table + " AS").run(session));
    }

    private static Certificate.Coverage coverage(DuckSession session, LedgerMark mark) {
        Double waiting = mark.fishDays() == 0 ? null : (double) mark.waitingFishDays() / mark.fishDays();
        if (mark.releasedThrough() == null) {
            return new Certificate.Coverage(waiting, null, null, null);
        }
        return SQL.get("coverage").with("released_through", mark.releasedThrough()).first(session, row -> {
            double present = row.getDouble(1);
            return present == 0 ? new Certificate.Coverage(waiting, null, null, null)
                    : new Certificate.Coverage(waiting, row.getDouble(2) / present, row.getDouble(3) / present,
                    row.getDouble(4) / present);
        }).orElseThrow();
    }

    private static @Nullable Double number(@Nullable Object value) {
        return value instanceof Number number ? number.doubleValue() : null;
    }

    private static List<String> exposures(List<LedgerEntry> entries) {
        return entries.stream().filter(entry -> entry.kind().exposes()
                        && (entry.number() > 1 || entry.kind() == LedgerEntry.Kind.RECOVER))
                .map(entry -> "entry " + entry.number() + " of " + entry.at() + " (" + entry.kind().name()
                        .toLowerCase(Locale.ROOT).replace('_', '-')
                        + "): earlier answers can be subtracted from later ones")
                .toList();
    }

    private void chain(List<LedgerEntry> entries) {
        Ledger ledger = Ledger.of(lake);
        entries.stream().filter(entry -> !entry.previous().equals(ledger.sha256(entry.number() - 1)))
                .forEach(entry -> fault("entry " + entry.number() + " of the ledger does not follow the previous one"));
    }

    // the tables that another snapshot was published with must be unchanged in this one:
    // the same rows, and no atom in parts
    private List<Certificate.Predecessor> predecessors(Snapshot snapshot, LedgerMark mark, List<LedgerEntry> entries) {
        Ledger ledger = Ledger.of(lake);
        List<Certificate.Predecessor> all = new ArrayList<>();
        // the snapshot's own sessions cannot read files of another one
        try (DuckSession session = DuckSession.open(new EngineSettings(1, MEMORY_MB, asked.folder()))) {
            SQL.get("all_rows").part("rows", ledger.at(mark).rows(LedgerTables.STOCK, null))
                    .after("CREATE TABLE ledger_row AS").run(session);
            for (SnapshotId id : lake.list()) {
                LedgerMark before = id.equals(snapshot.id()) ? null : lake.open(id).manifest().ledger();
                if (before != null && before.length() > 0 && before.length() < mark.length()) {
                    all.add(compare(session, id, before, ledger.at(before),
                            entries.subList(before.length(), mark.length()).stream()
                            .anyMatch(entry -> entry.kind().exposes())));
                }
            }
        }
        return all;
    }

    private Certificate.Predecessor compare(DuckSession session, SnapshotId id, LedgerMark before, ReleasedTables old,
            boolean isExposed) {
        SQL.get("all_rows").part("rows", old.rows(LedgerTables.STOCK, null)).after("CREATE OR REPLACE TABLE old_row AS")
                .run(session);
        long changed = SQL.get("changed").number(session);
        long split = SQL.get("split").number(session);
        if (changed + split > 0 && !isExposed) {
            fault("snapshot " + id + " has " + changed + " released rows that differ here, and " + split
                    + " atoms that are split here");
        }
        return new Certificate.Predecessor(id.text(), before.length(), changed, split);
    }

    private static String sha256(Path file) {
        try {
            return Sha256.hex(file);
        } catch (IOException e) {
            throw new LakeException("cannot read " + file + ": " + e.getMessage(), e);
        }
    }

    private static @Nullable String programSha256() {
        CodeSource source = Certification.class.getProtectionDomain().getCodeSource();
        try {
            Path file = source == null || source.getLocation() == null ? null : Path.of(source.getLocation().toURI());
            return file != null && Files.isRegularFile(file) ? sha256(file) : null;
        } catch (URISyntaxException | IllegalArgumentException e) {
            return null;
        }
    }
}
