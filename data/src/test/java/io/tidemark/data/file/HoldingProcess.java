package io.tidemark.data.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Another process that locks a file until it is ended. */
public final class HoldingProcess implements AutoCloseable {

    private final Process process;

    private HoldingProcess(Process process) {
        this.process = process;
    }

    /** Starts it; it has the lock when this returns. */
    public static HoldingProcess of(Path file) throws IOException {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java")
                .toString(), "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC", "-Xshare:auto", "-cp", System.getProperty("java.class.path"),
                HoldingProcess.class.getName(), file.toString()));
        Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        String said = process.inputReader().readLine();
        if (!"held".equals(said)) {
            process.destroyForcibly();
            throw new IOException("the process could not lock " + file + ": " + said);
        }
        return new HoldingProcess(process);
    }

    /** Holds a file until the standard input ends. */
    public static void main(String[] args) throws IOException {
        try (LockedFile _ = LockedFile.tryHold(Path.of(args[0])).orElseThrow()) {
            System.out.println("held");
            System.in.read();
        }
    }

    /** Kills it, as by {@code kill -9}. */
    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
