package io.tidemark.server.cli.route;

import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.file.AccessDenial;
import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.server.cli.console.FailureReport;
import io.tidemark.server.cli.console.PrintingCommand;
import io.tidemark.server.engine.DuckEngine;
import io.tidemark.server.http.Json;
import io.tidemark.server.query.QueryResources;
import io.tidemark.server.route.RouteCatalog;
import io.tidemark.server.snapshot.ServedSnapshot;
import io.tidemark.server.sql.RouteFileException.Fault;
import io.tidemark.server.sql.RouteFileException;
import io.tidemark.server.sql.SqlTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tidemark routes check}: checks a folder of own routes. */
@Command(name = "check", sortOptions = false)
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class RouteCheck extends PrintingCommand {

    private static final int MEMORY_MB = 512;

    @Parameters(paramLabel = "DIR")
    Path dir;

    @Override
    public Integer call() {
        if (!Files.isDirectory(dir)) {
            throw wrong(AccessDenial.noFolder(dir));
        }
        SortedMap<String, String> files = SqlTree.own(dir);
        int count = files.size();
        List<Fault> faults = new ArrayList<>();
        RouteCatalog catalog = readable(files, faults).orElse(null);
        if (catalog != null) {
            faults.addAll(prepared(catalog));
        }
        List<Fault> all = faults.stream().distinct().toList();
        if (json) {
            printJson(all.stream().map(RouteCheck::fields).toList());
        } else {
            all.forEach(fault -> out().println(dir.resolve(fault.file()) + ":" + fault.line() + ": "
                    + fault.message()));
        }
        out().flush();
        say(all.isEmpty() ? count + (count == 1 ? " file" : " files") + " can be served" : all.size()
                + (all.size() == 1 ? " fault" : " faults") + " in " + all.stream().map(Fault::file).distinct().count()
                + " of " + count + " files");
        return all.isEmpty() ? FailureReport.DONE : FailureReport.BAD_SQL_FILE;
    }

    // continue without the faulty files: a fault in one must not hide SQL faults of another
    private static Optional<RouteCatalog> readable(SortedMap<String, String> files, List<Fault> faults) {
        while (true) {
            try {
                return Optional.of(RouteCatalog.of(files));
            } catch (RouteFileException e) {
                faults.addAll(e.faults());
                if (!e.faults().stream().map(fault -> files.remove(fault.file())).toList().stream()
                        .anyMatch(text -> text != null)) {
                    return Optional.empty();
                }
            }
        }
    }

    private static List<Fault> prepared(RouteCatalog catalog) {
        try {
            Path folder = Files.createTempDirectory("tidemark-check-");
            try (QueryResources alone = QueryResources.alone(folder)) {
                ServedSnapshot.open(Snapshot.empty(folder),
                        DuckEngine.source(new EngineSettings(1, MEMORY_MB, folder)), catalog, alone).retire();
                return List.of();
            } catch (RouteFileException e) {
                return e.faults();
            } finally {
                DurableFiles.deleteTree(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("no temporary folder can be used", e);
        }
    }

    private static Map<String, Object> fields(Fault fault) {
        return Json.object("file", fault.file(), "line", fault.line(), "message", fault.message());
    }
}
