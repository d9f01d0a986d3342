package io.tidemark.server.live;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A client that openapi-generator wrote from the description, compiled. */
interface GeneratedClient extends AutoCloseable {

    /** The folder where the Maven profile {@code clients} puts the generator. */
    Path TOOLS = Path.of("target/clients");

    /** Calls an operation of the server. */
    ClientCall.Answer call(ClientCall call) throws Exception;

    @Override
    default void close() {}

    /** The jars of the profile. */
    static List<Path> jars() throws IOException {
        try (Stream<Path> files = Files.list(TOOLS)) {
            return files.filter(each -> each.toString().endsWith(".jar")).toList();
        }
    }

    /** Lets openapi-generator check the description and write a client. */
    static void generate(Path description, Path folder, String... options) throws IOException, InterruptedException {
        Path generator = jars().stream().filter(each -> each.toString().contains("openapi-generator")).findFirst()
                .orElseThrow();
        run(folder, Stream.concat(Stream.of(System.getProperty("java.home") + "/bin/java", "-jar",
                generator.toAbsolutePath().toString(),
                "generate", "-i", description.toString(), "-o", folder.toString()), Stream.of(options)).toList());
    }

    /** Runs a program in a folder and gives what it printed. */
    static String run(Path folder, List<String> command) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        Process process = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new AssertionError(command.stream().limit(5).collect(Collectors.joining(" ")) + "…\n" + said);
        }
        return said;
    }
}
