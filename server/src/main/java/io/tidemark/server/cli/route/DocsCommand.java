package io.tidemark.server.cli.route;

import io.tidemark.server.cli.console.CommandPages;
import io.tidemark.server.cli.console.ConsoleCommand;
import io.tidemark.server.cli.console.FailureReport;
import io.tidemark.server.docs.DocsSite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code tidemark docs}: writes the documentation as files. */
@Command(name = "docs", sortOptions = false)
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class DocsCommand extends ConsoleCommand {

    private final Supplier<CommandLine> tidemark;

    @Parameters(paramLabel = "DIR")
    Path folder;

    @Mixin
    OwnRoutesOption own;

    /** Takes the whole command line, whose help is a page of the documentation. */
    public DocsCommand(Supplier<CommandLine> tidemark) {
        this.tidemark = tidemark;
    }

    @Override
    public Integer call() throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> inside = Files.list(folder)) {
                if (inside.findAny().isPresent()) {
                    throw wrong(folder + " is not empty; name a new or empty folder");
                }
            }
        }
        DocsSite site = DocsSite.of(own.catalog(), CommandPages.all(tidemark.get()));
        for (Map.Entry<String, byte[]> file : site.files().entrySet()) {
            Path target = folder.resolve(file.getKey());
            Files.createDirectories(target.getParent());
            Files.write(target, file.getValue());
        }
        err().println(site.files().size() + " files in " + folder);
        return FailureReport.DONE;
    }
}
