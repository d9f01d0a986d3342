package io.tidemark.data.release;

import io.tidemark.data.derive.DateRange;
import io.tidemark.data.derive.Piece;
import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.ledger.Ledger;
import io.tidemark.data.ledger.LedgerCopy;
import io.tidemark.data.ledger.LedgerDraft;
import io.tidemark.data.ledger.LedgerEntry;
import io.tidemark.data.ledger.ReleasedTables;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.data.snapshot.Manifest;
import io.tidemark.data.snapshot.Manifest.LedgerMark;
import io.tidemark.data.snapshot.PrivacyRule;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.data.table.DerivedTables;
import io.tidemark.data.table.LakeTables;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Publishes a snapshot: releases its complete periods into the lake's ledger and makes it the published snapshot, both
 * in one step. Released rows never change, whatever later snapshots say (definitions.md, section 2, Release).
 * Hold the lake's lock.
 *
 * @param instance any session of the engine to use
 * @param stop     called from time to time; throws to stop
 */
public record SnapshotRelease(Lake lake, DuckSession instance, Runnable stop) {

    /**
     * The result of a publication.
     *
     * @param snapshot the published snapshot, with its part of the ledger
     * @param waiting  fish-days of released periods by company, and those of them that are in no benchmark
     */
    public record Outcome(Snapshot snapshot, SortedMap<String, Waiting> waiting) {}

    /**
     * A company's fish that wait to be in a benchmark.
     *
     * @param fishDays        its fish-days in released periods
     * @param waitingFishDays the part of them that is in no benchmark: delivered late, or with too few groups beside
     *                        them
     */
    public record Waiting(long fishDays, long waitingFishDays) {}

    private static final SqlFile GROUPS = SqlFile.of("derive/release/merge.sql");

    /**
     * Publishes a snapshot. A snapshot that was published before returns unchanged. A snapshot without derived tables
     * of this program's contracts releases nothing, and no server serves it.
     *
     * @throws LakeException also if the lake has lost its ledger
     */
    public Outcome publish(SnapshotId id) {
        Ledger.of(lake).check(lake);
        Snapshot snapshot = lake.open(id);
        // an interrupted run may have written a manifest that names an entry which no longer exists
        LedgerMark mark = snapshot.manifest().ledger();
        if (!snapshot.manifest().isDerived() || (mark != null && Ledger.of(lake).has(mark))) {
            lake.publish(id);
            LedgerCopy.keep(lake);
            return new Outcome(snapshot, new TreeMap<>());
        }
        return release(snapshot, LedgerEntry.Kind.RELEASE, null, null);
    }

    /**
     * Publishes a snapshot, and renews the rows of released atoms from it; the atoms stay. Earlier answers can be
     * subtracted from later ones.
     *
     * @param id   a snapshot that was not published before
     * @param from a day of the first piece whose rows are renewed; null for all
     */
    public Outcome restate(SnapshotId id, @Nullable LocalDate from) {
        Ledger.of(lake).check(lake);
        return release(lake.open(id), LedgerEntry.Kind.RESTATE, from == null ? LocalDate.EPOCH : Piece.start(from),
                null);
    }

    /**
     * Publishes a snapshot, and releases all periods again from it, as if nothing had been released. Earlier answers
     * can be subtracted from later ones.
     *
     * @param id a snapshot that was not published before
     */
    public Outcome renew(SnapshotId id) {
        Ledger.of(lake).check(lake);
        return release(lake.open(id), LedgerEntry.Kind.NEW_ATOMS, null, null);
    }

    /**
     * Publishes a snapshot after entries of the ledger were lost for good, and releases what is not released by those
     * that are left. Earlier answers can be subtracted from later ones.
     *
     * @param id a snapshot that was not published before
     */
    public Outcome recover(SnapshotId id) {
        Ledger.of(lake).check(lake);
        return release(lake.open(id), LedgerEntry.Kind.RECOVER, null, null);
    }

    /** The input of a release: the snapshot, the kind of change and the entry that it follows. */
    private record Plan(Snapshot snapshot, PrivacyRule rule, LedgerEntry.Kind kind, @Nullable LedgerEntry before,
            @Nullable LocalDate from,
            @Nullable LocalDate lastDay, @Nullable String farmer, @Nullable LocalDate erasedFrom) {

        /** The last day released before; null if nothing was released. */
        @Nullable LocalDate releasedBefore() {
            return before == null ? null : before.releasedThrough();
        }

        /** The last day released after it. */
        LocalDate through() {
            LocalDate earlier = releasedBefore();
            return earlier == null || (lastDay != null && lastDay.isAfter(earlier))
                    ? Objects.requireNonNull(lastDay) : earlier;
        }

        /** The first day to release by week, month and day; null without stock. */
        @Nullable LocalDate firstDay() {
            LocalDate begin = snapshot.firstDate(LakeTables.STOCK_DAY);
            LocalDate earlier = releasedBefore();
            if (kind == LedgerEntry.Kind.RESTATE) {
                return from == null || begin == null || from.isBefore(begin) ? begin : from;
            }
            return earlier == null ? begin : earlier.plusDays(1);
        }

        Plan as(LedgerEntry.Kind other) {
            return new Plan(snapshot, rule, other, before, from, lastDay, farmer, erasedFrom);
        }

        Plan withErased(@Nullable LocalDate first) {
            return new Plan(snapshot, rule, kind, before, from, lastDay, farmer, first);
        }

        /** The first day whose rows change; null if no earlier rows change. */
        @Nullable LocalDate renewedFrom() {
            // nobody knows which rows the lost entries had
            return kind == LedgerEntry.Kind.RECOVER ? snapshot.firstDate(LakeTables.STOCK_DAY)
                    : kind == LedgerEntry.Kind.RESTATE || kind == LedgerEntry.Kind.NEW_ATOMS ? firstDay() : erasedFrom;
        }
    }

    /**
     * Publishes a snapshot without a company's rows and removes the company from the released tables. Merges the atoms
     * that become unsafe. Earlier answers can be subtracted from later ones.
     *
     * @param id     a snapshot that was made from the published one, and not published before
     * @param farmer the company's id
     */
    public Outcome erase(SnapshotId id, String farmer) {
        Ledger.of(lake).check(lake);
        return release(lake.open(id), LedgerEntry.Kind.ERASE, null, farmer);
    }

    private Outcome release(Snapshot snapshot, LedgerEntry.Kind wish, @Nullable LocalDate from,
            @Nullable String farmer) {
        Ledger ledger = Ledger.of(lake);
        PrivacyRule rule = Objects.requireNonNull(snapshot.manifest().privacy());
        LedgerEntry newest = ledger.newest().orElse(null);
        LocalDate lastDay = lastDay(snapshot, rule);
        // without an entry no rows can be renewed, and without a complete period no rows can replace them
        LedgerEntry.Kind kind = (newest == null && wish != LedgerEntry.Kind.RECOVER)
                || (wish == LedgerEntry.Kind.NEW_ATOMS && lastDay == null)
                ? LedgerEntry.Kind.RELEASE : wish;
        Plan plan = new Plan(snapshot, rule, kind, kind == LedgerEntry.Kind.NEW_ATOMS ? null : newest, from, lastDay,
                farmer, null);
        if (plan.before == null && lastDay == null) {
            return finish(snapshot, mark(ledger, null, null, new TreeMap<>()), new TreeMap<>());
        }
        ReleasedTables current = plan.before == null ? ReleasedTables.nothing(ledger.folder())
                : new ReleasedTables(ledger.folder(), plan.before.tables());
        LedgerDraft draft = LedgerDraft.begin(lake, current, stop);
        try (ReleaseDatabase database = ReleaseDatabase.open(instance, snapshot)) {
            Plan done = work(plan, database, draft);
            SortedMap<String, Waiting> waiting = StockRelease.waiting(database, snapshot, draft.released(),
                    done.through());
            if (done.kind == LedgerEntry.Kind.RELEASE && current.equals(draft.released())
                    && done.through().equals(done.releasedBefore())) {
                return finish(snapshot, mark(ledger, done.through(), null, waiting), waiting);
            }
            draft.append(snapshot.id(), done.kind, rule, done.through(), done.kind == LedgerEntry.Kind.RESTATE
                    ? from : null, Instant.now());
            Outcome outcome = finish(snapshot, mark(ledger, done.through(), done.renewedFrom(), waiting), waiting);
            draft.settle();
            return outcome;
        } catch (RuntimeException e) {
            abandon(draft, e);
            throw e;
        }
    }

    /** Merges, renews and releases; returns the plan with its outcome. */
    private Plan work(Plan plan, ReleaseDatabase database, LedgerDraft draft) {
        // what has changed since the last release: the rule, the groups, the years of stock
        ReleasedTables current = draft.released();
        boolean sameRule = plan.before != null && plan.before.rule().isAsStrictAs(plan.rule);
        boolean same = sameRule && hasSameGroups(database, plan.snapshot);
        SortedSet<Integer> stockYears = plan.lastDay == null ? new TreeSet<>()
                : same && plan.kind == LedgerEntry.Kind.RELEASE
                ? years(plan.snapshot, plan.releasedBefore(), plan.lastDay)
                : new TreeSet<>(plan.snapshot.years(DerivedTables.STOCK_CELL));
        ReleaseWork work = new ReleaseWork(database, plan.snapshot, lake.current().orElse(plan.snapshot), plan.rule,
                stockYears, stop);
        SafeColumns.fill(work, draft);
        ReleasedTable.all().forEach(table -> table.complete(work, draft));
        Plan done = plan;
        // take an erased company out
        if (plan.kind == LedgerEntry.Kind.ERASE) {
            ReleasedTable.Erased erased = new ReleasedTable.Erased(Objects.requireNonNull(plan.farmer));
            eachYear(draft, (table, year) -> table.erase(work, draft, erased, year));
            done = plan.withErased(erased.firstDay().equals(LocalDate.MAX) ? null : erased.firstDay());
        }
        // merge released atoms that are too small by another rule or other groups
        if (plan.before != null && (plan.kind == LedgerEntry.Kind.ERASE || !same)) {
            if (!plan.rule.isOff()) {
                eachYear(draft, (table, year) -> table.merge(work, draft, year));
            }
            boolean merged = !(sameRule && current.equals(draft.released()));
            done = merged && plan.kind == LedgerEntry.Kind.RELEASE ? plan.as(LedgerEntry.Kind.ANOTHER_RULE) : done;
        }
        // make released rows anew where the operator restates them
        if (plan.kind == LedgerEntry.Kind.RESTATE) {
            ReleasedTable.all().forEach(table -> {
                stop.run();
                table.restate(work, draft, Objects.requireNonNull(plan.from));
            });
        }
        // release what is complete and not released yet
        for (ReleasedTable table : ReleasedTable.all()) {
            LocalDate first = firstDay(plan, draft, table);
            if (table instanceof StockRelease) {
                if (plan.lastDay != null) {
                    table.release(work, draft, new DateRange(LocalDate.EPOCH, plan.lastDay));
                }
            } else if (first != null && !first.isAfter(plan.through())) {
                table.release(work, draft, new DateRange(first, plan.through()));
            }
        }
        return done;
    }

    private void eachYear(LedgerDraft draft, BiConsumer<ReleasedTable, Integer> change) {
        for (ReleasedTable table : ReleasedTable.all()) {
            SortedSet<Integer> years = new TreeSet<>(draft.released().years(table.contract()));
            years.addAll(draft.released().years(table.second()));
            for (int year : years) {
                stop.run();
                change.accept(table, year);
            }
        }
    }

    // the ledger of an earlier program lacks tables, some of which are made of all that it has released
    private static @Nullable LocalDate firstDay(Plan plan, LedgerDraft draft, ReleasedTable table) {
        boolean isBegun = draft.isBegun(table.contract());
        draft.begin(table.contract());
        if (!isBegun && table.is(ReleasedTable.Trait.MADE_OF_RELEASED)) {
            return plan.snapshot.firstDate(LakeTables.STOCK_DAY);
        }
        return plan.kind == LedgerEntry.Kind.RESTATE && table.is(ReleasedTable.Trait.CHOSEN_ONCE)
                ? Objects.requireNonNull(plan.releasedBefore()).plusDays(1)
                : plan.firstDay();
    }

    /** Whether every company is in the same group as when the ledger was last made safe; false if unknown. */
    private boolean hasSameGroups(ReleaseDatabase database, Snapshot snapshot) {
        return published().filter(last -> last.entries(LakeTables.FARMER).equals(snapshot.entries(LakeTables.FARMER))
                || GROUPS.get("moved_companies").part("before", last.rows(LakeTables.FARMER))
                        .part("now", snapshot.rows(LakeTables.FARMER))
                        .list(database.session(), row -> row.getString(1)).isEmpty()).isPresent();
    }

    /** The published snapshot, if it was published with the newest entry. */
    private Optional<Snapshot> published() {
        return lake.currentId().filter(lake::isReadable).map(lake::open).filter(last -> last.manifest().isServable()
                && Objects.requireNonNull(last.manifest().ledger()).length() == Ledger.of(lake).length());
    }

    private static void abandon(LedgerDraft draft, RuntimeException reason) {
        try {
            draft.settle();
            draft.clear();
        } catch (LakeException e) {
            reason.addSuppressed(e);
        }
    }

    private Outcome finish(Snapshot snapshot, LedgerMark mark, SortedMap<String, Waiting> waiting) {
        Manifest manifest = snapshot.manifest().with(mark);
        LakeException.run("cannot finish snapshot " + snapshot.id(), () -> manifest.write(snapshot.folder()));
        lake.publish(snapshot.id());
        LedgerCopy.keep(lake);
        return new Outcome(new Snapshot(snapshot.id(), snapshot.folder(), manifest), waiting);
    }

    private static LedgerMark mark(Ledger ledger, @Nullable LocalDate through, @Nullable LocalDate renewed,
            SortedMap<String, Waiting> waiting) {
        int length = ledger.length();
        return new LedgerMark(length, ledger.sha256(length), through, renewed,
                waiting.values().stream().mapToLong(Waiting::fishDays).sum(),
                waiting.values().stream().mapToLong(Waiting::waitingFishDays).sum());
    }

    /** The last day of the last piece that is complete and past the lag; null without one. */
    static @Nullable LocalDate lastDay(Snapshot snapshot, PrivacyRule rule) {
        LocalDate complete = snapshot.manifest().completeThrough();
        LocalDate dataEnd = snapshot.lastDate(LakeTables.STOCK_DAY);
        LocalDate dataBegin = snapshot.firstDate(LakeTables.STOCK_DAY);
        if (complete == null || dataEnd == null || dataBegin == null) {
            return null;
        }
        LocalDate limit = dataEnd.minusDays(rule.lag());
        LocalDate last = Piece.lastEnd(complete.isBefore(limit) ? complete : limit);
        return last.isBefore(dataBegin) ? null : last;
    }

    /**
     * The years that may have rows to release: years that differ from the published snapshot, and years with pieces
     * that ended since.
     */
    private SortedSet<Integer> years(Snapshot snapshot, @Nullable LocalDate before, LocalDate lastDay) {
        SortedSet<Integer> years = new TreeSet<>(snapshot.years(DerivedTables.STOCK_CELL));
        Optional<Snapshot> published = published();
        if (published.isEmpty() || before == null) {
            return years;
        }
        HashSet<Manifest.FileEntry> same = new HashSet<>(published.get().entries(DerivedTables.STOCK_CELL));
        years.removeIf(year -> year < before.getYear() && snapshot.entries(DerivedTables.STOCK_CELL).stream()
                .filter(file -> file.firstDate() != null && file.firstDate().getYear() == year)
                .allMatch(same::contains));
        years.removeIf(year -> year > lastDay.getYear());
        return years;
    }
}
