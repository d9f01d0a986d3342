package io.tidemark.server.live;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The generator's Python client on urllib3: its modules are compiled, and Python runs it. */
final class GeneratedPythonClient {

    private GeneratedPythonClient() {}

    /** Generates, compiles and starts it. */
    static GeneratedClient make(Path description, Path folder, URI server) throws IOException, InterruptedException {
        GeneratedClient.generate(description, folder, "-g", "python");
        GeneratedClient.run(folder, List.of("python3", "-m", "compileall", "-q", "openapi_client"));
        Files.copy(Path.of("src/test/resources/clients/call.py"), folder.resolve("call.py"));
        return new LineClient(new ProcessBuilder("python3", "call.py", server.toString()).directory(folder.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT).start(), LineClient::asDescribed);
    }
}
