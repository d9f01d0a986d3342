package io.tidemark.ingest;

import io.tidemark.data.derive.SnapshotDerivation;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.duckdb.SqlStatement;
import io.tidemark.data.snapshot.PrivacyRule;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.StagedSnapshot;
import io.tidemark.ingest.check.CheckedFiles;
import io.tidemark.ingest.check.Correction;
import io.tidemark.ingest.check.FileResult;
import io.tidemark.ingest.check.FileVerdict;
import io.tidemark.ingest.check.RejectedRows;
import io.tidemark.ingest.check.RowFaults;
import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.contract.SourceTables;
import io.tidemark.ingest.delivery.DisplayText;
import io.tidemark.ingest.delivery.InternalNames;
import io.tidemark.ingest.lists.ListStage;
import io.tidemark.ingest.load.LoadedFile;
import io.tidemark.ingest.load.ReadFiles;
import io.tidemark.ingest.load.TableLoader;
import io.tidemark.ingest.merge.FarmerStage;
import io.tidemark.ingest.merge.PartitionWriter;
import io.tidemark.ingest.staging.StagingDatabase;
import io.tidemark.ingest.system.SystemStage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One ingest from top to bottom: plan, read, check, merge, derive, seal. Each step takes the result of the previous
 * step; the rows are in the staging tables, see {@link io.tidemark.ingest.staging.StagingTables}. The run asks its
 * {@link LakeTurn} before it checks rows and when it seals; the turn also publishes.
 */
final class IngestRun implements ReadRows {

    private static final String CHANGED = "changed while it was read; deliver it again when it is complete";
    private static final SqlFile SQL = SqlFile.of("ingest/lists.sql");
    private static final SqlFile LOAD = SqlFile.of("ingest/load.sql");

    private final IngestOptions options;
    private final IngestControl conduct;
    private final LakeTurn turn;
    private final StagingDatabase staging;
    private final TableLoader loader;
    private final ListStage lists;
    private final FarmerStage farmers;
    private final SystemStage systems;
    private final FileVerdict verdict;
    private final RejectsWriter rejects;
    private final PartitionWriter writer;
    private List<String> meant = List.of();

    IngestRun(IngestOptions options, LakeTurn turn, StagingDatabase staging, IngestControl conduct) {
        this.options = options;
        this.turn = turn;
        this.conduct = conduct;
        this.staging = staging;
        staging.takeAsNothing(options.missing());
        staging.explain(options.explained());
        staging.session().run("SET VARIABLE told_kind = $1", options.quartileKind());
        staging.session().run("SET VARIABLE replace_days = $1", options.replaceDays());
        loader = new TableLoader(staging);
        RowFaults faults = new RowFaults(staging);
        writer = new PartitionWriter(staging);
        lists = new ListStage(staging, loader, faults, writer, options.sender().ignoreUnknown());
        farmers = new FarmerStage(staging, faults, writer);
        systems = new SystemStage(staging, loader, faults, options.systems(), options.counters());
        verdict = new FileVerdict(options.maxRejectRate());
        rejects = new RejectsWriter(staging.staged().rejectsFolder(), staging::checkCancelled);
    }

    /** Runs the ingest; empty if the delivery has to be read again. */
    Optional<IngestReport> run(InternalNames files) {
        IngestPlan plan = IngestPlan.of(files.delivery(), options.sender());
        meant = files.delivery().meant();
        try (PlanReader reader = new PlanReader(loader, conduct)) {
            reader.expect(plan);
            // read the lists first: farmers' rows are checked against them
            ListStage.Merged merged = lists.merge(lists.seed(reader.read(plan.lists())), plan.authority());
            CheckedFiles listed = check(merged).tell(byFile(merged.taken(), ReadFiles.of(List.of())), this::isMeant);
            boolean holds = listed.isGood() && !plan.refusesLists();
            ReadFiles read = holds ? readFarmers(plan, reader, knownFarmers()) : readFarmersAlone(plan, reader);
            if (holds && !read.hasFailed() && !turn.begin(this)) {
                return Optional.empty();
            }
            Optional<FarmerStage.Checked> held = holds ? hold(read, merged) : Optional.empty();
            CheckedFiles delivered = check(merged, read, held.isPresent(), holds || !plan.hasFarmers())
                    .tell(byFile(held.map(FarmerStage.Checked::taken).orElse(List.of()), read), this::isMeant);
            CheckedFiles all = unchanged(files,
                    plan.refusals().and(listed).and(delivered).and(new CheckedFiles(List.of(), notes(plan, merged)))
                    .and(new CheckedFiles(List.of(), held.map(FarmerStage.Checked::notes).orElse(List.of()))));
            all.results().forEach(rejects::write);
            return all.isGood() && held.isPresent() ? publishable(all, held.get(), merged)
                    : Optional.of(report(IngestOutcome.REJECTED, null, all));
        }
    }

    private static Map<String, List<Correction>> byFile(List<Correction> taken, ReadFiles read) {
        Map<Integer, String> paths = read.delivered().stream()
                .collect(Collectors.toMap(LoadedFile::number, file -> file.file().relative(), (one, _) -> one));
        return taken.stream().collect(Collectors.groupingBy(
                correction -> paths.getOrDefault(correction.file(), correction.table())));
    }

    private boolean isMeant(FileResult result) {
        return options.replaces() || meant.stream().anyMatch(result.file().relative()::startsWith);
    }

    // judges the files of the lists and of the authority
    private CheckedFiles check(ListStage.Merged merged) {
        merged.authority().results().forEach(r -> conduct.progress().on(
                new IngestEvent.FileRead(r.file().relative(), r.read(), r.seconds(), r.failure())));
        return judge(merged.files().delivered(), merged.files(), merged)
                .and(new CheckedFiles(merged.authority().results().stream().map(verdict::on).toList(), List.of()));
    }

    private ReadFiles readFarmers(IngestPlan plan, PlanReader reader, Set<String> known) {
        ReadFiles tables = reader.read(plan.farmers(), file -> known.contains(file.farmerId())
                ? null : SystemStage.notAFarmer(file));
        ReadFiles made = ReadFiles.of(systems.load(plan.exports(), known));
        begin(IngestEvent.Step.CHECKING);
        return tables.and(made);
    }

    // reads farmers' files though the lists are faulty, to report their own faults too; without lists it reports
    // nothing that depends on them, such as unknown farmers
    private ReadFiles readFarmersAlone(IngestPlan plan, PlanReader reader) {
        return reader.read(plan.farmers()).and(ReadFiles.of(systems.read(plan.exports())));
    }

    /** Checks farmers' rows against the lists, each other and the lake, unless whole files failed. */
    private Optional<FarmerStage.Checked> hold(ReadFiles read, ListStage.Merged merged) {
        return read.hasFailed() ? Optional.empty()
                : Optional.of(farmers.check(!merged.authority().files().isEmpty()));
    }

    private CheckedFiles check(ListStage.Merged merged, ReadFiles read, boolean held, boolean looked) {
        String warning = !looked ? "farmers' rows were not checked against the lists and each other, since the lists "
                + "for the check failed"
                : !held && read.hasFailed() ? "rows were not checked against each other, since whole files failed" : "";
        return judge(read.delivered(), merged.files().and(read), merged)
                .and(new CheckedFiles(List.of(), warning.isEmpty() ? List.of() : List.of(warning)));
    }

    private CheckedFiles judge(List<LoadedFile> files, ReadFiles all, ListStage.Merged merged) {
        RejectedRows rows = new RejectedRows(staging, all.delivered());
        return new CheckedFiles(files.stream().map(this::explained)
                .map(f -> verdict.on(f, rows, merged.failures().get(f.table()))).toList(), List.of());
    }

    // the first rows as they would be stored, and what the lake has in their place
    private LoadedFile explained(LoadedFile file) {
        if (!staging.explains(file.file()) || file.failure() != null) {
            return file;
        }
        SourceTable table = file.table();
        List<String> notes = new ArrayList<>();
        LOAD.get("first_rows").part("rows", table.goodView()).with("file", file.number())
                .part("columns", table.columns().stream().map(c -> c.name() + " AS \"" + c.heading().replace("\"",
                "\"\"") + '"').collect(Collectors.joining(", ")))
                .each(staging.session(), row -> notes.add("a row of " + table.name() + ": "
                + DisplayText.row(row.getString(1))));
        if (SourceTables.all().contains(table)) {
            boolean farmers = table.namesFarmer() || !table.lists().isEmpty();
            LOAD.get(farmers ? "rows_in_place" : "list_in_place").with("file", file.number())
                    .part("good_rows", table.goodView()).part("lake", SqlStatement.made(
                    staging.staged().baseRows(table.fills()))).each(staging.session(), row -> notes.add("of "
                    + table.fills().name() + " the lake has " + row.getLong(1) + " rows in its place"));
        }
        return file.noting(notes);
    }

    private static List<String> notes(IngestPlan plan, ListStage.Merged merged) {
        return Stream.of(plan.warnings(), plan.ignoredNotes(merged.authority().ignored()), merged.warnings())
                .flatMap(List::stream).toList();
    }

    private static CheckedFiles unchanged(InternalNames files, CheckedFiles all) {
        Set<String> changed = files.changed();
        return new CheckedFiles(all.results().stream()
                .map(result -> changed.contains(result.file().relative()) ? result.failed(CHANGED)
                : result).toList(), all.warnings());
    }

    private Optional<IngestReport> publishable(CheckedFiles checked, FarmerStage.Checked held, ListStage.Merged read) {
        FarmerStage.Merged merged = merge(held, read);
        Optional<Snapshot> base = staging.staged().base();
        PrivacyRule rule = options.privacy().after(base);
        boolean derived = base.filter(before -> before.manifest().isDerived()).isPresent();
        boolean same = base.filter(before -> rule.equals(before.manifest().privacy())).isPresent() || !derived;
        CheckedFiles all = checked.and(new CheckedFiles(List.of(), warnings(merged, derived)));
        if (!staging.staged().differsFromBase() && same && !options.newAtoms()) {
            return Optional.of(report(IngestOutcome.NOTHING_NEW, null, all));
        }
        if (options.dryRun()) {
            return Optional.of(report(IngestOutcome.DRY_RUN, null, all));
        }
        derive(merged);
        return seal(rule, merged, all).map(sealed -> report(IngestOutcome.PUBLISHED, sealed, all));
    }

    private FarmerStage.Merged merge(FarmerStage.Checked held, ListStage.Merged read) {
        begin(IngestEvent.Step.WRITING);
        lists.write(read);
        FarmerStage.Merged merged = farmers.merge(held);
        systems.write(writer);
        merged.dropped().forEach(rejects::write);
        return merged;
    }

    private List<String> warnings(FarmerStage.Merged merged, boolean derived) {
        List<String> warnings = new ArrayList<>();
        merged.dropped().forEach(dropped -> warnings.add(dropped.rows().size()
                + (dropped.rows().size() == 1 ? " row of " : " rows of ")
                + dropped.table() + " in the lake " + (dropped.rows().size() == 1 ? "was" : "were")
                + " dropped, since a correction took their stock away; see lake/" + dropped.table()
                + ".csv among the rejects"));
        warnings.addAll(merged.notes());
        if (staging.staged().base().isPresent() && !derived) {
            warnings.add("the published snapshot has no derived tables by this program's contracts; a new one gets "
                    + "them for all years, tidemark snapshot derive makes them without a delivery");
        }
        return warnings;
    }

    private void derive(FarmerStage.Merged merged) {
        begin(IngestEvent.Step.DERIVING);
        SnapshotDerivation.derive(staging.session(), staging.staged(), merged.changes(), year ->
                conduct.stop().check());
    }

    private Optional<Snapshot> seal(PrivacyRule rule, FarmerStage.Merged merged, CheckedFiles all) {
        begin(IngestEvent.Step.SEALING);
        return turn.seal(rule, staged -> DeliveryContent.of(options, all.results(), staged, merged.farmers(),
                staging.session()));
    }

    /** The ids in the new list of farmers. */
    private Set<String> knownFarmers() {
        return Set.copyOf(SQL.get("farmers").list(staging.session(), row -> row.getString(1)));
    }

    private void begin(IngestEvent.Step step) {
        conduct.stop().check();
        conduct.progress().on(new IngestEvent.StepBegun(step));
    }

    private IngestReport report(IngestOutcome outcome, @Nullable Snapshot snapshot, CheckedFiles all) {
        Path kept = rejects.keep(options.lake().rejects(snapshot == null ? staging.staged().id() : snapshot.id()));
        return new IngestReport(outcome, snapshot == null ? null : snapshot.id(),
                all.results().stream().map(FileReport::of).toList(), rejects.reasons(), all.warnings(), kept);
    }

    @Override
    public SortedSet<Integer> years() {
        return farmers.years();
    }

    @Override
    public void moveTo(StagedSnapshot next) {
        staging.moveTo(next);
    }

    @Override
    public boolean dependsOutside(Snapshot published, SortedSet<Integer> years) {
        return farmers.dependsOutside(published, years);
    }
}
