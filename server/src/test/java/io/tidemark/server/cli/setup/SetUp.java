package io.tidemark.server.cli.setup;

import io.tidemark.server.cli.CommandRun;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Runs the commands of an installation, in one folder and with one password. */
final class SetUp {

    static final String PASSWORD = "correct horse battery";

    private SetUp() {}

    /** Runs a line in which DIR stands for a folder, with a password to read. */
    static CommandRun run(Path folder, String line) {
        return CommandRun.of(new ByteArrayInputStream((PASSWORD + "\n").getBytes(StandardCharsets.UTF_8)),
                line.replace("DIR", folder.toString()).split(" ", -1));
    }
}
