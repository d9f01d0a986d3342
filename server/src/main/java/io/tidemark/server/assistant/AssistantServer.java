package io.tidemark.server.assistant;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpStatelessServerFeatures.SyncPromptSpecification;
import io.modelcontextprotocol.server.McpStatelessServerFeatures.SyncResourceSpecification;
import io.modelcontextprotocol.server.McpStatelessServerHandler;
import io.modelcontextprotocol.server.McpStatelessSyncServer;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpStatelessServerTransport;
import io.modelcontextprotocol.spec.ProtocolVersions;
import io.tidemark.data.text.YamlResource;
import io.tidemark.server.docs.DocsText;
import io.tidemark.server.http.ApiException;
import io.tidemark.server.http.Json;
import io.tidemark.server.http.ProgramVersion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The protocol's server: tools, guides as resources, and prompts, the same for every caller. It keeps no session; each
 * message comes with its caller. Thread-safe.
 */
public final class AssistantServer implements AutoCloseable {

    /** The versions of the protocol that it speaks, the newest last. */
    public static final List<String> VERSIONS = List.of(ProtocolVersions.MCP_2025_03_26,
            ProtocolVersions.MCP_2025_06_18, ProtocolVersions.MCP_2025_11_25);

    private static final System.Logger LOG = System.getLogger(AssistantServer.class.getName());
    private static final String CALLER = "caller";
    private static final McpJsonMapper MAPPER = new JacksonMcpJsonMapper(JsonMapper.builder().build());
    // what is read only, and only of this server
    private static final McpSchema.ToolAnnotations READ_ONLY = McpSchema.ToolAnnotations.builder().readOnlyHint(true)
            .destructiveHint(false).idempotentHint(true).openWorldHint(false).build();

    /** tools.yaml. */
    private record Tools(String instructions, List<ToolArguments.Tool> tools) {}

    /** The handler that the server sets, once it is built. */
    private static final class Transport implements McpStatelessServerTransport {
        private @Nullable McpStatelessServerHandler handler;

        @Override
        public void setMcpHandler(McpStatelessServerHandler set) {
            handler = set;
        }

        @Override
        public Mono<Void> closeGracefully() {
            return Mono.empty();
        }

        @Override
        public List<String> protocolVersions() {
            return VERSIONS;
        }
    }

    private final Transport transport = new Transport();
    private final RouteTools tools;
    private final McpStatelessSyncServer server;

    /** Builds the server, which shows at most so many rows in one answer. */
    public AssistantServer(int maxRows) {
        tools = new RouteTools(maxRows);
        Tools declared = YamlResource.read(AssistantServer.class, "tools.yaml", new TypeReference<>() {});
        McpServer.StatelessSyncSpecification building = McpServer.sync(transport)
                .serverInfo("tidemark", ProgramVersion.TEXT).instructions(declared.instructions)
                .capabilities(McpSchema.ServerCapabilities.builder().tools(false).resources(false, false)
                        .prompts(false).build())
                .jsonMapper(MAPPER)
                // arguments are checked by ToolArguments, whose faults are the API's
                .validateToolInputs(false)
                .jsonSchemaValidator((_, _) -> JsonSchemaValidator.ValidationResponse.asValid(null))
                // in the thread of the request, whose limits and log are the caller's
                .immediateExecution(true)
                .resources(DocsText.guides().stream().map(AssistantServer::resource).toList())
                .prompts(AskedPrompt.all().stream().map(prompt -> new SyncPromptSpecification(prompt.declared(),
                        (_, asked) -> prompt.filled(asked.arguments()))).toList());
        declared.tools.forEach(tool -> building.toolCall(McpSchema.Tool.builder(tool.name(), tool.schema())
                .title(tool.title()).description(tool.description()).annotations(READ_ONLY).build(),
                (context, call) -> called(tool, call.arguments(), (ToolCaller) context.get(CALLER))));
        server = building.build();
    }

    /**
     * Answers a message of a caller.
     *
     * @return the response; null for a notification
     * @throws ApiException.BadRequest if it is no message of the protocol
     */
    public byte @Nullable [] answer(byte[] message, ToolCaller caller) {
        McpTransportContext context = McpTransportContext.create(Map.of(CALLER, caller));
        McpStatelessServerHandler handler = Objects.requireNonNull(transport.handler);
        return switch (read(message)) {
            case McpSchema.JSONRPCRequest request -> Json.bytes(response(handler, context, request));
            case McpSchema.JSONRPCNotification notification -> {
                handler.handleNotification(context, notification).block();
                yield null;
            }
            default -> null;
        };
    }

    // the library fails at parameters that are not of its records; tools answer for their own failures
    private static McpSchema.JSONRPCResponse response(McpStatelessServerHandler handler, McpTransportContext context,
            McpSchema.JSONRPCRequest request) {
        try {
            return Objects.requireNonNull(handler.handleRequest(context, request).block());
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, "a message of an assistant cannot be handled", e);
            return McpSchema.JSONRPCResponse.error(request.id(), new McpSchema.JSONRPCResponse.JSONRPCError(
                    McpSchema.ErrorCodes.INVALID_PARAMS, "The parameters are not those of the method", null));
        }
    }

    private static McpSchema.JSONRPCMessage read(byte[] message) {
        try {
            return McpSchema.deserializeJsonRpcMessage(MAPPER, new String(message, StandardCharsets.UTF_8));
        } catch (IOException | IllegalArgumentException e) {
            throw new ApiException.BadRequest(List.of(new ApiException.Detail("body", null,
                    "must be one JSON-RPC message of the Model Context Protocol")));
        }
    }

    private McpSchema.CallToolResult called(ToolArguments.Tool tool, @Nullable Map<String, Object> arguments,
            ToolCaller caller) {
        try {
            Map<String, Object> answer = tools.call(tool.name(), ToolArguments.of(tool, arguments), caller);
            return result(answer, false);
        } catch (ApiException e) {
            return result(error(e), true);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "the tool " + tool.name() + " failed", e);
            return result(Map.of("error", "internal_error", "message", "The tool failed; the server's log says why"),
                    true);
        }
    }

    private static Map<String, Object> error(ApiException refused) {
        Map<String, Object> error = Json.object("error", refused.code(), "code", refused.status(),
                "message", refused.publicMessage());
        if (refused instanceof ApiException.BadRequest bad) {
            error.put("details", bad.details());
        }
        return error;
    }

    private static McpSchema.CallToolResult result(Map<String, Object> content, boolean isError) {
        return McpSchema.CallToolResult.builder().structuredContent(content)
                .addTextContent(new String(Json.bytes(content), StandardCharsets.UTF_8)).isError(isError).build();
    }

    private static SyncResourceSpecification resource(DocsText.Guide guide) {
        String address = "tidemark://docs/" + guide.language() + "/" + guide.file();
        return new SyncResourceSpecification(McpSchema.Resource.builder(address, guide.file()).title(guide.title())
                .mimeType("text/markdown").build(), (_, _) -> McpSchema.ReadResourceResult.builder(List.of(
                        McpSchema.TextResourceContents.builder(address, guide.markdown()).mimeType("text/markdown")
                                .build())).build());
    }

    @Override
    public void close() {
        server.close();
    }
}
