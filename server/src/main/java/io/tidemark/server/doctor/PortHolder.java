package io.tidemark.server.doctor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The process that listens on a port, as far as /proc tells: of other users' processes it does not say which have the
 * port open.
 *
 * @param user    number of the user that listens
 * @param pid     the process; null if this user may not know
 * @param program the process's program; null likewise
 * @param ours    whether the process is a Tidemark
 */
record PortHolder(int user, @Nullable Long pid, @Nullable String program, boolean ours) {

    private static final String LISTENS = "0A";
    private static final String MAIN_CLASS = "io.tidemark.server.cli.Tidemark";
    private static final int STATE = 3;
    private static final int USER = 7;
    private static final int INODE = 9;

    /** Looks for the holder of a TCP port; empty if /proc does not tell. */
    static Optional<PortHolder> of(Path proc, int port) {
        String suffix = ":%04X".formatted(port);
        for (String table : List.of("net/tcp", "net/tcp6")) {
            Optional<String[]> line = lines(proc.resolve(table)).map(text -> text.strip().split("\\s+", -1))
                    .filter(fields -> fields.length > INODE && fields[1].endsWith(suffix)
                    && fields[STATE].equals(LISTENS)).findFirst();
            if (line.isPresent()) {
                int user = Integer.parseInt(line.get()[USER]);
                return Optional.of(process(proc, "socket:[" + line.get()[INODE] + "]")
                        .map(pid -> named(proc, user, pid)).orElse(new PortHolder(user, null, null, false)));
            }
        }
        return Optional.empty();
    }

    /** Who it is, for people. */
    String words() {
        return pid == null ? "a process of the user with number " + user : "process " + pid + " (" + program + ")";
    }

    private static PortHolder named(Path proc, int user, long pid) {
        Path process = proc.resolve(Long.toString(pid));
        List<String> words = lines(process.resolve("cmdline")).flatMap(line -> Stream.of(line.split("\0", -1)))
                .toList();
        String program = lines(process.resolve("comm")).findFirst().orElse("unknown program");
        return new PortHolder(user, pid, program, words.contains(MAIN_CLASS));
    }

    private static Optional<Long> process(Path proc, String socket) {
        try (Stream<Path> all = Files.list(proc)) {
            return all.filter(path -> String.valueOf(path.getFileName()).matches("\\d+"))
                    .filter(path -> hasOpen(path.resolve("fd"), socket))
                    .map(path -> Long.valueOf(String.valueOf(path.getFileName()))).findFirst();
        } catch (IOException | UncheckedIOException e) {
            return Optional.empty();
        }
    }

    private static boolean hasOpen(Path files, String socket) {
        try (DirectoryStream<Path> open = Files.newDirectoryStream(files)) {
            for (Path file : open) {
                if (isLinkTo(file, socket)) {
                    return true;
                }
            }
        } catch (IOException e) {
            // another user's process, or one that has ended
            return false;
        }
        return false;
    }

    private static boolean isLinkTo(Path file, String target) {
        try {
            return Files.readSymbolicLink(file).toString().equals(target);
        } catch (IOException e) {
            // it was closed meanwhile
            return false;
        }
    }

    private static Stream<String> lines(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1).lines();
        } catch (IOException e) {
            return Stream.empty();
        }
    }
}
