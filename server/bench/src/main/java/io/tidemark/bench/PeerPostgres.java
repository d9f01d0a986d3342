package io.tidemark.bench;

import io.tidemark.data.file.DurableFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** A private PostgreSQL server, run by the script bin/peers/postgres. */
final class PeerPostgres implements Peer {

    private final Path script;
    private final Path work;
    private final Path folder;
    private final PeerPlan plan;
    private boolean closed;

    private PeerPostgres(Path script, Path work, PeerPlan plan) {
        this.script = script;
        this.work = work;
        this.folder = work.resolve("postgres");
        this.plan = plan;
    }

    /** Starts a new cluster under {@code work}, and loads the tables of the routes. */
    static PeerPostgres start(Path script, Path work, PeerPlan plan) throws IOException, InterruptedException {
        PeerPostgres postgres = new PeerPostgres(script, work, plan);
        // also stops PostgreSQL if this program is interrupted
        Runtime.getRuntime().addShutdownHook(new Thread(postgres::close, "stop-postgres"));
        try {
            postgres.run("start");
            Path csv = Files.createDirectory(work.resolve("csv"));
            postgres.run("load", plan.writeTables(work, csv).toString(), csv.toString());
            DurableFiles.deleteTree(csv);
            return postgres;
        } catch (IOException | RuntimeException e) {
            // now: when the program ends, its folder is gone
            postgres.close();
            throw e;
        }
    }

    @Override
    public String rows(String route) throws IOException, InterruptedException {
        return run("rows", sql(route));
    }

    @Override
    public double perSecond(String route, int connections, int seconds) throws IOException, InterruptedException {
        return Double.parseDouble(run("bench", sql(route), Integer.toString(connections), Integer.toString(seconds))
                .strip().replaceFirst(" .*", ""));
    }

    private String sql(String route) throws IOException {
        return plan.writeSql(work, route).toString();
    }

    private String run(String command, String... arguments) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of(script.toString(), command, folder.toString()));
        Collections.addAll(line, arguments);
        Process process = new ProcessBuilder(line).redirectError(work.resolve("postgres.log").toFile()).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(String.format(Locale.ROOT, "postgres %s failed: %s", command,
                    Files.readString(work.resolve("postgres.log")).strip()));
        }
        return out;
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            run("stop");
        } catch (IOException e) {
            System.err.println(e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
