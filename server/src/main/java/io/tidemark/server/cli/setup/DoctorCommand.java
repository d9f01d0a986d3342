package io.tidemark.server.cli.setup;

import io.tidemark.server.doctor.Diagnosis;
import io.tidemark.server.doctor.Doctor;
import io.tidemark.server.http.Json;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code tidemark doctor}: checks an installation and suggests remedies. */
@Command(name = "doctor", sortOptions = false,
        description = {"Check an installation and say what to do about each finding.", "",
            "Configuration, state, lake, disk, memory against the engine's budget, ports, the certificate's end, clock, permissions and "
                + "systemd's units. Changes nothing. Run it as the server's user or as root.", ""},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:all is well, perhaps with warnings", "2:wrong usage", "5:at least one fault"},
        footerHeading = "%nExamples:%n",
        footer = {"  sudo -u tidemark tidemark doctor", "  tidemark doctor --config tidemark.yaml --json"})
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class DoctorCommand implements Callable<Integer> {

    private static final int FAULTY = 5;

    @Spec
    CommandSpec spec;

    @Option(names = "--config", paramLabel = "FILE", description = "Configuration, YAML (default: the environment's TIDEMARK_CONFIG).")
    @Nullable Path config;

    @Option(names = "--lake", paramLabel = "LAKE", description = "Folder of the lake, where the configuration names another.")
    @Nullable String lake;

    @Option(names = "--state", paramLabel = "DIR", description = "State folder, where the configuration names another.")
    @Nullable String state;

    @Option(names = "--json", description = "Print one JSON document on standard output.")
    boolean json;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Show this help.")
    boolean help;

    @Override
    public Integer call() {
        Map<String, String> flags = new LinkedHashMap<>();
        if (lake != null) {
            flags.put("lake", lake);
        }
        if (state != null) {
            flags.put("state", state);
        }
        List<Diagnosis> findings = Doctor.look(config, System.getenv(), flags, Clock.systemUTC());
        boolean faulty = findings.stream().anyMatch(finding -> finding.level() == Diagnosis.Level.FAULT);
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(new String(Json.bytes(document(findings, faulty)), StandardCharsets.UTF_8));
        } else {
            findings.forEach(finding -> print(finding, out));
        }
        out.flush();
        return faulty ? FAULTY : 0;
    }

    private static Map<String, Object> document(List<Diagnosis> findings, boolean faulty) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("sound", !faulty);
        document.put("findings", findings.stream().map(finding -> {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("level", finding.level().name().toLowerCase(Locale.ROOT));
            fields.put("check", finding.check());
            fields.put("found", finding.found());
            fields.put("advice", finding.advice().isEmpty() ? null : finding.advice());
            return fields;
        }).toList());
        return document;
    }

    private static void print(Diagnosis finding, PrintWriter out) {
        out.println(String.format(Locale.ROOT, "%-8s %-14s %s", finding.level().name().toLowerCase(Locale.ROOT), finding.check(), finding.found()));
        if (!finding.advice().isEmpty()) {
            out.println("                        " + finding.advice());
        }
    }
}
