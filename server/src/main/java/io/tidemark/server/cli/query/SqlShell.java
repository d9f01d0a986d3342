package io.tidemark.server.cli.query;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.jline.reader.EOFError;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.ParsedLine;
import org.jline.reader.Parser;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.DefaultParser;
import org.jline.reader.impl.completer.StringsCompleter;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

/** The SQL shell at a terminal, with multi-line input, history and completion. Ctrl-C cancels a query, Ctrl-D ends the shell. */
final class SqlShell {

    private static final String HELP = """
            A statement ends with ;   Ctrl-C cancels a query, Ctrl-D ends, Tab completes names.
            SHOW TABLES;      tables and views      DESCRIBE cell;      their columns
            .help             this                  .quit               ends
            """;

    private final SqlRunner runner;
    private final Path written;

    /**
     * Creates a shell on a snapshot.
     * @param written a temporary file for rows
     */
    SqlShell(SqlRunner runner, Path written) {
        this.runner = runner;
        this.written = written;
    }

    /** Reads and runs statements until the input ends. */
    void run() throws IOException {
        try (Terminal terminal = TerminalBuilder.builder().name("tidemark").build()) {
            LineReader reader = LineReaderBuilder.builder().terminal(terminal).parser(new UntilSemicolon())
                    .completer(new StringsCompleter(runner.names())).variable(LineReader.SECONDARY_PROMPT_PATTERN, "      > ")
                    .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true).build();
            history().ifPresent(file -> reader.setVariable(LineReader.HISTORY_FILE, file));
            terminal.writer().println("snapshot " + runner.snapshotId() + ", read-only; .help helps");
            while (true) {
                try {
                    String typed = reader.readLine("tidemark> ").strip();
                    if (typed.equals(".quit") || typed.equals(".exit")) {
                        return;
                    }
                    run(typed, terminal);
                } catch (UserInterruptException e) {
                    terminal.writer().println("(not run)");
                } catch (EndOfFileException e) {
                    return;
                }
            }
        }
    }

    private void run(String typed, Terminal terminal) throws IOException {
        if (typed.startsWith(".")) {
            terminal.writer().print(HELP);
            terminal.flush();
            return;
        }
        Terminal.SignalHandler before = terminal.handle(Terminal.Signal.INT, signal -> runner.cancel());
        try {
            for (String statement : SqlStatements.of(typed)) {
                boolean more = runner.run(statement, OutputFormat.TABLE, written);
                try (var lines = Files.newBufferedReader(written, StandardCharsets.UTF_8)) {
                    lines.transferTo(terminal.writer());
                }
                if (more) {
                    terminal.writer().println(SqlCommand.MORE);
                }
            }
        } catch (SqlRunner.Refused e) {
            terminal.writer().println(e.getMessage());
        } finally {
            terminal.handle(Terminal.Signal.INT, before);
            terminal.flush();
        }
    }

    /** The history file, readable only by this user; empty without a home folder. */
    private static Optional<Path> history() {
        String state = Optional.ofNullable(System.getenv("XDG_STATE_HOME")).filter(dir -> !dir.isBlank())
                .orElse(System.getProperty("user.home", "") + "/.local/state");
        Path file = Path.of(state, "tidemark", "sql-history");
        try {
            Files.createDirectories(file.getParent());
            if (!Files.exists(file)) {
                Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            }
            return Optional.of(file);
        } catch (IOException | UncheckedIOException | UnsupportedOperationException e) {
            return Optional.empty();
        }
    }

    /** Continues the input until its statement ends, and leaves quotes and backslashes to SQL. */
    private static final class UntilSemicolon implements Parser {
        private final DefaultParser words = new DefaultParser().quoteChars(new char[0]).escapeChars(new char[0]);

        @Override
        public ParsedLine parse(String line, int cursor, ParseContext context) {
            if (context == ParseContext.ACCEPT_LINE && !line.isBlank() && !line.strip().startsWith(".") && !SqlStatements.isComplete(line)) {
                throw new EOFError(-1, cursor, "the statement goes on");
            }
            return words.parse(line, cursor, context);
        }
    }
}
