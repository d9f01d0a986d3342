package io.tidemark.ingest;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Java programs as processes of their own, with the class path of this one: made for a short life on one processor. */
final class JavaProcess {

    private static final List<String> SHORT_LIFE = List.of("--enable-native-access=ALL-UNNAMED",
            "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:ActiveProcessorCount=1");

    private JavaProcess() {}

    /** A main class with its arguments. */
    static ProcessBuilder of(Class<?> main, String... arguments) {
        return of(List.of(), main, arguments);
    }

    /** With more options of Java's. */
    static ProcessBuilder of(List<String> options, Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java")
                .toString()));
        command.addAll(SHORT_LIFE);
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command);
    }
}
