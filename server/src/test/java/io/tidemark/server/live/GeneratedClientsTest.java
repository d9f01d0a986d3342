package io.tidemark.server.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.tidemark.generate.DeliveryGenerator;
import io.tidemark.generate.GeneratorOptions;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What openapi-generator makes of the running server's description: the clients in Java, TypeScript, Python and Go
 * compile, can call every operation, and read the whole answer: what their types hold is what the server sent. That in
 * C# compiles. A language whose compiler is not on this machine is skipped, and said to be. Run by {@code bin/test
 * clients} alone: it fetches the generator, the TypeScript compiler and the linter.
 */
@Tag("clients")
@SuppressWarnings("NullAway.Init") // set before all tests
class GeneratedClientsTest {

    private static final LocalDate END = LocalDate.of(2026, 3, 29);
    private static final String LINTER = "@redocly/cli@2.77.0";
    private static final String PASSWORD = "a long enough password";
    private static final Pattern NAME_IN_PATH = Pattern.compile("\\{(\\w+)}");
    private static final Pattern INSTANT = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT.*Z");
    /** Parameters of all data routes that change the kind of the answer and not its rows. */
    private static final Set<String> NOT_ASKED = Set.of("format", "decimal", "snapshot", "If-None-Match");

    /** A language, and how its client is made. */
    enum Language {
        JAVA(List.of()) {
            @Override
            GeneratedClient client() throws IOException, InterruptedException {
                return GeneratedJavaClient.make(description, folder.resolve("java"), server.uri(""));
            }
        },
        TYPESCRIPT(List.of("node", "--version")) {
            @Override
            GeneratedClient client() throws IOException, InterruptedException {
                return GeneratedTypeScriptClient.make(description, folder.resolve("typescript"), server.uri(""));
            }
        },
        PYTHON(List.of("python3", "-c", "import pydantic, urllib3, dateutil")) {
            @Override
            GeneratedClient client() throws IOException, InterruptedException {
                return GeneratedPythonClient.make(description, folder.resolve("python"), server.uri(""));
            }
        },
        GO(List.of("go", "version")) {
            @Override
            GeneratedClient client() throws IOException, InterruptedException {
                return GeneratedGoClient.make(description, folder.resolve("go"), server.uri(""));
            }
        };

        private final List<String> check;

        Language(List<String> check) {
            this.check = check;
        }

        /** Skips the test where what the client needs is not on this machine. */
        void assumeHere() {
            if (!check.isEmpty()) {
                assumeRuns(check);
            }
        }

        abstract GeneratedClient client() throws IOException, InterruptedException;
    }

    @TempDir
    private static Path folder;

    private static LiveServer server;
    private static String farmer;
    private static Path description;
    private static JsonNode document;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        Path delivery = folder.resolve("delivery");
        new DeliveryGenerator(new GeneratorOptions(24, 1, 2, 7, END, null)).write(delivery, line -> { });
        farmer = premium(delivery);
        Path losses = delivery.resolve("farmers/" + farmer + "/losses.csv");
        List<String> lines = Files.readAllLines(losses);
        // one bad row, so that there are rejects
        Files.writeString(losses, "this,is,no,row\n", StandardOpenOption.APPEND);
        server = LiveServer.start(folder, END.plusDays(1), Map.of("query.slow-ms", "0"))
                .ingest(delivery, LiveServer.RULE_OFF);
        // a second snapshot, with another kind of loss
        Path correction = Files.createDirectories(folder.resolve("correction/farmers/" + farmer));
        Files.write(correction.resolve("losses.csv"),
                List.of(lines.get(0), lines.get(1).replace(",mortality,", ",culling,")));
        server.ingest(folder.resolve("correction"));
        String text = server.get("/openapi", "admin").body();
        description = Files.writeString(folder.resolve("openapi.json"), text);
        document = LiveServer.json(text);
    }

    private static String premium(Path delivery) throws IOException {
        return Pattern.compile("(?m)^(F\\d+),.*,premium,")
                .matcher(Files.readString(delivery.resolve("reference/farmers.csv"))).results()
                .map(each -> each.group(1)).filter(id ->
                Files.exists(delivery.resolve("farmers/" + id + "/treatments.csv"))).findFirst().orElseThrow();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void theLinterFindsNothing() throws IOException, InterruptedException {
        assertThat(GeneratedClient.run(folder.resolve("lint"),
                List.of("npx", "--yes", LINTER, "lint", "--extends=recommended",
                description.toString()))).contains("Your API description is valid")
                .doesNotContainPattern("\\d+ warnings?");
    }

    /** Skips the test where a command is not on this machine. */
    private static void assumeRuns(List<String> command) {
        try {
            GeneratedClient.run(folder, command);
        } catch (IOException | AssertionError e) {
            abort("this machine has not: " + String.join(" ", command));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void theClientInCSharpCompiles() throws IOException, InterruptedException {
        Path client = folder.resolve("csharp");
        GeneratedClient.generate(description, client, "-g", "csharp");
        assertThat(client.resolve("src/Org.OpenAPITools/Api/MortalityApi.cs")).isRegularFile();
        assumeRuns(List.of("dotnet", "--version"));
        GeneratedClient.run(client, List.of("dotnet", "build", "src/Org.OpenAPITools"));
    }

    @ParameterizedTest
    @EnumSource
    void everyOperationCanBeCalled(Language language) throws Exception {
        language.assumeHere();
        List<String> failures = new ArrayList<>();
        Set<String> withRows = new HashSet<>();
        try (GeneratedClient client = language.client()) {
            for (Operation operation : operations()) {
                for (boolean examples : new boolean[] {false, true}) {
                    if (!examples || operation.hasExamples()) {
                        call(client, operation, examples, language, failures, withRows);
                    }
                }
            }
        }

        assertThat(failures).isEmpty();
        // without filters every data route has rows, but for changes of codes: the lake has something for each
        withRows.add("getV2MortalityCategoriesChangelog");
        assertThat(operations().stream().filter(each -> each.node.has("x-permission")).map(Operation::id)).isNotEmpty()
                .isSubsetOf(withRows);
    }

    private static void call(GeneratedClient client, Operation operation, boolean examples, Language language,
            List<String> failures, Set<String> withRows) throws Exception {
        ClientCall call = operation.call(examples, language.name().toLowerCase(Locale.ROOT));
        String what = operation.id() + (examples ? " with " + call.values() : "");
        HttpResponse<String> sent = operation.method.equals("get") ? server.send(operation.request(call)) : null;
        ClientCall.Answer answer = client.call(call);
        if (answer.status() / 100 != 2) {
            failures.add(what + ": " + answer);
        } else if (operation.id().equals("changeUser") && answer.body().at("/data/permissions").isEmpty()) {
            failures.add(what + ": took permissions away that were not named");
        } else if (sent != null && sent.statusCode() != answer.status()) {
            failures.add(what + ": " + answer.status() + " and not " + sent.statusCode());
        } else if (sent != null && sent.statusCode() == 200) {
            String problem = difference(sent, answer.body(), operation.grows());
            if (problem != null) {
                failures.add(what + ": " + problem);
            }
            if (answer.body().path("data").size() > 0 && !examples) {
                withRows.add(operation.id());
            }
        }
    }

    /** How what the client holds differs from what the server sends; null for not at all. */
    private static @Nullable String difference(HttpResponse<String> sent, JsonNode held, boolean grows) {
        if (!sent.headers().firstValue("Content-Type").orElse("").startsWith("application/json")) {
            return held.asText().equals(sent.body()) ? null : "another text";
        }
        JsonNode raw = LiveServer.json(sent);
        if (raw.has("data") && raw.get("data").size() > held.path("data").size()) {
            return held.path("data").size() + " rows and not " + raw.get("data").size();
        }
        JsonNode expected = plain(raw.has("data") ? raw.get("data") : raw);
        JsonNode actual = plain(raw.has("data") ? held.path("data") : held);
        return grows || expected.equals(actual) ? null : "not what was sent: " + start(actual) + " and not "
                + start(expected);
    }

    private static String start(JsonNode node) {
        return node.toString().substring(0, Math.min(400, node.toString().length()));
    }

    /** Without fields that are null, with each number and time in one form; a Date of TypeScript knows milliseconds. */
    private static JsonNode plain(JsonNode node) {
        return switch (node) {
            case ObjectNode object -> {
                ObjectNode plain = LiveServer.JSON.createObjectNode();
                object.propertyStream().filter(each -> !each.getValue().isNull()).sorted(Map.Entry.comparingByKey())
                        .forEach(each -> plain.set(each.getKey(), plain(each.getValue())));
                yield plain;
            }
            case ArrayNode array -> {
                ArrayNode plain = LiveServer.JSON.createArrayNode();
                array.forEach(each -> plain.add(plain(each)));
                yield plain;
            }
            default -> node.isNumber() ? DoubleNode.valueOf(node.asDouble())
                    : node.isTextual() && INSTANT.matcher(node.asText()).matches()
                    ? TextNode.valueOf(Instant.parse(node.asText()).truncatedTo(ChronoUnit.MILLIS).toString()) : node;
        };
    }

    /** Those that read first, so that they all see the same data. */
    private static List<Operation> operations() {
        return document.get("paths").propertyStream().flatMap(path -> path.getValue().propertyStream()
                        .map(method -> new Operation(path.getKey(), method.getKey(), method.getValue())))
                .sorted(Comparator.comparing(each -> !each.method.equals("get"))).toList();
    }

    private static JsonNode resolved(JsonNode node) {
        return node.has("$ref") ? document.at(node.get("$ref").asText().substring(1)) : node;
    }

    private static String lastWord(JsonNode reference) {
        return reference.asText().replaceFirst(".*/", "");
    }

    /** The data of an answer to an admin. */
    private static JsonNode ask(String method, String path, String body) {
        HttpResponse<String> answer = server.send(server.request(path, "admin")
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(body.replace('\'', '"'))));
        assertThat(answer.statusCode()).as(answer.body()).isIn(200, 201);
        return LiveServer.json(answer).get("data");
    }

    private static JsonNode text(String value) {
        return TextNode.valueOf(value);
    }

    private static String snapshot(Predicate<JsonNode> which) {
        return StreamSupport.stream(ask("GET", "/v3/admin/snapshots", "").spliterator(), false).filter(which)
                .findFirst().orElseThrow().get("id").asText();
    }

    private static Map<String, JsonNode> rejects() {
        JsonNode rejects = ask("GET", "/v3/admin/rejects", "").get(0);
        return Map.of("id", rejects.get("id"), "path", rejects.at("/files/0/path"));
    }

    private static String refreshToken() {
        HttpResponse<String> answer = server.send(server.request("/v3/auth/token", "admin")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"username\":\"" + server.userName("analyst") + "\",\"password\":\""
                + LiveServer.PASSWORD + "\"}")));
        return LiveServer.json(answer).get("refresh_token").asText();
    }

    /** An operation of the description. */
    private record Operation(String path, String method, JsonNode node) {

        String id() {
            return node.get("operationId").asText();
        }

        /** Whether a second call finds more than the first. */
        boolean grows() {
            return Set.of("listAuditEvents", "listDataAccesses", "listSlowQueries", "getHealthDetails", "getUserInfo")
                    .contains(id());
        }

        boolean hasExamples() {
            return node.has("x-permission");
        }

        private String caller() {
            return path.startsWith("/v2/feeding") || path.startsWith("/v3/comparison/expected-loss")
                    || path.startsWith("/v3/deliveries") || path.startsWith("/v3/looks") ? "farmer:" + farmer : "admin";
        }

        ClientCall call(boolean examples, String language) {
            Map<String, JsonNode> values = new LinkedHashMap<>(examples ? examples() : Map.of());
            values.putAll(required(language));
            String body = body(language);
            JsonNode sent = node.at("/requestBody/content/application~1json/schema/$ref");
            JsonNode answer = Stream.of("200", "201")
                    .map(status -> node.at("/responses/" + status + "/content/application~1json/schema/$ref"))
                    .filter(each -> !each.isMissingNode()).findFirst().orElse(document.path("none"));
            boolean open = path.startsWith("/v3/auth/") && method.equals("post");
            return new ClientCall(node.at("/tags/0").asText(), id(), values, days(values.keySet()), pathNames(),
                    body == null ? null : LiveServer.json(body.replace('\'', '"')), sent.isMissingNode()
                    ? null : lastWord(sent),
                    answer.isMissingNode() ? null : lastWord(answer), open ? null : server.token(caller()),
                    caller().startsWith("farmer:") ? server.clientSecret(farmer) : null);
        }

        private Stream<JsonNode> parameters() {
            return node.path("parameters").valueStream().map(GeneratedClientsTest::resolved);
        }

        private List<String> pathNames() {
            return NAME_IN_PATH.matcher(path).results().map(found -> found.group(1)).toList();
        }

        private Set<String> days(Set<String> named) {
            return parameters().filter(each -> each.at("/schema/format").asText().equals("date"))
                    .map(each -> each.get("name").asText()).filter(named::contains).collect(Collectors.toSet());
        }

        /** Each parameter's default, or else its first example or word. */
        private Map<String, JsonNode> examples() {
            Map<String, JsonNode> examples = new LinkedHashMap<>();
            parameters().filter(each -> !NOT_ASKED.contains(each.get("name").asText())).forEach(parameter -> {
                JsonNode schema = parameter.get("schema");
                JsonNode one = schema.has("items") ? schema.get("items") : schema;
                Stream.of(schema.path("default"), one.at("/examples/0"), one.at("/enum/0"))
                        .filter(each -> !each.isMissingNode()).findFirst()
                        .ifPresent(value -> examples.put(parameter.get("name").asText(),
                                schema.has("items") && !value.isArray() ? LiveServer.JSON.createArrayNode()
                                .add(value) : value));
            });
            return examples;
        }

        /** Values that depend on what there is. */
        private Map<String, JsonNode> required(String language) {
            String name = "{'name':'" + id() + "-" + language + "','role':'analyst'";
            return switch (id()) {
                case "getCommonSiteSiteId" -> Map.of("site_id", server.data("/v3/common/site?limit=1", "admin")
                        .at("/0/site_id"));
                case "changeUser", "revokeUser" ->
                        Map.of("id", ask("POST", "/v3/admin/users", name + ",'password':'" + PASSWORD + "'}")
                                .get("id"));
                case "changeClient", "revokeClient" -> Map.of("id",
                        ask("POST", "/v3/admin/clients", name + "}").get("client_id"));
                case "changeApiKey", "revokeApiKey" ->
                        Map.of("id", ask("POST", "/v3/admin/keys", "{'name':'" + language
                                + "','permissions':['common:read']}").get("id"));
                case "compareSnapshots" -> Map.of("id", text(snapshot(each -> !each.get("base").isNull())));
                case "publishSnapshot" -> Map.of("id", text(snapshot(each -> each.get("base").isNull())));
                case "rollBack" -> {
                    ask("POST", "/v3/admin/snapshots/" + snapshot(each -> !each.get("base").isNull()) + "/publish", "");
                    yield Map.of();
                }
                case "getRejectsFile", "getOwnRejectsFile" -> rejects();
                default -> Map.of();
            };
        }

        private @Nullable String body(String language) {
            String name = "{'name':'new-" + language + "',";
            return switch (id()) {
                case "createToken" -> "{'username':'" + server.userName("analyst") + "','password':'"
                        + LiveServer.PASSWORD + "'}";
                case "refreshToken" -> "{'refresh_token':'" + refreshToken() + "'}";
                case "setMyPage" -> "{'theme':'dark'}";
                case "revokeToken" -> "{'token':'" + refreshToken() + "'}";
                case "addUser" -> name + "'role':'farmer','farmer_id':'" + farmer + "','password':'" + PASSWORD + "'}";
                case "changeUser" -> "{'email':'new@example.org'}";
                case "addClient" -> name + "'role':'analyst'}";
                case "changeClient" -> "{'permissions':['common:read']}";
                case "addApiKey" -> name + "'permissions':['common:read'],'expires':'2099-01-01'}";
                case "changeApiKey" -> "{'expires':'never'}";
                default -> null;
            };
        }

        /** The same request, without a client. */
        java.net.http.HttpRequest.Builder request(ClientCall call) {
            Matcher inPath = NAME_IN_PATH.matcher(path);
            String address = inPath.replaceAll(found -> encoded(call.values().get(found.group(1))));
            String query = call.values().entrySet().stream().filter(each -> !path.contains("{" + each.getKey() + "}"))
                    .map(each -> each.getKey() + "=" + encoded(each.getValue())).collect(Collectors.joining("&"));
            return server.request(query.isEmpty() ? address : address + "?" + query, caller());
        }

        private static String encoded(@Nullable JsonNode value) {
            assertThat(value).isNotNull();
            String text = value instanceof ArrayNode list ? list.valueStream().map(JsonNode::asText)
                    .collect(Collectors.joining(",")) : value.asText();
            return URLEncoder.encode(text, StandardCharsets.UTF_8);
        }
    }
}
