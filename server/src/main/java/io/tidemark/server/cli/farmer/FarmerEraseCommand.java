package io.tidemark.server.cli.farmer;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineException;
import io.tidemark.data.erase.Erasure;
import io.tidemark.data.erase.ErasureScope;
import io.tidemark.data.erase.FarmerErasure;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeInUseException;
import io.tidemark.data.snapshot.LakeLock;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.SnapshotHistory;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.data.snapshot.SnapshotLeases;
import io.tidemark.ingest.IngestStoppedException;
import io.tidemark.ingest.StopSignal;
import io.tidemark.ingest.watch.WatchOutcomes;
import io.tidemark.server.audit.DataAccessErasure;
import io.tidemark.server.cli.console.FailureReport;
import io.tidemark.server.cli.console.StateOption;
import io.tidemark.server.cli.console.StopOnSignal;
import io.tidemark.server.cli.console.Times;
import io.tidemark.server.cli.setup.ConfiguredDefaults;
import io.tidemark.server.cli.state.AuditedCommand;
import io.tidemark.server.event.Event;
import io.tidemark.server.http.Json;
import io.tidemark.server.identity.state.StateStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code tidemark farmer erase}: erases a company's data. */
@Command(name = "erase", sortOptions = false)
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class FarmerEraseCommand extends FarmerCommand {

    private static final Duration LOOK_AGAIN_AFTER = Duration.ofMillis(500);

    private final Optional<Confirmation> terminal;

    @Option(names = "--yes", order = 1)
    boolean yes;

    @Option(names = "--dry-run", order = 2)
    boolean dryRun;

    @Mixin
    Wait patience;

    @Mixin
    StateOption state;

    /** Creates the command, which asks at the process's own terminal. */
    public FarmerEraseCommand() {
        this(Confirmation.atTerminal());
    }

    /**
     * Creates the command.
     *
     * @param terminal asks for confirmation; empty without a terminal
     */
    FarmerEraseCommand(Optional<Confirmation> terminal) {
        this.terminal = terminal;
    }

    @Override
    public int run(Lake lake) {
        if (dryRun) {
            return runStoppable(lake);
        }
        int code;
        try {
            code = runStoppable(lake);
        } catch (RuntimeException e) {
            AuditedCommand.write(this, state.folder(), null, e instanceof ParameterException
                    ? Event.Outcome.REFUSED : Event.Outcome.FAILED);
            throw e;
        }
        boolean isDone = code == FailureReport.DONE;
        boolean isAudited = AuditedCommand.write(this, state.folder(), null, isDone
                ? Event.Outcome.DONE : Event.Outcome.FAILED);
        return isDone && !isAudited ? FailureReport.DAMAGED : code;
    }

    private int runStoppable(Lake lake) {
        if (!lake.exists()) {
            throw wrong("there is no lake in " + lake.root());
        }
        Optional<FarmerLogins> logins = logins();
        try (StopOnSignal stop = StopOnSignal.install(); DuckSession session = DuckSession.open(engine())) {
            stop.signal().cancelBy(session::cancel);
            FarmerErasure erasure = new FarmerErasure(lake, session, farmer, step -> {
                if (step == FarmerErasure.Step.PUBLISHED) {
                    // from here on the command runs to its end
                    stop.signal().cancelBy(null);
                    say("published without " + farmer + "; removing what is left");
                }
            });
            try {
                TreeSet<String> known = new TreeSet<>(FarmerErasure.known(lake, session));
                logins.ifPresent(all -> known.addAll(all.farmers()));
                check(List.copyOf(known), lake);
                ErasureScope scope = erasure.scope();
                check(lake, scope);
                List<String> own = logins.map(all -> all.inForceOf(farmer)).orElse(List.of());
                if (dryRun) {
                    print(scope, own);
                    return FailureReport.DONE;
                }
                confirm(scope, own);
                return erase(lake, erasure, logins, stop.signal());
            } catch (IngestStoppedException | EngineException e) {
                if (!stop.signal().isRequested()) {
                    throw e;
                }
                say(erasure.isUnfinished() ? "stopped: " + farmer
                        + " is no longer in the published snapshot; run the command again to remove the rest"
                        : "stopped; nothing was changed");
                return FailureReport.UNEXPECTED;
            } finally {
                stop.signal().cancelBy(null);
            }
        }
    }

    private int erase(Lake lake, FarmerErasure erasure, Optional<FarmerLogins> logins, StopSignal stop) {
        try (LakeLock _ = lock(lake, patience, () -> obstacle(lake))) {
            check(lake, erasure.scope());
            Erasure note = erasure.publish(System.getProperty("user.name", ""), stop::check);
            List<String> revoked = logins.map(all -> all.revokeAllOf(farmer)).orElse(List.of());
            note = removeSnapshots(lake, erasure, erasure.removeRejects(note, revoked), stop);
            if (logins.isPresent()) {
                // its accounts are revoked, and the server has had time to write what they asked before
                note = erasure.removedLines(note, DataAccessErasure.erase(state.folder(), farmer));
            }
            Path protocol = erasure.finish(note);
            print(FarmerErasure.read(protocol), protocol);
            left(lake).forEach(file -> say("left, and yours to delete: " + file));
            WatchOutcomes.forget(farmer, lake).forEach(record ->
                    say("left until the watch no longer finds that delivery: " + record));
        }
        return FailureReport.DONE;
    }

    // where deliveries land, and copies of the state from before an upgrade
    private List<Path> left(Lake lake) {
        String uploads = ConfiguredDefaults.texts(spec, System.getenv()).getOrDefault("intake.folder", "");
        List<Path> left = new ArrayList<>(WatchOutcomes.filesOf(farmer, lake,
                uploads.isBlank() ? null : Path.of(uploads)));
        Lake.names(state.folder()).stream().filter(name -> name.startsWith("tidemark.db.version-")).sorted()
                .forEach(name -> left.add(state.folder().resolve(name)));
        return left;
    }

    // the accounts may be elsewhere, but a given state folder must exist
    private Optional<FarmerLogins> logins() {
        Path folder = state.folder();
        if (Files.isDirectory(folder)) {
            return Optional.of(FarmerLogins.in(StateStore.openExisting(folder, Clock.systemUTC())));
        }
        if (!state.isUsual()) {
            throw wrong("there is no state folder " + folder);
        }
        say("there is no state folder " + folder
                + ": no account or key is revoked, and the data-access log is not cleaned");
        return Optional.empty();
    }

    private void check(Lake lake, ErasureScope scope) {
        List<String> strange = SnapshotHistory.of(lake).entries().stream().filter(entry -> entry.problem() != null)
                .map(SnapshotHistory.Entry::name).toList();
        if (!strange.isEmpty()) {
            throw wrong("in " + lake.root().resolve("snapshots") + " " + String.join(", ", strange)
                    + (strange.size() == 1 ? " is no usable snapshot"
                    : " are no usable snapshots") + ", and may have rows of " + farmer
                    + ": publish or move away what is there first");
        }
        Optional<Snapshot> published = lake.current();
        if (scope.isInPublished() && published.isPresent() && !published.get().manifest().isServable()) {
            throw wrong("snapshot " + published.get().id() + " is of an earlier version; run tidemark snapshot derive "
                    + "first");
        }
    }

    private static Optional<String> obstacle(Lake lake) {
        if (lake.owners().areBusy()) {
            return Optional.of("an ingest is running");
        }
        List<SnapshotLeases.Held> held = FarmerErasure.heldBeside(lake);
        if (held.isEmpty()) {
            return Optional.empty();
        }
        lake.leases().ask();
        return Optional.of(words(held));
    }

    /** Who has which snapshots open, and how that ends. */
    private static String words(List<SnapshotLeases.Held> held) {
        return held.stream()
                .map(lease -> lease.holder() + " has snapshot " + lease.snapshot() + " open since "
                + Times.minute(lease.since()))
                .distinct().collect(Collectors.joining(", ")) + " (a server is asked to close it, and does so within "
                + "seconds, once it serves a newer one and its running requests have ended. Otherwise end the process)";
    }

    private void confirm(ErasureScope scope, List<String> own) {
        if (yes) {
            return;
        }
        Confirmation asked = terminal.orElseThrow(() -> wrong("there is no terminal to confirm at; give --yes"));
        print(scope, own);
        String typed = asked.ask("This cannot be undone. Type " + farmer + " to go on: ");
        if (typed == null || !typed.strip().equals(farmer)) {
            throw wrong("nothing was removed: " + farmer + " was not typed");
        }
    }

    private Erasure removeSnapshots(Lake lake, FarmerErasure erasure, Erasure begun, StopSignal stop) {
        long end = System.nanoTime() + Duration.ofSeconds(patience.seconds).toNanos();
        Erasure note = begun;
        String said = "";
        while (true) {
            note = erasure.removeSnapshots(note);
            List<SnapshotId> left = erasure.left();
            if (left.isEmpty()) {
                return note;
            }
            List<SnapshotLeases.Held> held = lake.leases().held().stream()
                    .filter(lease -> left.contains(lease.snapshot())).toList();
            if (held.isEmpty()) {
                // closed since: the next turn removes it
                continue;
            }
            lake.leases().ask();
            String open = words(held);
            if (System.nanoTime() >= end) {
                throw new LakeInUseException(farmer + " is no longer in the published snapshot, but after "
                        + patience.seconds + " s " + open + "; run the command again to remove the rest");
            }
            if (!said.equals(open)) {
                said = open;
                say("waiting at most " + patience.seconds + " s: " + open);
            }
            pause(stop);
        }
    }

    private static void pause(StopSignal stop) {
        try {
            if (stop.await(LOOK_AGAIN_AFTER)) {
                throw new IngestStoppedException();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IngestStoppedException();
        }
    }

    private void print(ErasureScope scope, List<String> own) {
        if (dryRun && json) {
            printJson(Json.object("farmer_id", farmer, "lake_rows", scope.lakeRows(),
                    "ledger_rows", scope.ledgerRows(), "benchmark_pieces", scope.pieces(),
                    "manifest_entries", scope.manifestEntries(), "snapshots", scope.snapshots(),
                    "rejects", scope.rejects(), "accounts", own));
            return;
        }
        out().println("to be removed of " + farmer + ":");
        lines(scope.lakeRows(), scope.ledgerRows(), scope.pieces(), scope.snapshots(), scope.rejects(), own.size())
                .forEach(out()::println);
        out().flush();
    }

    private void print(Erasure erasure, Path protocol) {
        if (json) {
            ObjectNode fields = Lake.JSON.valueToTree(erasure);
            printJson(fields.put("protocol", protocol.toString()));
            return;
        }
        out().println("removed of " + farmer + ":");
        lines(erasure.lakeRows(), erasure.ledgerRows(), erasure.benchmarkPieces(), erasure.snapshots(),
                erasure.rejects(), erasure.accounts().size()).forEach(out()::println);
        out().println("  lines of the data-access log: " + erasure.logLines());
        if (erasure.snapshot() != null) {
            out().println("published without it: snapshot " + erasure.snapshot()
                    + (erasure.ledgerEntry() == null ? "" : ", entry " + erasure.ledgerEntry() + " of the ledger"));
        }
        out().println("what stays:");
        erasure.stays().forEach(line -> out().println("  " + line));
        out().println("protocol: " + protocol);
    }

    private static List<String> lines(Map<String, Long> lakeRows, Map<String, Long> ledgerRows, long pieces,
            SortedSet<String> snapshots, SortedSet<String> rejects, int accounts) {
        return List.of("  rows of the lake: " + words(lakeRows),
                "  rows of the ledger: " + words(ledgerRows) + "; they are in benchmarks of " + pieces
                + (pieces == 1 ? " week or part of one" : " weeks or parts of them"),
                "  snapshots: " + snapshots.size() + (snapshots.isEmpty() ? "" : " (" + String.join(", ", snapshots)
                + ")"),
                "  folders of rejected rows: " + rejects.size(), "  accounts and API keys, revoked: " + accounts);
    }

    private static String words(Map<String, Long> rows) {
        return rows.isEmpty() ? "none" : rows.entrySet().stream().map(each -> each.getKey() + " " + each.getValue())
                .collect(Collectors.joining(", "));
    }
}
