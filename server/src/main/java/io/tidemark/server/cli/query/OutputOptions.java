package io.tidemark.server.cli.query;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options for the destination and format of rows. */
@SuppressWarnings("NullAway.Init") // picocli sets the fields
final class OutputOptions {

    @Spec(Spec.Target.MIXEE)
    CommandSpec spec;

    @Option(names = "--format", order = 10, paramLabel = "F", converter = OutputFormat.Name.class)
    @Nullable OutputFormat format;

    @Option(names = {"-o", "--output"}, order = 11, paramLabel = "FILE")
    @Nullable Path output;

    /** The format, after a check. */
    OutputFormat format(boolean json) {
        OutputFormat chosen = format != null ? format : json ? OutputFormat.JSON : OutputFormat.TABLE;
        if (chosen == OutputFormat.PARQUET && output == null) {
            throw new ParameterException(spec.commandLine(), "Parquet is binary: name a file with --output FILE");
        }
        Path folder = output == null ? null : output.toAbsolutePath().getParent();
        if (output != null && (folder == null || Files.isDirectory(output) || !Files.isDirectory(folder))) {
            throw new ParameterException(spec.commandLine(), "--output " + output
                    + " is no file in a folder that is there");
        }
        return chosen;
    }

    /** Copies the finished temporary file to its destination. */
    void deliver(Path written) {
        try {
            if (output == null) {
                try (var lines = Files.newBufferedReader(written, StandardCharsets.UTF_8)) {
                    lines.transferTo(spec.commandLine().getOut());
                }
                spec.commandLine().getOut().flush();
                return;
            }
            Path part = output.resolveSibling("." + output.getFileName() + "." + ProcessHandle.current().pid()
                    + ".part");
            try {
                Files.copy(written, part, StandardCopyOption.REPLACE_EXISTING);
                Files.move(part, output, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(part);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + (output == null ? "to standard output" : output) + ": "
                    + e.getMessage(), e);
        }
    }
}
