package io.tidemark.server.cli.route;

import io.tidemark.server.cli.console.ConsoleCommand;
import io.tidemark.server.cli.console.FailureReport;
import io.tidemark.server.openapi.OpenApiDocument;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tidemark openapi}: prints the API's description for programs. */
@Command(name = "openapi", sortOptions = false)
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class OpenApiCommand extends ConsoleCommand {

    @Option(names = "--yaml")
    boolean yaml;

    @Option(names = "--internal")
    boolean internal;

    @Mixin
    OwnRoutesOption own;

    @Override
    public Integer call() {
        OpenApiDocument document = OpenApiDocument.of(own.catalog(), internal);
        out().print(yaml ? document.yaml() : document.json());
        out().flush();
        return FailureReport.DONE;
    }
}
