package io.tidemark.server.cli.setup;

import io.tidemark.data.snapshot.LakeException;
import io.tidemark.server.cli.console.FailureReport;
import io.tidemark.server.cli.console.PrintingCommand;
import io.tidemark.server.doctor.Diagnosis;
import io.tidemark.server.doctor.Doctor;
import io.tidemark.server.http.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tidemark doctor}: checks an installation and suggests remedies. */
@Command(name = "doctor", sortOptions = false)
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class DoctorCommand extends PrintingCommand {


    @Mixin
    ConfigurationOptions configuration;

    @Option(names = "--fix", order = 70)
    boolean fix;

    private List<Diagnosis> look() {
        return Doctor.look(configuration.file(), System.getenv(), configuration.flags(), Clock.systemUTC());
    }

    private void cure(Diagnosis finding) {
        Diagnosis.Cure cure = finding.cure();
        try {
            if (cure != null) {
                cure.run();
                say("cured: " + finding.found());
            }
        } catch (IOException | LakeException e) {
            say("not cured: " + finding.found() + ": " + e.getMessage());
        }
    }

    @Override
    public Integer call() {
        List<Diagnosis> findings = look();
        if (fix) {
            findings.forEach(this::cure);
            findings = look();
        }
        boolean faulty = findings.stream().anyMatch(finding -> finding.level() == Diagnosis.Level.FAULT);
        if (json) {
            printJson(document(findings, faulty));
        } else {
            findings.forEach(finding -> print(finding, out()));
        }
        out().flush();
        return faulty ? FailureReport.DAMAGED : FailureReport.DONE;
    }

    private static Map<String, Object> document(List<Diagnosis> findings, boolean faulty) {
        return Json.object("sound", !faulty, "findings", findings.stream().map(finding ->
                Json.object("level", finding.level().name().toLowerCase(Locale.ROOT), "check", finding.check(),
                        "found", finding.found(), "advice", finding.advice().isEmpty() ? null : finding.advice()))
                .toList());
    }

    private static void print(Diagnosis finding, PrintWriter out) {
        out.println(String.format(Locale.ROOT, "%-8s %-14s %s", finding.level().name().toLowerCase(Locale.ROOT),
                finding.check(), finding.found()));
        if (!finding.advice().isEmpty()) {
            out.println("                        " + finding.advice());
        }
    }
}
