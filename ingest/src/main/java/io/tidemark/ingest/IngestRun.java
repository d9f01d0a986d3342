package io.tidemark.ingest;

import io.tidemark.data.derive.SnapshotDerivation;
import io.tidemark.data.snapshot.PrivacyRule;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.StagedSnapshot;
import io.tidemark.ingest.check.Faults;
import io.tidemark.ingest.check.FileResult;
import io.tidemark.ingest.check.RejectedRows;
import io.tidemark.ingest.check.Verdict;
import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.contract.SourceTables;
import io.tidemark.ingest.delivery.DeliveredFile;
import io.tidemark.ingest.delivery.Delivery;
import io.tidemark.ingest.delivery.Folder;
import io.tidemark.ingest.delivery.OwnNames;
import io.tidemark.ingest.file.RowEstimate;
import io.tidemark.ingest.file.RowLines;
import io.tidemark.ingest.lists.ReferenceStage;
import io.tidemark.ingest.load.LoadedFile;
import io.tidemark.ingest.load.LoadedTables;
import io.tidemark.ingest.load.TableLoader;
import io.tidemark.ingest.merge.DroppedRows;
import io.tidemark.ingest.merge.FarmerStage;
import io.tidemark.ingest.merge.PartitionWriter;
import io.tidemark.ingest.staging.StagingDatabase;
import io.tidemark.ingest.system.SystemStage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One ingest with the lake's lock held: load, check, merge, seal. It reports itself as published, which the series then does. */
final class IngestRun {

    private static final String CHANGED = "changed while it was read; deliver it again when it is complete";

    private final IngestOptions options;
    private final IngestProgress progress;
    private final StopSignal stop;
    private final StagedSnapshot staged;
    private final SnapshotSeries series;
    private final StagingDatabase bench;
    private final LoadedTables loaded = new LoadedTables();
    private final TableLoader loader;
    private final ReferenceStage reference;
    private final FarmerStage farmers;
    private final SystemStage systems;
    private final Verdict verdict;
    private final RejectsWriter rejects;
    private final PartitionWriter writer;
    private final List<String> warnings = new ArrayList<>();

    IngestRun(IngestOptions options, SnapshotSeries series, StagedSnapshot staged, StagingDatabase bench, IngestConduct conduct) {
        this.options = options;
        this.series = series;
        progress = conduct.progress();
        stop = conduct.stop();
        this.staged = staged;
        this.bench = bench;
        loader = new TableLoader(bench);
        Faults faults = new Faults(bench);
        writer = new PartitionWriter(bench);
        reference = new ReferenceStage(bench, loaded, loader, faults, writer, options.today());
        farmers = new FarmerStage(bench, faults, writer);
        systems = new SystemStage(bench, loader, faults, options.systems());
        verdict = new Verdict(options.maxRejectRate());
        rejects = new RejectsWriter(staged.rejectsFolder(), options.lake().rejects(staged.id()), bench::checkCancelled);
    }

    IngestReport run(OwnNames files) {
        try (loader) {
            loader.expect(files.delivery().tables());
            return take(files);
        }
    }

    private IngestReport take(OwnNames files) {
        Delivery delivery = files.delivery();
        List<FileResult> results = new ArrayList<>(refused(delivery));
        delivery.tables().stream().filter(f -> f.folder() != Folder.FARMERS).forEach(f -> load(f, null));
        reference.merge(delivery.others());
        reference.authorityResults().forEach(r ->
                progress.on(new IngestEvent.FileRead(r.file().relative(), r.read(), r.seconds(), r.failure())));
        List<FileResult> farmerResults = List.of();
        List<FileResult> referenceResults = judge(loaded.delivered());
        reference.authorityResults().stream().map(verdict::on).forEach(referenceResults::add);
        results.addAll(referenceResults);
        // a bad name in a farmer's folder says nothing of the other files
        boolean held = areGood(referenceResults) && delivery.refused().keySet().stream()
                .allMatch(path -> path.startsWith(Folder.FARMERS.folderName() + "/"));
        if (held) {
            farmerResults = takeFarmers(delivery);
            results.addAll(farmerResults);
        } else if (!delivery.exports().isEmpty() || delivery.tables().stream().anyMatch(f -> f.folder() == Folder.FARMERS)) {
            warnings.add("the farmers' files were not looked at, since what they are held against failed");
        }
        noteIgnored(delivery);
        warnings.addAll(reference.warnings());
        Set<String> changed = files.changed();
        results.replaceAll(result -> changed.contains(result.file().relative()) ? result.failed(CHANGED) : result);
        results.forEach(rejects::write);
        return areGood(results) ? finish(results) : report(Outcome.REJECTED, null, results);
    }

    private static List<FileResult> refused(Delivery delivery) {
        return delivery.refused().entrySet().stream().map(e -> new FileResult(new DeliveredFile(
                Path.of("refused"), e.getKey(), Folder.REFERENCE, null, "", DeliveredFile.Packing.PLAIN),
                "", "", 0, 0, List.of(), e.getValue(), 0, rows -> { })).toList();
    }

    private static boolean areGood(List<FileResult> results) {
        return results.stream().allMatch(r -> r.failure() == null);
    }

    private List<FileResult> takeFarmers(Delivery delivery) {
        Set<String> known = new HashSet<>(bench.session().list("SELECT farmer_id FROM new_farmer", row -> row.getString(1)));
        int before = loaded.delivered().size();
        delivery.tables().stream().filter(f -> f.folder() == Folder.FARMERS)
                .forEach(f -> load(f, known.contains(f.farmerId()) ? null
                        : SystemStage.notAFarmer(f)));
        systems.load(delivery.exports(), known).forEach(loaded::add);
        begin(IngestEvent.Step.CHECKING);
        List<LoadedFile> files = loaded.delivered().subList(before, loaded.delivered().size());
        if (files.stream().anyMatch(f -> f.failure() != null)) {
            warnings.add("rows were not held against each other, since whole files failed");
        } else {
            farmers.check();
        }
        return judge(files);
    }

    private void load(DeliveredFile file, @Nullable String failure) {
        SourceTable table = SourceTables.find(file.folder(), file.table()).orElseThrow();
        stop.check();
        progress.on(new IngestEvent.FileStarted(file.relative(), file.path().toFile().length(), RowEstimate.of(file)));
        LoadedFile result;
        try (FileTicker _ = FileTicker.start(file.relative(), loader::progress, progress)) {
            result = failure == null ? loader.load(file, table)
                    : new LoadedFile(file, table, 0, "", 0, 0, 0, RowLines.plain(), List.of(), failure, 0);
        }
        loaded.add(result);
        progress.on(new IngestEvent.FileRead(file.relative(), result.read(), result.seconds(), result.failure()));
    }

    private void begin(IngestEvent.Step step) {
        stop.check();
        progress.on(new IngestEvent.StepBegun(step));
    }

    private List<FileResult> judge(List<LoadedFile> files) {
        RejectedRows rows = new RejectedRows(bench, loaded.delivered());
        List<FileResult> results = new ArrayList<>();
        files.forEach(f -> results.add(verdict.on(f, rows, reference.failure(f.table()))));
        return results;
    }

    private void noteIgnored(Delivery delivery) {
        delivery.leftOut().forEach(path -> warnings.add(path + " was left out: this delivery may bring "
                + options.sender().scope() + " alone"));
        SortedMap<String, String> ignored = new TreeMap<>(delivery.ignored());
        reference.ignored().forEach(path -> ignored.put(path, "is not a format that this version reads"));
        ignored.forEach((path, reason) -> warnings.add(path + ": " + reason + "; ignored"));
    }

    private IngestReport finish(List<FileResult> results) {
        begin(IngestEvent.Step.WRITING);
        reference.write();
        for (DroppedRows dropped : farmers.write()) {
            rejects.write(dropped);
            warnings.add(dropped.rows().size() + " rows of " + dropped.table()
                    + " in the lake were dropped, since a correction took their stock away; see lake/" + dropped.table()
                    + ".csv among the rejects");
        }
        warnings.addAll(farmers.notes());
        PrivacyRule rule = options.privacy().after(staged.base());
        boolean derived = staged.base().filter(base -> base.manifest().isDerived()).isPresent();
        boolean same = staged.base().filter(base -> rule.equals(base.manifest().privacy())).isPresent() || !derived;
        if (staged.base().isPresent() && !derived) {
            warnings.add("the published snapshot has no derived tables by this program's contracts; a new one gets them for all "
                    + "years, tidemark snapshot derive makes them without a delivery");
        }
        if (!staged.differsFromBase() && same) {
            return report(Outcome.NOTHING_NEW, null, results);
        }
        if (options.dryRun()) {
            return report(Outcome.DRY_RUN, null, results);
        }
        begin(IngestEvent.Step.DERIVING);
        SnapshotDerivation.derive(bench.session(), staged, rule, writer.log().changes(), year -> stop.check());
        begin(IngestEvent.Step.SEALING);
        Map<String, String> groupOf = new HashMap<>();
        bench.session().each("SELECT farmer_id, farmer_group_key FROM new_farmer", row ->
                groupOf.put(row.getString(1), row.getString(2)));
        Snapshot snapshot = series.seal(rule, Brought.of(options, results, staged, writer.log().farmers()), new ChangedGroups(
                writer.log().farmers().stream().map(farmer -> groupOf.getOrDefault(farmer, farmer)).collect(Collectors.toSet()),
                Set.copyOf(groupOf.values()).size()));
        return report(Outcome.PUBLISHED, snapshot, results);
    }

    private IngestReport report(Outcome outcome, @Nullable Snapshot snapshot, List<FileResult> results) {
        rejects.keep();
        return new IngestReport(outcome, snapshot == null ? null : snapshot.id(),
                results.stream().map(FileReport::of).toList(), rejects.reasons(), warnings, rejects.folder());
    }
}
