package io.tidemark.server.packaging;

import io.tidemark.server.cli.Tidemark;
import io.tidemark.server.setup.ConfigText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.AutoComplete;
import picocli.CommandLine;

/**
 * Writes the files of the Debian package that come from the commands: a man page for each, completion for bash and zsh,
 * and the configuration. Usage: PackagePages FOLDER VERSION DATE
 */
public final class PackagePages {

    private PackagePages() {}

    /** Writes the files. */
    public static void main(String[] arguments) throws IOException {
        Path folder = Files.createDirectories(Path.of(arguments[0]));
        CommandLine tidemark = Tidemark.create(InputStream.nullInputStream());
        List<CommandLine> all = new ArrayList<>();
        collect(tidemark, all);
        for (CommandLine command : all) {
            Files.writeString(folder.resolve(ManPage.name(command) + ".1"),
                    ManPage.of(command, arguments[1], arguments[2]));
        }
        String bash = AutoComplete.bash("tidemark", tidemark).replaceFirst("(?m)^# Date: .*$", "");
        Files.writeString(folder.resolve("tidemark.bash"), bash);
        Files.writeString(folder.resolve("_tidemark"), """
                #compdef tidemark
                autoload -U +X bashcompinit && bashcompinit
                source /usr/share/bash-completion/completions/tidemark
                """);
        Files.writeString(folder.resolve("tidemark.yaml"), ConfigText.packaged().yaml());
    }

    private static void collect(CommandLine command, List<CommandLine> all) {
        all.add(command);
        command.getSubcommands().values().stream().distinct().forEach(sub -> collect(sub, all));
    }
}
