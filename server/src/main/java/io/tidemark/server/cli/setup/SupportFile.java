package io.tidemark.server.cli.setup;

import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.SnapshotHistory;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.server.config.ConfigException;
import io.tidemark.server.config.ConfigReader;
import io.tidemark.server.doctor.Diagnosis;
import io.tidemark.server.doctor.Doctor;
import io.tidemark.server.http.ProgramVersion;
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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/** Collects the parts of a support file. A part that cannot be read says why, and the others are there all the same. */
final class SupportFile {

    private static final int MOST_SNAPSHOTS = 30;
    private static final Duration ANSWER = Duration.ofSeconds(5);
    private static final int LOG_SECONDS = 20;
    /** A line of the log; access lines and slow queries, which say who asked what, are left out by level and logger. */
    private static final Pattern TROUBLE = Pattern.compile(
            "(?:(?!\\{).*\\b(?:WARNING|SEVERE|ERROR) |\\{\"time\":\"[^\"]*\",\"level\":\"(?:WARNING|ERROR)\",\"logger\":\")"
            + "(?!io\\.tidemark\\.(?:query|audit|access)\\b).*");

    private final Map<String, String> parts = new LinkedHashMap<>();
    private final @Nullable Path config;
    private final Map<String, String> environment;

    private SupportFile(@Nullable Path config, Map<String, String> environment) {
        this.config = config;
        this.environment = environment;
    }

    /** Writes the file, for its owner alone; returns the names of its parts. */
    static List<String> write(Path file, @Nullable Path config, Map<String, String> environment) throws IOException {
        SupportFile support = new SupportFile(config, environment);
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
        add("configuration.yaml", () -> ConfigReader.dump(config, environment, Map.of()));
        add("doctor.txt", this::doctor);
        Map<String, String> settings = settings();
        Lake lake = Lake.at(Path.of(settings.getOrDefault("lake", "lake")));
        add("snapshots.txt", () -> snapshots(lake));
        add("metrics.txt", () -> metrics(settings.getOrDefault("metrics.port", "")));
        add("log.txt", SupportFile::log);
    }

    private Map<String, String> settings() {
        try {
            return ConfigReader.texts(config, environment, Map.of());
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
        return Doctor.look(config, environment, Map.of(), Clock.systemUTC()).stream().map(SupportFile::line).collect(Collectors.joining());
    }

    private static String line(Diagnosis finding) {
        return finding.level() + " " + finding.check() + ": " + finding.found() + (finding.advice().isEmpty() ? "" : " -> " + finding.advice())
                + "\n";
    }

    // manifests have paths, sizes, digests, days and numbers of rows, and no row
    private String snapshots(Lake lake) throws IOException {
        StringBuilder text = new StringBuilder();
        List<SnapshotHistory.Entry> entries = SnapshotHistory.of(lake).entries();
        text.append(entries.size()).append(" snapshots, the newest ").append(MOST_SNAPSHOTS).append(" follow\n");
        for (SnapshotHistory.Entry entry : entries.subList(0, Math.min(MOST_SNAPSHOTS, entries.size()))) {
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
        Process journal = new ProcessBuilder("journalctl", "-u", "tidemark*", "-n", "20000", "--no-pager", "-o", "cat")
                .redirectError(ProcessBuilder.Redirect.DISCARD).start();
        List<String> lines = new ArrayList<>();
        try (var reader = journal.inputReader(StandardCharsets.UTF_8)) {
            reader.lines().filter(line -> TROUBLE.matcher(line).matches()).forEach(lines::add);
        }
        if (!journal.waitFor(LOG_SECONDS, TimeUnit.SECONDS)) {
            journal.destroy();
        }
        return lines.isEmpty() ? "journalctl has no warning or error of tidemark's units that " + System.getProperty("user.name")
                + " may read\n" : String.join("\n", lines) + "\n";
    }
}
