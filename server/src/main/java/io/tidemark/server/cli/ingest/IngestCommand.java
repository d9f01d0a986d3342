package io.tidemark.server.cli.ingest;

import io.tidemark.data.file.AccessDenial;
import io.tidemark.data.history.JobRecord;
import io.tidemark.data.ledger.LedgerPruning;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeClock;
import io.tidemark.data.snapshot.LakeLock;
import io.tidemark.data.snapshot.Pruning;
import io.tidemark.ingest.Ingest;
import io.tidemark.ingest.IngestControl;
import io.tidemark.ingest.IngestOptions;
import io.tidemark.ingest.IngestOutcome;
import io.tidemark.ingest.IngestProgress;
import io.tidemark.ingest.IngestReport;
import io.tidemark.ingest.IngestStoppedException;
import io.tidemark.ingest.delivery.DeliveryPart;
import io.tidemark.ingest.system.Counters;
import io.tidemark.ingest.watch.DeliveryWatch;
import io.tidemark.ingest.watch.PublishTime;
import io.tidemark.ingest.watch.WatchOptions;
import io.tidemark.server.cli.console.FailureReport;
import io.tidemark.server.cli.console.ProgressLines;
import io.tidemark.server.cli.console.StopOnSignal;
import io.tidemark.server.cli.console.TimestampedOutput;
import io.tidemark.server.cli.console.Today;
import io.tidemark.server.cli.setup.ConfiguredDefaults;
import io.tidemark.server.cli.snapshot.LakeCommand;
import io.tidemark.server.cli.snapshot.NewAtomsOptions;
import io.tidemark.server.cli.snapshot.PrivacyOptions;
import io.tidemark.server.config.ConfigReader;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tidemark ingest}: publishes a delivery as a snapshot, or rejects it as a whole. */
@Command(name = "ingest", sortOptions = false)
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class IngestCommand implements Callable<Integer> {

    private static final List<String> PARTS = Arrays.stream(DeliveryPart.values()).map(DeliveryPart::folderName)
            .toList();
    private static final LocalTime USUAL_TIME = LocalTime.of(5, 0);

    @Spec
    CommandSpec spec;

    @Parameters(paramLabel = "DIR", arity = "0..1")
    Path dir;

    @Option(names = "--explain", paramLabel = "FILE")
    @Nullable Path explain;

    @Option(names = "--lake", paramLabel = "LAKE")
    @Nullable String lake;

    @Option(names = "--config", paramLabel = "FILE")
    @Nullable Path config;

    @Option(names = "--dry-run")
    boolean dryRun;

    @Option(names = "--max-reject-rate", paramLabel = "R", defaultValue = "" + IngestOptions.DEFAULT_MAX_REJECT_RATE)
    double maxRejectRate;

    @Option(names = "--today", paramLabel = "DATE")
    @Nullable LocalDate today;

    @Option(names = "--systems", paramLabel = "FOLDER")
    @Nullable String systems;

    @Option(names = "--missing", paramLabel = "WORD")
    List<String> missing = List.of();

    @Option(names = "--as", paramLabel = "KIND")
    String quartileKind = "";

    @Option(names = "--replace")
    boolean replace;

    @Option(names = "--counters", paramLabel = "READING")
    List<String> counters = List.of();

    @Mixin
    SenderOptions sender;

    @Mixin
    PrivacyOptions privacy;

    @Mixin
    NewAtomsOptions atoms;

    @Option(names = "--wait", paramLabel = "SECONDS", defaultValue = LakeCommand.DEFAULT_WAIT)
    int wait;

    @Option(names = "--watch")
    boolean watch;

    @Option(names = "--settle", paramLabel = "SECONDS", defaultValue = "60")
    int settle;

    @Option(names = "--publish-at", paramLabel = "HH:MM")
    @Nullable LocalTime publishAt;

    @Option(names = "--publish-each")
    boolean publishEach;

    @Option(names = "--prune", paramLabel = "KEEP")
    @Nullable Integer keep;

    @Option(names = "--json")
    boolean json;

    @Option(names = {"-q", "--quiet"})
    boolean quiet;

    @Option(names = {"-h", "--help"}, usageHelp = true)
    boolean help;

    private Map<String, String> settings = Map.of();

    @Override
    public Integer call() throws InterruptedException {
        checkUsage();
        settings = ConfigReader.texts(config, System.getenv(), flags());
        checkWords("the setting missing", wordsForNothing());
        checkReadings("the setting counters");
        if (!settings.getOrDefault("replace-days", "").matches("[1-9]\\d{0,5}")) {
            wrong("the setting replace-days must be a number of days, from 1");
        }
        // a watch runs for days, so its lines have times
        PrintWriter err = watch ? timed(spec.commandLine().getErr()) : spec.commandLine().getErr();
        PrintWriter out = watch && !json ? timed(spec.commandLine().getOut()) : spec.commandLine().getOut();
        ReportOutput output = new ReportOutput(out, err, json, quiet, publishTime(), lake());
        IngestProgress progress = quiet ? event -> { } : new ProgressLines(err, json);
        try (StopOnSignal stop = StopOnSignal.install()) {
            IngestControl conduct = new IngestControl(Duration.ofSeconds(wait), progress, stop.signal());
            try {
                checkClock(output);
                return watch ? watch(conduct, output) : once(conduct, output);
            } catch (IngestStoppedException e) {
                err.println(e.getMessage());
                err.flush();
                return FailureReport.UNEXPECTED;
            }
        }
    }

    private static PrintWriter timed(PrintWriter out) {
        return TimestampedOutput.before(out, Clock.system(Today.NORWAY));
    }

    // the folder of the delivery is above the part that the file lies in
    private void findDelivery(Path file) {
        for (Path part = file.toAbsolutePath().normalize().getParent(); dir == null && part != null;
                part = part.getParent()) {
            Path above = part.getParent();
            if (above != null && PARTS.contains(String.valueOf(part.getFileName()))) {
                dir = above;
            }
        }
        dryRun = true;
        if (dir == null || !Files.isRegularFile(file)) {
            wrong("--explain needs a file in the folder authority, reference or farmers of a delivery, not " + file);
        }
    }

    private String explained() {
        return explain == null ? "" : dir.toAbsolutePath().normalize().relativize(
                explain.toAbsolutePath().normalize()).toString();
    }

    private void checkUsage() {
        if (explain != null) {
            findDelivery(explain);
        } else if (dir == null) {
            wrong("Missing required parameter: 'DIR'");
        }
        if (!(maxRejectRate >= 0 && maxRejectRate <= 1)) {
            wrong("--max-reject-rate must be from 0 to 1, not " + maxRejectRate);
        }
        if (wait < 0 || settle < 0) {
            wrong("--wait and --settle must be 0 or more seconds");
        }
        if (watch && dryRun) {
            wrong("--watch publishes deliveries; it cannot be combined with --dry-run");
        }
        if (!watch && (publishAt != null || publishEach)) {
            wrong("--publish-at and --publish-each need --watch; a single delivery is published at once");
        }
        if (!watch && spec.commandLine().getParseResult().hasMatchedOption("--settle")) {
            wrong("--settle needs --watch; a single delivery is read as it is");
        }
        if (publishAt != null && publishEach) {
            wrong("--publish-at and --publish-each cannot both be set");
        }
        if (keep != null && (keep < 1 || dryRun)) {
            wrong(dryRun ? "--prune removes snapshots; with --dry-run nothing is published"
                    : "--prune must be 1 or more, not " + keep);
        }
        if (watch && atoms.given()) {
            wrong("--new-atoms is for a single delivery; with --watch each delivery would release all periods again");
        }
        checkWords("--missing", missing);
        if (!quartileKind.isEmpty() && !IngestOptions.QUARTILE_KINDS.contains(quartileKind)) {
            wrong("--as must be " + String.join(" or ", IngestOptions.QUARTILE_KINDS) + ", not " + quartileKind);
        }
        if (!Files.isDirectory(dir)) {
            wrong(AccessDenial.noFolder(dir));
        }
        sender.check(watch);
    }

    private void checkWords(String name, List<String> words) {
        if (!words.stream().allMatch(IngestOptions::isWordForNothing)) {
            wrong(name + " must be a word without commas, semicolons and quotes; an empty field is always a missing "
                    + "value");
        }
    }

    private void checkReadings(String name) {
        readings().forEach((of, reading) -> {
            if (!Counters.READINGS.contains(reading) || (!of.isEmpty() && !of.matches("[^/]+/[^/]+"))) {
                wrong((counters.isEmpty() ? name : "--counters") + " must be running or daily, alone or after a "
                        + "company and system as in F01/fishtalk=running");
            }
        });
    }

    // by company and system; those of all by the empty text
    private Map<String, String> readings() {
        return list("counters").stream().collect(Collectors.toMap(
                text -> text.substring(0, Math.max(0, text.indexOf('='))),
                text -> text.substring(text.indexOf('=') + 1), (_, last) -> last));
    }

    private List<String> wordsForNothing() {
        return list("missing");
    }

    // of the option, or of the setting
    private List<String> list(String setting) {
        return Arrays.stream(settings.getOrDefault(setting, "").split(",", -1)).map(String::strip)
                .filter(word -> !word.isEmpty()).toList();
    }

    private Map<String, String> flags() {
        Map<String, String> flags = new HashMap<>();
        if (lake != null) {
            flags.put("lake", lake);
        }
        if (!missing.isEmpty()) {
            flags.put("missing", String.join(",", missing));
        }
        if (!counters.isEmpty()) {
            flags.put("counters", String.join(",", counters));
        }
        if (systems != null) {
            flags.put("systems", systems);
        }
        return flags;
    }

    private Lake lake() {
        return ConfiguredDefaults.lake(spec, System.getenv(), Path.of(settings.getOrDefault("lake", "")));
    }

    private void wrong(String message) {
        throw new ParameterException(spec.commandLine(), message);
    }

    // days in the future are refused, by this clock
    private void checkClock(ReportOutput output) {
        LakeClock.problem(lake(), Instant.now()).ifPresent(wrong -> output.say("warning: " + wrong.words()
                + ": compare them (timedatectl), since the ingest refuses days in the future"));
    }

    private int once(IngestControl conduct, ReportOutput output) {
        long start = System.nanoTime();
        IngestReport report = dryRun ? Ingest.tryOut(options(dir), conduct) : Ingest.run(options(dir), conduct);
        output.print(report);
        if (!dryRun && report.outcome() != IngestOutcome.REJECTED) {
            JobRecord.write(lake(), "ingest", Duration.ofNanos(System.nanoTime() - start));
        }
        if (keep != null && report.outcome() == IngestOutcome.PUBLISHED) {
            Lake pruned = lake();
            try (LakeLock _ = pruned.lock(conduct.patience(), waited -> { })) {
                output.pruned(LedgerPruning.carryOut(Pruning.plan(pruned, keep), pruned));
            }
        }
        return report.outcome() == IngestOutcome.REJECTED ? FailureReport.REJECTED : FailureReport.DONE;
    }

    private int watch(IngestControl conduct, ReportOutput output) throws InterruptedException {
        output.say("watching " + dir + (publishEach ? "" : ", publishing at " + publishTime()) + "; Ctrl-C stops");
        WatchOptions watched = new WatchOptions(Duration.ofSeconds(settle), this::options,
                publishEach ? null : new PublishTime(publishTime(), Clock.system(Today.NORWAY)),
                keep == null ? OptionalInt.empty() : OptionalInt.of(keep));
        new DeliveryWatch(dir, lake(), watched, conduct, output).run();
        return FailureReport.DONE;
    }

    private int replaceDays() {
        return Integer.parseInt(settings.getOrDefault("replace-days", ""));
    }

    private LocalTime publishTime() {
        return publishAt == null ? USUAL_TIME : publishAt;
    }

    // called for each delivery: a watch runs for days
    private IngestOptions options(Path delivery) {
        String own = settings.getOrDefault("systems", "");
        return new IngestOptions(delivery, lake(), today == null ? Today.inNorway() : today, dryRun,
                maxRejectRate, own.isEmpty() ? null : Path.of(own), privacy.wish(), sender.of(delivery))
                .reading(wordsForNothing(), quartileKind, readings()).replacing(replaceDays(), replace)
                .explaining(explained())
                .withNewAtoms(atoms.wanted(lake()));
    }
}
