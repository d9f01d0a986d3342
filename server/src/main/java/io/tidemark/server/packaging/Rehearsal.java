package io.tidemark.server.packaging;

import io.helidon.http.HeaderNames;
import io.helidon.webclient.api.HttpClientResponse;
import io.helidon.webclient.api.WebClient;
import io.tidemark.data.file.FilePermissions;
import io.tidemark.server.cli.Tidemark;
import io.tidemark.server.http.Json;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;

/**
 * Runs once before the first start of a packaged Tidemark: it ingests a small synthetic delivery, serves it and queries
 * it. The JVM records the needed classes and keeps them loaded and linked in its cache (-XX:AOTCacheOutput). Usage:
 * Rehearsal FOLDER
 */
public final class Rehearsal {

    private static final String PASSWORD = "kelp under the lantern";
    private static final Pattern ADDRESS = Pattern.compile("serving .* at (http://\\S+)");
    private static final List<String> ASKED = List.of("/v3/mortality/areas/week", "/v3/common/site",
            "/v3/mortality/areas/month", "/v3/common/platform-areas", "/health/details");

    private Rehearsal() {}

    /** Runs the rehearsal; exits with 1 on any failure. */
    public static void main(String[] arguments) {
        try {
            rehearse(Path.of(arguments[0]));
            System.exit(0);
        } catch (IOException | RuntimeException e) {
            e.printStackTrace();
            // otherwise the server's threads would keep running
            System.exit(1);
        }
    }

    private static void rehearse(Path folder) throws IOException {
        run("--help");
        run("serve", "--help");
        run("generate", folder.resolve("delivery").toString(), "--sites", "12", "--units", "2", "--years", "1");
        run("ingest", folder.resolve("delivery").toString(), "--lake", folder.resolve("lake").toString());
        // as a correction reads the lake
        run("ingest", folder.resolve("delivery").toString(), "--lake", folder.resolve("lake").toString(), "--only",
                "farmers/F01");
        // the command makes no state folder where there is none
        FilePermissions.makeFolder(folder.resolve("state"));
        run(new ByteArrayInputStream((PASSWORD + "\n").getBytes(StandardCharsets.UTF_8)), "user", "add", "rehearsal",
                "--role", "admin", "--state", folder.resolve("state").toString(), "--password-stdin");
        serve(folder);
    }

    private static void run(String... arguments) {
        run(InputStream.nullInputStream(), arguments);
    }

    private static void run(InputStream in, String... arguments) {
        int code = Tidemark.create(in).execute(arguments);
        if (code != 0) {
            System.exit(1);
        }
    }

    private static void serve(Path folder) throws IOException {
        PipedReader said = new PipedReader();
        PrintWriter err = new PrintWriter(new PipedWriter(said), true);
        CommandLine serve = Tidemark.create(InputStream.nullInputStream()).setErr(err);
        Thread.ofPlatform().daemon().name("rehearsal").start(() -> serve.execute("serve", "--port", "0", "--lake",
                folder.resolve("lake").toString(), "--state", folder.resolve("state").toString()));
        Matcher address = ADDRESS.matcher(new BufferedReader(said).readLine());
        if (!address.matches()) {
            System.exit(1);
        }
        WebClient client = WebClient.builder().baseUri(address.group(1)).readTimeout(Duration.ofMinutes(5)).build();
        String token;
        try (HttpClientResponse signIn = client.post("/v3/auth/token")
                .header(HeaderNames.CONTENT_TYPE, "application/json")
                .submit(Json.bytes(Map.of("username", "rehearsal", "password", PASSWORD)))) {
            token = Json.MAPPER.readTree(signIn.as(String.class)).get("access_token").asText();
        }
        for (String type : List.of("application/json", "text/csv, application/json", "application/json")) {
            for (String path : ASKED) {
                try (HttpClientResponse answer = client.get(path).header(HeaderNames.ACCEPT, type)
                        .header(HeaderNames.AUTHORIZATION, "Bearer " + token).request()) {
                    answer.as(String.class);
                    if (answer.status().code() >= 400) {
                        throw new IOException(path + " answered " + answer.status());
                    }
                }
            }
        }
    }
}
