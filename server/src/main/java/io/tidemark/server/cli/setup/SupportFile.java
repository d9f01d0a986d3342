package io.tidemark.server.cli.setup;

import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.SnapshotHistory;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.server.config.ConfigException;
import io.tidemark.server.config.ConfigReader;
import io.tidemark.server.doctor.Diagnosis;
import io.tidemark.server.doctor.Doctor;
import io.tidemark.server.http.ProgramVersion;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/** Collects the parts of a support file. A part that cannot be read says why, and the others are there all the same. */
final class SupportFile {

    private static final int MOST_SNAPSHOTS = 30;
    private static final Duration ANSWER = Duration.ofSeconds(5);
    private static final Duration LOG_TIME = Duration.ofSeconds(20);
    /**
     * A line of the log that may be shown, as text or JSON. Access lines and slow queries, which say who asked what, are left out by level and
     * logger, which are looked for only where the log has them: a value that somebody sent may look like them.
     */
    private static final Pattern TROUBLE = Pattern.compile(
            "(?:[0-9T:.-]+ (?:WARNING|SEVERE) |\\{\"time\":\"[^\"]*\",\"level\":\"(?:WARNING|ERROR)\",\"logger\":\")"
            + "(?!io\\.tidemark\\.(?:query|audit|access)\\b).*");

    private final Map<String, String> parts = new LinkedHashMap<>();
    private final @Nullable Path config;
    private final Map<String, String> environment;
    private final Map<String, String> flags;

    private SupportFile(@Nullable Path config, Map<String, String> environment, Map<String, String> flags) {
        this.config = config;
        this.environment = Map.copyOf(environment);
        this.flags = Map.copyOf(flags);
    }

    /**
     * Writes the file, for its owner alone; returns the names of its parts.
     *
     * @param flags settings that come before the configuration's, by key
     */
    static List<String> write(Path file, @Nullable Path config, Map<String, String> environment, Map<String, String> flags) throws IOException {
        SupportFile support = new SupportFile(config, environment, flags);
        support.collect();
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try (OutputStream out = Files.newOutputStream(file); ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Map.Entry<String, String> part : support.parts.entrySet()) {
                zip.putNextEntry(new ZipEntry(part.getKey()));
                zip.write(part.getValue().getBytes(StandardCharsets.UTF_8));
                zip.closeEntry();
            }
        }
        return List.copyOf(support.parts.keySet());
    }

    private interface Source {
        String text() throws IOException, InterruptedException;
    }

    private void add(String name, Source source) {
        String text;
        try {
            text = source.text();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            text = "interrupted\n";
        } catch (IOException | RuntimeException e) {
            text = "cannot be read: " + e.getMessage() + "\n";
        }
        parts.put(name, text);
    }

    private void collect() {
        add("versions.txt", SupportFile::versions);
        add("configuration.yaml", () -> ConfigReader.dump(config, environment, flags));
        add("doctor.txt", this::doctor);
        Map<String, String> settings = settings();
        Lake lake = Lake.at(Path.of(settings.getOrDefault("lake", "lake")));
        add("snapshots.txt", () -> snapshots(lake));
        add("metrics.txt", () -> metrics(settings.getOrDefault("metrics.port", "")));
        add("log.txt", SupportFile::log);
    }

    private Map<String, String> settings() {
        try {
            return ConfigReader.texts(config, environment, flags);
        } catch (ConfigException e) {
            // doctor tells of it
            return Map.of();
        }
    }

    private static String versions() {
        Runtime machine = Runtime.getRuntime();
        return ProgramVersion.words() + "\nwritten " + Instant.now() + "\nJava " + Runtime.version() + " of " + System.getProperty("java.vendor")
                + "\n" + System.getProperty("os.name") + " " + System.getProperty("os.version") + " " + System.getProperty("os.arch") + "\n"
                + machine.availableProcessors() + " processors, at most " + machine.maxMemory() / (1 << 20) + " MB of heap\n";
    }

    private String doctor() {
        return Doctor.look(config, environment, flags, Clock.systemUTC()).stream().map(SupportFile::line).collect(Collectors.joining());
    }

    private static String line(Diagnosis finding) {
        return finding.level() + " " + finding.check() + ": " + finding.found() + (finding.advice().isEmpty() ? "" : " -> " + finding.advice())
                + "\n";
    }

    // manifests have paths, sizes, digests, days and numbers of rows, and no row
    private String snapshots(Lake lake) throws IOException {
        StringBuilder text = new StringBuilder();
        List<SnapshotHistory.Entry> entries = SnapshotHistory.of(lake).entries();
        int shown = Math.min(MOST_SNAPSHOTS, entries.size());
        text.append(entries.size()).append(" snapshots, the newest ").append(shown).append(" follow\n");
        for (SnapshotHistory.Entry entry : entries.subList(0, shown)) {
            text.append("\n## ").append(entry.name()).append(entry.published() ? ", published" : "").append(entry.open() ? ", open" : "")
                    .append('\n');
            text.append(entry.manifest() == null ? "unusable: " + entry.problem()
                    : Files.readString(lake.folder(new SnapshotId(entry.name())).resolve("manifest.json"))).append('\n');
        }
        return text.toString();
    }

    private static String metrics(String port) throws IOException, InterruptedException {
        if (port.isEmpty() || port.equals("0")) {
            return "metrics.port is not set\n";
        }
        try (HttpClient http = HttpClient.newBuilder().connectTimeout(ANSWER).build()) {
            return http.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics")).timeout(ANSWER).build(),
                    BodyHandlers.ofString()).body();
        }
    }

    private static String log() throws IOException, InterruptedException {
        return log(List.of("journalctl", "-u", "tidemark*", "-n", "20000", "--no-pager", "-o", "cat"), LOG_TIME);
    }

    /** The warnings and errors in what a command prints within a time; it is stopped after that. */
    static String log(List<String> command, Duration most) throws IOException, InterruptedException {
        Process journal = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        AtomicBoolean stopped = new AtomicBoolean();
        // reading ends when the process does
        CompletableFuture.delayedExecutor(most.toMillis(), TimeUnit.MILLISECONDS).execute(() -> {
            stopped.set(journal.isAlive());
            journal.toHandle().destroyForcibly();
        });
        StringBuilder text = new StringBuilder();
        try (BufferedReader reader = journal.inputReader(StandardCharsets.UTF_8)) {
            reader.lines().filter(line -> TROUBLE.matcher(line).matches()).forEach(line -> text.append(line).append('\n'));
        }
        int code = journal.waitFor();
        if (stopped.get()) {
            return text + "journalctl was stopped after " + most.toSeconds() + " s; there may be more\n";
        }
        if (code != 0) {
            return text + "journalctl ended with " + code + "; there may be more\n";
        }
        return text.isEmpty() ? "journalctl has no warning or error of tidemark's units that " + System.getProperty("user.name") + " may read\n"
                : text.toString();
    }
}
