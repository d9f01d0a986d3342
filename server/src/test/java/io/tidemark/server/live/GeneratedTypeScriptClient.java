package io.tidemark.server.live;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** The generator's TypeScript client on fetch, checked by the strict compiler and run by Node.js. */
final class GeneratedTypeScriptClient {

    /** As in bin/test. */
    private static final String TYPESCRIPT = "typescript@5.6.3";

    private GeneratedTypeScriptClient() {}

    /** Generates, compiles and starts it. */
    static GeneratedClient make(Path description, Path folder, URI server) throws IOException, InterruptedException {
        GeneratedClient.generate(description, folder.resolve("client"), "-g", "typescript-fetch",
                "--additional-properties", "importFileExtension=.js");
        Files.copy(Path.of("src/test/resources/clients/call.ts"), folder.resolve("call.ts"));
        Files.writeString(folder.resolve("package.json"), "{\"type\": \"module\"}");
        Path declared = Files.createDirectories(folder.resolve("types")).resolve("node.d.ts");
        // what the program takes from Node.js, without fetching the types of all of it
        Files.writeString(declared, """
                declare module 'node:readline' {
                    export function createInterface(options: { input: unknown }): AsyncIterable<string>;
                }
                declare const process: { argv: string[]; stdin: unknown };
                """);
        GeneratedClient.run(folder, List.of("npx", "--yes", "--package", TYPESCRIPT, "tsc", "--strict", "--target",
                "es2022", "--module", "nodenext",
                "--moduleResolution", "nodenext", "--lib", "es2022,dom,dom.iterable", "--outDir", "out", "call.ts",
                "types/node.d.ts"));
        Files.copy(folder.resolve("package.json"), folder.resolve("out/package.json"));
        return new LineClient(new ProcessBuilder("node", "out/call.js", server.toString()).directory(folder.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT).start(), GeneratedTypeScriptClient::line);
    }

    private static ObjectNode line(ClientCall call) {
        ObjectNode line = LiveServer.JSON.createObjectNode().put("api", call.api()).put("operation", call.operation())
                .put("answer", call.answer()).put("token", call.token()).put("secret", call.secret());
        ObjectNode values = line.putObject("values");
        call.values().forEach((name, value) -> values.set(ClientCall.camel(name, false), value));
        call.days().forEach(name -> line.withArray("days").add(ClientCall.camel(name, false)));
        if (call.body() != null) {
            String type = Objects.requireNonNull(call.bodyType());
            ObjectNode body = values.putObject(type.substring(0, 1).toLowerCase(Locale.ROOT) + type.substring(1));
            call.body().properties().forEach(field ->
                    body.set(ClientCall.camel(field.getKey(), false), field.getValue()));
        }
        return line;
    }
}
