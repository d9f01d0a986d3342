package io.tidemark.server.packaging;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Writes a command's man page in man's own macros, from the command's help. */
final class ManPage {

    private ManPage() {}

    /** The name of the page, such as {@code tidemark-snapshot-list}. */
    static String name(CommandLine command) {
        return command.getCommandSpec().qualifiedName("-");
    }

    /** The text of the page. */
    static String of(CommandLine command, String version, String date) {
        CommandSpec spec = command.getCommandSpec();
        CommandLine.Help help = command.getHelp();
        StringBuilder page = new StringBuilder();
        String[] words = spec.usageMessage().description();
        page.append(".TH \"").append(name(command).toUpperCase(Locale.ROOT)).append("\" 1 \"").append(date)
                .append("\" \"tidemark ")
                .append(escaped(version)).append("\" \"Tidemark\"\n.SH NAME\n").append(name(command)).append(" \\- ")
                .append(text(words.length == 0 ? "" : words[0]).replaceAll("[.:]$", "")).append('\n');
        page.append(".SH SYNOPSIS\n.nf\n").append(escaped(help.synopsis(0).strip())).append("\n.fi\n");
        page.append(".SH DESCRIPTION\n");
        for (String line : words) {
            page.append(line.isBlank() ? ".PP\n" : text(line) + "\n");
        }
        List<PositionalParamSpec> parameters = spec.positionalParameters().stream().filter(one -> !one.hidden())
                .toList();
        List<OptionSpec> options = spec.options().stream().filter(one -> !one.hidden()).toList();
        if (!parameters.isEmpty() || !options.isEmpty()) {
            page.append(".SH OPTIONS\n");
            parameters.forEach(one -> item(page, one.paramLabel(), lines(one.description(), one)));
            options.forEach(one -> item(page, String.join(", ", one.names())
                    + (one.typeInfo().isBoolean() ? "" : " " + one.paramLabel()), lines(one.description(), one)));
        }
        if (!command.getSubcommands().isEmpty()) {
            page.append(".SH COMMANDS\n");
            command.getSubcommands().forEach((name, sub) -> item(page, name, text(first(sub)) + "; see "
                    + escaped(name(sub)) + "(1)"));
        }
        Map<String, String> codes = spec.usageMessage().exitCodeList();
        if (!codes.isEmpty()) {
            page.append(".SH EXIT STATUS\n");
            codes.forEach((code, meaning) -> item(page, code, text(meaning)));
        }
        if (spec.usageMessage().footer().length > 0) {
            page.append(".SH EXAMPLES\n.nf\n");
            for (String line : spec.usageMessage().footer()) {
                page.append(guarded(text(line.stripTrailing()))).append('\n');
            }
            page.append(".fi\n");
        }
        return page.append(".SH SEE ALSO\n").append(spec.parent() == null
                ? "/usr/share/doc/tidemark" : name(command.getParent()) + "(1)")
                .append('\n').toString();
    }

    private static String first(CommandLine command) {
        String[] words = command.getCommandSpec().usageMessage().description();
        return words.length == 0 ? "" : words[0].replaceAll("[.:]$", "");
    }

    private static String lines(String[] description, CommandLine.Model.ArgSpec one) {
        String text = String.join(" ", description);
        String value = one.defaultValue();
        return text(text.replace("${DEFAULT-VALUE}", value == null ? "" : value));
    }

    private static void item(StringBuilder page, String term, String words) {
        page.append(".TP\n.B ").append(escaped(term)).append('\n').append(words).append('\n');
    }

    // removes picocli's markup: %n, %% and its colours
    private static String text(String line) {
        return guarded(escaped(Ansi.OFF.string(line.replace("%n", " ").replace("%%", "%"))));
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\e").replace("-", "\\-");
    }

    // escapes a dot or quote at the start of a line, which man would read as a request
    private static String guarded(String line) {
        return line.startsWith(".") || line.startsWith("'") ? "\\&" + line : line;
    }
}
