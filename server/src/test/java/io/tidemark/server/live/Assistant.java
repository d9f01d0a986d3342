package io.tidemark.server.live;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator;
import io.modelcontextprotocol.spec.McpSchema;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.Map;

/** An assistant of a caller: the protocol's own client. */
final class Assistant implements AutoCloseable {

    private final McpSyncClient client;

    /** Connects as a caller, with its headers. */
    Assistant(LiveServer server, String caller) {
        HttpRequest headers = server.request("/mcp", caller).build();
        HttpRequest.Builder request = HttpRequest.newBuilder();
        headers.headers().map().forEach((name, values) -> values.forEach(value -> request.header(name, value)));
        client = McpClient.sync(HttpClientStreamableHttpTransport.builder(server.uri("").toString()).endpoint("/mcp")
                .requestBuilder(request).jsonMapper(new JacksonMcpJsonMapper(JsonMapper.builder().build()))
                .build()).requestTimeout(Duration.ofMinutes(5)).initializationTimeout(Duration.ofMinutes(5))
                .jsonSchemaValidator((_, _) -> JsonSchemaValidator.ValidationResponse.asValid(null)).build();
        client.initialize();
    }

    /** The client. */
    McpSyncClient client() {
        return client;
    }

    /** The answer of a tool. */
    McpSchema.CallToolResult call(String tool, Map<String, Object> arguments) {
        return client.callTool(McpSchema.CallToolRequest.builder(tool).arguments(arguments).build());
    }

    /** What a tool answers, or why it refuses. */
    JsonNode ask(String tool, Map<String, Object> arguments) {
        return LiveServer.JSON.valueToTree(call(tool, arguments).structuredContent());
    }

    @Override
    public void close() {
        client.close();
    }
}
