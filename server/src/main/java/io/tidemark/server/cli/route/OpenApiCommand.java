package io.tidemark.server.cli.route;

import io.tidemark.server.cli.console.FailureReport;
import io.tidemark.server.openapi.OpenApiDocument;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code tidemark openapi}: prints the API's description for programs. */
@Command(name = "openapi", sortOptions = false)
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class OpenApiCommand implements Callable<Integer> {

    @Spec
    CommandSpec spec;

    @Option(names = "--yaml")
    boolean yaml;

    @Option(names = "--internal")
    boolean internal;

    @Mixin
    OwnRoutesOption own;

    @Option(names = {"-h", "--help"}, order = 92, usageHelp = true)
    boolean help;

    @Override
    public Integer call() {
        OpenApiDocument document = OpenApiDocument.of(own.catalog(), internal);
        spec.commandLine().getOut().print(yaml ? document.yaml() : document.json());
        spec.commandLine().getOut().flush();
        return FailureReport.DONE;
    }
}
