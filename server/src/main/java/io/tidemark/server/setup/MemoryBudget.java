package io.tidemark.server.setup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Calculates the memory that a server needs and that the machine has, in megabytes. */
public final class MemoryBudget {

    private static final int MEGABYTE = 1 << 20;
    private static final int MIN_ENGINE = 512;
    private static final Path MACHINE = Path.of("/proc/meminfo");
    private static final Path GROUP_OF_PROCESS = Path.of("/proc/self/cgroup");
    private static final Path GROUPS = Path.of("/sys/fs/cgroup");

    private MemoryBudget() {}

    /** The memory of the whole process with an engine of this size: the engine, Java's heap, and overhead. */
    public static int process(int engineMb) {
        return engineMb + engineMb / 4 + 1024;
    }

    /** An engine size that fits the machine, at most the default. */
    public static int engine(long availableMb) {
        return Math.clamp((availableMb - 1024) * 4 / 5 / 256 * 256, MIN_ENGINE, ConfigText.ENGINE_MB);
    }

    /**
     * The memory available to this process: the machine's, or the limit of its control group;
     * empty if it cannot be read.
     */
    public static OptionalLong available() {
        return Stream.of(machine(), group()).filter(OptionalLong::isPresent).mapToLong(OptionalLong::getAsLong).min();
    }

    private static OptionalLong machine() {
        try (Stream<String> lines = Files.lines(MACHINE)) {
            return lines.filter(line -> line.startsWith("MemTotal:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024).findFirst();
        } catch (IOException | NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    // reads version 2 of control groups: one line, 0::/path
    private static OptionalLong group() {
        try {
            String line = Files.readString(GROUP_OF_PROCESS).strip();
            if (!line.startsWith("0::/")) {
                return OptionalLong.empty();
            }
            String limit = Files.readString(GROUPS.resolve(line.substring("0::/".length())).resolve("memory.max"))
                    .strip();
            return limit.matches("\\d{1,18}") ? OptionalLong.of(Long.parseLong(limit) / MEGABYTE)
                    : OptionalLong.empty();
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }
}
