package io.tidemark.server.answer;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import io.tidemark.data.text.NearestName;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;

/** A message about invalid YAML for its author, without class names. */
public final class YamlFault {

    private YamlFault() {}

    /** In one line, without the place. */
    public static String words(JsonProcessingException problem) {
        return switch (problem) {
            case UnrecognizedPropertyException e -> {
                List<String> known = e.getKnownPropertyIds().stream().map(String::valueOf).toList();
                yield "there is no key " + e.getPropertyName() + NearestName.hint(e.getPropertyName(), known);
            }
            case InvalidFormatException e when e.getTargetType().isEnum() -> {
                List<String> words = Arrays.stream(e.getTargetType().getEnumConstants()).map(YamlFault::word).toList();
                yield e.getValue() + " is none of " + String.join(", ", words) + NearestName.hint(String.valueOf(e.getValue()), words);
            }
            case ValueInstantiationException e when e.getCause() != null && e.getCause().getMessage() != null ->
                    e.getCause().getMessage();
            default -> plain(problem);
        };
    }

    // as it is written: the JSON form of the constant
    private static String word(Object constant) {
        return Objects.requireNonNullElse(Json.MAPPER.convertValue(constant, String.class), constant.toString())
                .toLowerCase(Locale.ROOT);
    }

    /** The parser quotes the text on indented lines, and says on the others what it was doing and what it found. */
    private static String plain(JsonProcessingException problem) {
        String text = String.valueOf(problem.getOriginalMessage());
        return text.lines().filter(line -> !line.isBlank() && !line.startsWith(" ")).map(String::strip)
                .map(line -> line.replaceAll("`?(?:[a-z]+\\.)+[A-Z][A-Za-z.$]*(?:<.*?>)?`?", "the value"))
                .collect(Collectors.joining(", "));
    }
}
