package io.tidemark.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Starts Java programs as child processes and reads their figures on Linux; the figures are 0 elsewhere. */
final class ChildProcess {

    private static final long TICKS_PER_SECOND = 100;
    private static final int USER_TIME = 11; // index among the fields of /proc/PID/stat after the name and the state
    private static final long LOOK_MILLIS = 500;
    private static final double IDLE = 0.06;
    private static final int IDLE_LOOKS = 3;

    private ChildProcess() {}

    /** Starts a main class with this program's Java and class path; its output goes to {@code log}. */
    static Process java(Path log, Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java")
                .toString(), "--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow", "-cp",
                System.getProperty("java.class.path"), main.getName()));
        Collections.addAll(command, arguments);
        return start(log, new ProcessBuilder(command));
    }

    /** Starts a process that ends at the latest with this one; its output goes to {@code log}. */
    static Process start(Path log, ProcessBuilder command) throws IOException {
        Process process = command.redirectErrorStream(true).redirectOutput(log.toFile()).start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroy, "stop-" + process.pid()));
        return process;
    }

    /** Stops a process, by force after ten seconds. */
    static void stop(Process process) {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    /** Current resident memory, MB. */
    static long residentMb(Process process) {
        return status(process, "VmRSS:");
    }

    /** Peak resident memory so far, MB. */
    static long peakMb(Process process) {
        return status(process, "VmHWM:");
    }

    private static long status(Process process, String field) {
        try (Stream<String> lines = Files.lines(Path.of("/proc/" + process.pid() + "/status"))) {
            return lines.filter(l -> l.startsWith(field)).mapToLong(l -> Long.parseLong(l.replaceAll("\\D", "")) / 1024)
                    .findFirst().orElse(0);
        } catch (IOException | RuntimeException e) {
            return 0;
        }
    }

    /** Processor time so far, seconds. */
    static double cpuSeconds(Process process) {
        try {
            String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            return (double) (Long.parseLong(fields[USER_TIME])
                    + Long.parseLong(fields[USER_TIME + 1])) / TICKS_PER_SECOND;
        } catch (IOException | RuntimeException e) {
            return 0;
        }
    }

    /**
     * Waits until a process uses hardly any processor time for a second and a half.
     *
     * @return seconds until it became idle; {@code most} if it did not
     */
    static double untilIdle(Process process, double most) throws InterruptedException {
        long start = System.nanoTime();
        double lastBusy = 0;
        int idle = 0;
        double before = cpuSeconds(process);
        while (idle < IDLE_LOOKS && lastBusy < most) {
            Thread.sleep(LOOK_MILLIS);
            double now = cpuSeconds(process);
            if (now - before > IDLE * LOOK_MILLIS / 1000) {
                lastBusy = (System.nanoTime() - start) / 1e9;
                idle = 0;
            } else {
                idle++;
            }
            before = now;
        }
        return Math.min(lastBusy, most);
    }
}
