package io.tidemark.server.cli.query;

import io.tidemark.data.snapshot.Lake;
import io.tidemark.server.cli.console.FailureReport;
import io.tidemark.server.cli.console.Today;
import io.tidemark.server.cli.snapshot.LakeCommand;
import io.tidemark.server.identity.account.Caller;
import io.tidemark.server.identity.account.Role;
import io.tidemark.server.request.CallerView;
import io.tidemark.server.request.LocalSnapshot;
import io.tidemark.server.route.RouteCatalog;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tidemark sql}: runs SQL on a snapshot, read-only. */
@Command(name = "sql", sortOptions = false)
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class SqlCommand extends LakeCommand {

    /** The note below a table that is cut off. */
    private static final String MORE = "only the first " + SqlRunner.TABLE_ROWS
            + " rows are shown; --format csv gives all";
    private static final String NOBODY = "(sql)";
    private static final Caller ADMIN = new Caller(NOBODY, NOBODY, null, Role.ADMIN, Role.ADMIN.defaultPermissions(),
            null, null);

    private final InputStream in;

    @Option(names = {"-c", "--command"}, order = 1, paramLabel = "SQL")
    @Nullable String command;

    @Mixin
    OutputOptions output;

    @Option(names = "--snapshot", order = 20, paramLabel = "ID")
    @Nullable String id;

    /** Creates the command, which reads statements from {@code in} unless they are given. */
    public SqlCommand(InputStream in) {
        this.in = in;
    }

    @Override
    public int run(Lake lake) {
        OutputFormat format = output.format(json);
        List<String> statements = statements();
        if (statements.size() > 1 && format != OutputFormat.TABLE) {
            throw wrong("only one statement is allowed unless the format is table: there are " + statements.size());
        }
        try (LocalSnapshot asked = LocalSnapshot.open(lake, id, RouteCatalog.load(null).withoutRoutes());
                SqlRunner runner = new SqlRunner(asked.snapshot(), asked.session(), asked.folder(),
                        CallerView.values(ADMIN, asked.snapshot(), Today.inNorway()))) {
            Path written = asked.folder().resolve("rows");
            for (String statement : statements) {
                boolean more = runner.run(statement, format, written);
                output.deliver(written);
                if (more) {
                    say(MORE);
                }
            }
            return FailureReport.DONE;
        } catch (SqlRunner.Refused e) {
            say("tidemark sql: " + e.getMessage());
            return FailureReport.USAGE;
        } catch (IOException e) {
            throw new UncheckedIOException("the rows cannot be written: " + e.getMessage(), e);
        }
    }

    private List<String> statements() {
        try {
            List<String> statements = SqlStatements.of(command != null
                    ? command : new String(in.readAllBytes(), StandardCharsets.UTF_8));
            if (statements.isEmpty()) {
                throw wrong("there is no SQL");
            }
            return statements;
        } catch (IOException e) {
            throw new UncheckedIOException("standard input cannot be read: " + e.getMessage(), e);
        }
    }
}
