package io.tidemark.server.doctor;

import io.tidemark.server.config.ConfigException;
import io.tidemark.server.config.ConfigReader;
import io.tidemark.server.config.ServerConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checks the configuration, the state, the lake and the machine. Changes nothing. */
public final class Doctor {

    /** A check of one part. */
    @FunctionalInterface
    interface Check {
        /** The results of the check; empty if it does not apply. */
        List<Diagnosis> look(ServerConfig config);
    }

    private Doctor() {}

    /**
     * All results, in reading order. If the configuration cannot be read, only the result about it.
     *
     * @param file        the configuration file, or null
     * @param environment the process's environment
     * @param flags       command line flags, by key
     * @param clock       for ages and end dates
     */
    public static List<Diagnosis> look(@Nullable Path file, Map<String, String> environment, Map<String, String> flags,
            Clock clock) {
        ServerConfig config;
        try {
            config = ConfigReader.read(file, environment, flags);
        } catch (ConfigException e) {
            String advice = file == null || Files.isReadable(file)
                    ? "correct it; tidemark serve --dump-config shows every setting"
                    : "tidemark init writes one; the package's can be read by root and the group of the server's user";
            return String.valueOf(e.getMessage()).lines().map(line -> Diagnosis.fault("configuration", line, advice))
                    .toList();
        }
        List<Diagnosis> findings = new ArrayList<>();
        findings.add(Diagnosis.ok("configuration", file == null ? "the defaults" : file + " is right"));
        if (file != null) {
            findings.addAll(AccessCheck.configuration(file));
        }
        List<Check> checks = List.of(new StateCheck(clock), new LakeCheck(clock), new DiskCheck(), new MemoryCheck(),
                new PortCheck(), new IntakeCheck(),
                new CertificateCheck(clock), new TrinoCheck(), new ProviderCheck(), new ClockCheck(clock));
        checks.forEach(check -> findings.addAll(check.look(config)));
        return List.copyOf(findings);
    }

    /** The nearest existing parent folder, in which the path would be created. */
    public static Path existing(Path path) {
        Path at = path.toAbsolutePath();
        while (!Files.exists(at) && at.getParent() != null) {
            at = at.getParent();
        }
        return at;
    }
}
