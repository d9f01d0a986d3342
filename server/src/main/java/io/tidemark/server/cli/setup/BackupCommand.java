package io.tidemark.server.cli.setup;

import io.tidemark.server.backup.Backup;
import io.tidemark.server.backup.BackupException;
import io.tidemark.server.backup.BackupSummary;
import io.tidemark.server.cli.console.StateOption;
import io.tidemark.server.cli.console.StopOnSignal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark backup}: writes state and lake into one file. */
@Command(name = "backup", sortOptions = false,
        description = {"Write state and lake into one file, while the server runs.", "",
            "The file holds users, clients, signing keys, the audit log, snapshots, rejected rows and what a watch "
                + "remembers; not the "
                + "configuration and the certificate. It is read again and compared before it takes its name. It "
                + "holds secrets: it is made with 0600, keep it like the state.", ""},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:written and verified", "2:wrong usage, the named state folder is not there, or the file is "
            + "there already",
            "5:state or lake cannot be read, or the file cannot be written; no file is left",
            "130, 143:stopped by Ctrl-C or a stop signal; no file is left"},
        footerHeading = "%nExample:%n", footer = "  tidemark backup /backup/tidemark-$(date +%%F).zip")
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class BackupCommand implements Callable<Integer> {

    @Parameters(paramLabel = "FILE", description = "The file to write; it must not be there yet.")
    Path file;

    @Mixin
    DataOptions data;

    @Mixin
    StateOption state;

    @Option(names = "--published-only", description = "Take the published snapshot alone, not those before it.")
    boolean publishedOnly;

    @Override
    public Integer call() {
        if (file.toFile().exists()) {
            throw data.wrong("there is a file " + file + " already");
        }
        // refuse a missing state folder that was named: a backup without users and keys would be incomplete
        if (!Files.isDirectory(state.folder()) && !state.isUsual()) {
            throw data.wrong("there is no state folder " + state.folder());
        }
        try (StopOnSignal stop = StopOnSignal.install()) {
            BackupSummary summary = Backup.write(file, data.lake, state.folder(), publishedOnly, Clock.systemUTC(),
                    stop.signal()::isRequested);
            data.print(summary, "wrote " + file);
            return DataOptions.DONE;
        } catch (BackupException e) {
            return data.failed(e);
        }
    }
}
