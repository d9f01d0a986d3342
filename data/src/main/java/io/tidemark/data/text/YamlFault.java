package io.tidemark.data.text;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Explains invalid YAML to its author with the names in the file, without class names. */
public final class YamlFault {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern QUOTED = Pattern.compile("^[^']*'([^']*)'.*", Pattern.DOTALL);

    private YamlFault() {}

    /** The explanation in one line, without the position in the file. */
    public static String words(JsonProcessingException problem) {
        return switch (problem) {
            case UnrecognizedPropertyException e -> {
                List<String> known = e.getKnownPropertyIds().stream().map(String::valueOf).toList();
                yield "there is no key " + e.getPropertyName() + NearestName.hint(e.getPropertyName(), known);
            }
            case InvalidFormatException e when e.getTargetType().isEnum() -> {
                List<String> words = Arrays.stream(e.getTargetType().getEnumConstants()).map(YamlFault::word).toList();
                yield path(e, 0) + " cannot be " + e.getValue() + NearestName.hint(String.valueOf(e.getValue()), words)
                        + "; it is one of " + String.join(", ", words);
            }
            case ValueInstantiationException e when e.getCause() != null && e.getCause().getMessage() != null ->
                    e.getCause().getMessage();
            case MismatchedInputException e when e.getOriginalMessage()
                    .startsWith("Missing required creator property") -> "lacks the key " + quoted(e) + inside(e);
            case MismatchedInputException e when e.getOriginalMessage().startsWith("Null value for creator property") ->
                    "has no value for the key " + quoted(e) + inside(e);
            case MismatchedInputException e when e.getPath().isEmpty() ->
                    "it must hold keys with values, each on a line such as name: value";
            // such as a list in place of a text
            case MismatchedInputException e -> path(e, 0) + " is not written as it must be";
            default -> plain(problem);
        };
    }

    // the constant as the file writes it: its JSON form
    private static String word(Object constant) {
        String word = JSON.convertValue(constant, String.class);
        return (word == null ? constant.toString() : word).toLowerCase(Locale.ROOT);
    }

    private static String quoted(JsonProcessingException e) {
        return QUOTED.matcher(e.getOriginalMessage()).replaceFirst("$1");
    }

    private static String inside(JsonMappingException e) {
        return e.getPath().size() < 2 ? "" : " in " + path(e, 1);
    }

    /** The path of keys from the outermost one, without the last few. */
    private static String path(JsonMappingException e, int without) {
        String path = e.getPath().stream().limit(Math.max(0, e.getPath().size() - without)).map(YamlFault::name)
                .collect(Collectors.joining("."));
        return path.isEmpty() ? "it" : path;
    }

    /** A key, or the position in a list. */
    public static String name(JsonMappingException.Reference reference) {
        return reference.getFieldName() == null ? "[" + reference.getIndex() + "]" : reference.getFieldName();
    }

    /** Keeps the parser's own sentences: it quotes the file's text on indented lines. */
    private static String plain(JsonProcessingException problem) {
        String text = String.valueOf(problem.getOriginalMessage());
        return text.lines().filter(line -> !line.isBlank() && !line.startsWith(" ")).map(String::strip)
                .map(line -> line.replaceAll("`?(?:[a-z]+\\.)+[A-Z][A-Za-z.$]*(?:<.*?>)?`?", "the value"))
                .collect(Collectors.joining(", "));
    }
}
