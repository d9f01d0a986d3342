package io.tidemark.server.cli.console;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** Standard output that remembers its first failure, which writers pass over: what a command printed may be cut off by a full disk. */
public final class StandardOutput extends FilterOutputStream {

    private volatile @Nullable IOException failure;

    /** The process's own. */
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

    /** The exit code of a command that ended with this one: another if not all that it printed was written. */
    public int end(CommandLine command, int code) {
        command.getOut().flush();
        IOException lost = failure;
        // a reader such as head may have enough
        if (code != FailureReport.DONE || lost == null || String.valueOf(lost.getMessage()).contains("Broken pipe")) {
            return code;
        }
        command.getErr().println("tidemark: standard output could not be written, what it has is not whole: " + lost.getMessage());
        command.getErr().flush();
        return FailureReport.DAMAGED;
    }
}
