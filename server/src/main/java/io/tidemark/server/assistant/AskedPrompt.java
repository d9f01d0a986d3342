package io.tidemark.server.assistant;

import com.fasterxml.jackson.core.type.TypeReference;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import io.tidemark.data.text.YamlResource;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A question that an assistant offers, as prompts.yaml has it in both languages. */
record AskedPrompt(String name, String title, String description, Map<String, Argument> arguments, String en,
        String nb) {

    /** An argument: what it is, and whether the text needs it. */
    record Argument(String description, boolean required) {}

    /** All of them. */
    static List<AskedPrompt> all() {
        return YamlResource.read(AskedPrompt.class, "prompts.yaml", new TypeReference<>() {});
    }

    /** As the protocol declares it. */
    McpSchema.Prompt declared() {
        return McpSchema.Prompt.builder(name).title(title).description(description)
                .arguments(arguments.entrySet().stream().map(each -> McpSchema.PromptArgument.builder(each.getKey())
                        .description(each.getValue().description()).required(each.getValue().required()).build())
                        .toList()).build();
    }

    /**
     * The question with its arguments.
     *
     * @throws McpError if one that it needs is absent
     */
    McpSchema.GetPromptResult filled(@Nullable Map<String, Object> given) {
        Map<String, Object> values = given == null ? Map.of() : given;
        arguments.forEach((argument, declared) -> {
            if (declared.required() && !values.containsKey(argument)) {
                throw McpError.builder(McpSchema.ErrorCodes.INVALID_PARAMS).message(argument + " is needed").build();
            }
        });
        String text = "nb".equals(values.get("language")) ? nb : en;
        for (String argument : arguments.keySet()) {
            text = text.replace("{" + argument + "}", String.valueOf(values.getOrDefault(argument, "")));
        }
        return McpSchema.GetPromptResult.builder(List.of(McpSchema.PromptMessage.builder(McpSchema.Role.USER,
                McpSchema.TextContent.builder(text).build()).build())).build();
    }
}
