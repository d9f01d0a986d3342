package io.tidemark.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.file.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The help of every command. The golden file has what a reviewer reads: commands, options and what each is for. The
 * rest of a help, such as its examples, is held by a digest; {@code tidemark COMMAND --help} shows it.
 */
final class HelpsTest {

    private static final Path GOLDEN = Path.of("src/test/resources/golden/commands.txt");

    @Test
    void everyCommandTeachesWhatItDoes() throws IOException {
        String helps = commands(Tidemark.create(InputStream.nullInputStream())).map(HelpsTest::outline)
                .collect(Collectors.joining("\n"));
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(GOLDEN, helps);
        }

        assertThat(helps).isEqualTo(Files.readString(GOLDEN));
    }

    private static Stream<CommandLine> commands(CommandLine command) {
        return Stream.concat(Stream.of(command),
                command.getSubcommands().values().stream().distinct().flatMap(HelpsTest::commands));
    }

    private static String outline(CommandLine command) {
        String name = command.getCommandSpec().qualifiedName();
        CommandRun help = CommandRun.of(Stream.concat(Arrays.stream(name.split(" ")).skip(1), Stream.of("--help"))
                .toArray(String[]::new));
        assertThat(help.code()).as(name).isZero();
        assertThat(help.err()).as(name).isEmpty();
        assertThat(help.out()).as(name).contains("Usage: " + name);
        String purpose = command.getCommandSpec().usageMessage().description()[0];
        Stream<ArgSpec> arguments = command.getCommandSpec().args().stream().filter(argument -> !argument.hidden());
        return name + " (" + Sha256.hex(help.out()).substring(0, 8) + "): " + purpose + "\n"
                + arguments.map(argument -> "  " + names(argument) + ": " + String.join(" ", argument.description())
                        + "\n")
                        .sorted().collect(Collectors.joining());
    }

    private static String names(ArgSpec argument) {
        List<String> names = argument instanceof OptionSpec option ? List.of(option.names()) : List.of();
        boolean takesValue = argument.arity().max() > 0;
        return String.join(", ", names) + (names.isEmpty() || !takesValue ? "" : " ")
                + (takesValue ? argument.paramLabel() : "");
    }
}
