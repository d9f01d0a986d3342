package io.tidemark.server.cli.farmer;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.SnapshotLease;
import io.tidemark.ingest.IngestStoppedException;
import io.tidemark.ingest.export.ExportTarget;
import io.tidemark.ingest.export.FarmerExport;
import io.tidemark.server.cli.console.FailureReport;
import io.tidemark.server.cli.console.StopOnSignal;
import io.tidemark.server.http.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code tidemark farmer export}: exports a company's data. */
@Command(name = "export", sortOptions = false)
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class FarmerExportCommand extends FarmerCommand {

    @Parameters(index = "1", paramLabel = "FILE")
    Path file;

    @Override
    public int run(Lake lake) {
        Path parent = file.toAbsolutePath().normalize().getParent();
        if (parent == null || !Files.isDirectory(parent)) {
            throw wrong(file + " is no file in a folder that is there");
        }
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            throw isThere();
        }
        Snapshot snapshot = lake.published();
        try (StopOnSignal stop = StopOnSignal.install(); SnapshotLease _ = lake.leases().tryTake(snapshot.id());
                DuckSession session = DuckSession.open(engine())) {
            FarmerExport export = new FarmerExport(session, snapshot, stop.signal());
            check(export.farmers(), lake);
            try (ExportTarget target = ExportTarget.begin(file)) {
                FarmerExport.Written written = export.write(farmer, target.delivery());
                target.finish(stop.signal());
                print(written, snapshot);
            }
            return FailureReport.DONE;
        } catch (IngestStoppedException e) {
            say("stopped; nothing was written");
            return FailureReport.UNEXPECTED;
        } catch (FileAlreadyExistsException e) {
            throw isThere();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file + ": " + e.getClass().getSimpleName() + " "
                    + e.getMessage(), e);
        }
    }

    private ParameterException isThere() {
        return wrong("there is " + file + " already");
    }

    private void print(FarmerExport.Written written, Snapshot snapshot) {
        if (written.inexactLosses() > 0) {
            say(written.inexactLosses() + " losses are of so many fish that six decimals of their weight do not give "
                    + "their grams again");
        }
        if (json) {
            printJson(Json.object("farmer_id", farmer, "snapshot", snapshot.id().text(),
                    "file", file.toString(), "rows", written.rows(), "inexact_losses", written.inexactLosses()));
            return;
        }
        out().println("wrote " + file + " from snapshot " + snapshot.id() + ": "
                + written.rows().entrySet().stream().map(each -> each.getKey() + " " + each.getValue())
                .collect(Collectors.joining(", ")) + " rows");
    }
}
