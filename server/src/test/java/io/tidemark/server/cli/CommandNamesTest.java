package io.tidemark.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** A command that is named first is made alone, and is the same as among all. */
class CommandNamesTest {

    private static final InputStream NOTHING = InputStream.nullInputStream();

    @Test
    void everyCommandHasTheNameThatItIsLookedUpBy() {
        CommandLine all = Tidemark.create(NOTHING);
        assertThat(all.getSubcommands()).hasSize(26);
        Tidemark.commands(NOTHING).forEach((name, command) -> {
            assertThat(command.get().getCommandName()).isEqualTo(name);
            assertThat(help(Tidemark.create(NOTHING, name, "--help"), name)).isEqualTo(help(all, name));
        });
    }

    private static String help(CommandLine tidemark, String name) {
        return Objects.requireNonNull(tidemark.getSubcommands().get(name)).getUsageMessage(CommandLine.Help.Ansi.OFF);
    }

    @Test
    void whatNamesNoCommandGetsThemAll() {
        assertThat(Tidemark.create(NOTHING, "serve", "--port", "0").getSubcommands()).containsOnlyKeys("serve");
        // it adds the administrator by the other
        assertThat(Tidemark.create(NOTHING, "init").getSubcommands()).containsOnlyKeys("init", "user");
        for (String first : new String[] {"--help", "-V", "serev", ""}) {
            assertThat(Tidemark.create(NOTHING, first).getSubcommands()).hasSize(26);
        }
        assertThat(Tidemark.create(NOTHING, new String[0]).getSubcommands()).hasSize(26);
    }
}
