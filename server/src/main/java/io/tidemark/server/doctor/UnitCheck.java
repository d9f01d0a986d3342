package io.tidemark.server.doctor;

import io.tidemark.server.config.ServerConfig;
import io.tidemark.server.setup.MemoryBudget;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Checks systemd's units, if the machine has systemd. */
record UnitCheck(Path running) implements Doctor.Check {

    private static final String NAME = "units";
    private static final List<String> UNITS = List.of("tidemark.service", "tidemark-watch.service",
            "tidemark-ingest.service", "tidemark-prune.service", "tidemark-backup.service");
    private static final long MEGABYTE = 1 << 20;

    @Override
    public List<Diagnosis> look(ServerConfig config) {
        if (!Files.isDirectory(running)) {
            return List.of(Diagnosis.ok(NAME, "no systemd here"));
        }
        List<Diagnosis> findings = new ArrayList<>();
        for (String unit : UNITS) {
            try {
                findings.addAll(judge(unit, show(unit), MemoryBudget.process(config.engine().memory().megabytes())));
            } catch (IOException e) {
                return List.of(Diagnosis.warning(NAME, "systemctl cannot be asked: " + e.getMessage(),
                        "run tidemark doctor on the machine itself"));
            }
        }
        return findings.isEmpty() ? List.of(Diagnosis.ok(NAME, "none are installed")) : findings;
    }

    /** The results for a unit, given the output of {@code systemctl show}. */
    static List<Diagnosis> judge(String unit, Map<String, String> said, int neededMb) {
        List<Diagnosis> findings = new ArrayList<>();
        if (!"loaded".equals(said.get("LoadState"))) {
            return findings;
        }
        if ("failed".equals(said.get("ActiveState"))) {
            findings.add(Diagnosis.fault(NAME, unit + " failed, " + said.getOrDefault("Result", ""), "journalctl -u "
                    + unit + " -n 50 says why"));
        }
        if (unit.equals("tidemark.service")) {
            String state = said.getOrDefault("ActiveState", "unknown") + ", "
                    + said.getOrDefault("UnitFileState", "unknown");
            findings.add("active".equals(said.get("ActiveState")) ? Diagnosis.ok(NAME, unit + " is " + state)
                    : Diagnosis.warning(NAME, unit + " is " + state, "systemctl enable --now " + unit));
            String limit = said.getOrDefault("MemoryMax", "");
            if (limit.matches("\\d{1,18}") && Long.parseLong(limit) / MEGABYTE < neededMb) {
                findings.add(Diagnosis.warning(NAME, unit + " may take " + Long.parseLong(limit) / MEGABYTE
                        + " MB, and its engine needs "
                        + neededMb + " MB", "systemctl edit " + unit + ": [Service] MemoryMax=" + neededMb
                        + "M; or a smaller query.engine-memory-mb"));
            }
        }
        return findings;
    }

    private static Map<String, String> show(String unit) throws IOException {
        Process process = new ProcessBuilder("systemctl", "show", unit,
                "--property=LoadState,ActiveState,UnitFileState,Result,MemoryMax").redirectErrorStream(true).start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new IOException(said.strip());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
        return said.lines().filter(line -> line.indexOf('=') > 0)
                .collect(Collectors.toMap(line -> line.substring(0, line.indexOf('=')),
                line -> line.substring(line.indexOf('=') + 1), (first, second) -> first));
    }
}
