package io.tidemark.server.cli.console;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** Standard output that records its first failure, which writers ignore: a full disk may cut off a command's output. */
public final class StandardOutput extends FilterOutputStream {

    private volatile @Nullable IOException failure;

    /** Wraps the process's standard output. */
    public StandardOutput() {
        super(new FileOutputStream(FileDescriptor.out));
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        try {
            out.write(bytes, from, length);
        } catch (IOException e) {
            if (failure == null) {
                failure = e;
            }
            throw e;
        }
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
    }

    /** The final exit code: the command's own, or another one if some of its output was not written. */
    public int end(CommandLine command, int code) {
        command.getOut().flush();
        IOException lost = failure;
        // a reader such as head may stop early
        if (code != FailureReport.DONE || lost == null || String.valueOf(lost.getMessage()).contains("Broken pipe")) {
            return code;
        }
        command.getErr().println("tidemark: standard output could not be written, the output is incomplete: "
                + lost.getMessage());
        command.getErr().flush();
        return FailureReport.DAMAGED;
    }
}
