package io.tidemark.server.live;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The generator's Go client on net/http, compiled with a program that calls it. It needs no modules of others. */
final class GeneratedGoClient {

    private GeneratedGoClient() {}

    /**
     * Generates, compiles and starts it. Numbers are float64: the generator's own choice, float32, has not all their
     * digits.
     */
    static GeneratedClient make(Path description, Path folder, URI server) throws IOException, InterruptedException {
        GeneratedClient.generate(description, folder, "-g", "go", "--type-mappings", "number=float64",
                "--additional-properties", "withGoMod=true");
        Path program = Files.createDirectories(folder.resolve("call"));
        Files.copy(Path.of("src/test/resources/clients/call.go.txt"), program.resolve("main.go"));
        GeneratedClient.run(folder, List.of("go", "vet", "./call"));
        GeneratedClient.run(folder, List.of("go", "build", "-o", "calls", "./call"));
        return new LineClient(new ProcessBuilder("./calls", server.toString()).directory(folder.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT).start(), LineClient::asDescribed);
    }
}
