package io.tidemark.server.doctor;

import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.file.FileOwnership;
import io.tidemark.data.snapshot.LakeLock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Checks the permissions of files that are not for everybody. */
final class AccessCheck {

    private static final String NAME = "permissions";

    private AccessCheck() {}

    /** Checks that nobody else can change the configuration. */
    static List<Diagnosis> configuration(Path file) {
        List<Diagnosis> findings = new ArrayList<>();
        mayNot(findings, file, Set.of(PosixFilePermission.OTHERS_WRITE, PosixFilePermission.GROUP_WRITE),
                "others may change", "chmod go-w ");
        return findings;
    }

    /** Checks that nobody else can read a file or folder with secrets. */
    static void secret(List<Diagnosis> findings, Path path) {
        mayNot(findings, path, PosixFilePermissions.fromString("---rwxrwx"), "others can read or change", "chmod go= ");
    }

    /** Checks that only the owner and group can read a lake. */
    static void lake(List<Diagnosis> findings, Path path) {
        mayNot(findings, path, PosixFilePermissions.fromString("----w-rwx"),
                "others can read, or its group can change,", "chmod o=,g-w ");
    }

    /**
     * Whether a folder is there. If not, {@code missing} is a finding; if that cannot be seen, it is a fault.
     */
    static boolean isThere(List<Diagnosis> findings, Path folder, Diagnosis missing) {
        try {
            if (DurableFiles.isThere(folder)) {
                return true;
            }
            findings.add(missing);
        } catch (IOException e) {
            findings.add(Diagnosis.fault(NAME, folder + " cannot be seen: " + LakeLock.reason(e),
                    "it may be there all the same; run as the server's user or as root"));
        }
        return false;
    }

    /** Checks that the server can read a folder; returns whether it can. */
    static boolean isReadable(List<Diagnosis> findings, Path path) {
        boolean readable = Files.isReadable(path) && Files.isExecutable(path);
        if (!readable) {
            findings.add(Diagnosis.fault(NAME, path + " cannot be read by " + System.getProperty("user.name"),
                    "run as the server's user, such as sudo -u tidemark; or give it the folder: chown -R"));
        }
        return readable;
    }

    /** Checks that the server can write to a folder. */
    static void writable(List<Diagnosis> findings, Path path) {
        if (!Files.isWritable(path)) {
            findings.add(Diagnosis.fault(NAME, path + " cannot be written by " + System.getProperty("user.name"),
                    "run as the server's user, such as sudo -u tidemark; or give it the folder: chown -R"));
        }
    }

    /**
     * Checks that everything in the server's folder is its user's, such as after a command was run as root; returns
     * whether the server can read all of it.
     */
    static boolean areOwned(List<Diagnosis> findings, Path folder) {
        return areOf(findings, folder, folder, true);
    }

    /** Checks that the user of the server's folder can read everything in another, whose files may be others'. */
    static void areReadable(List<Diagnosis> findings, Path folder, Path server) {
        areOf(findings, folder, server, false);
    }

    private static boolean areOf(List<Diagnosis> findings, Path folder, Path server, boolean alone) {
        UserPrincipal owner;
        List<Path> strange;
        try (Stream<Path> all = Files.walk(folder.toRealPath())) {
            owner = Files.getOwner(server);
            strange = all.filter(file -> isGiven(file) && ((alone && !ownerOf(file).equals(owner.getName()))
                    || !mayRead(file, owner))).sorted().toList();
        } catch (IOException | UncheckedIOException e) {
            // the folder itself was looked at already
            return true;
        }
        List<Path> closed = strange.stream().filter(file -> !mayRead(file, owner)).toList();
        if (strange.isEmpty()) {
            return true;
        }
        Path first = closed.isEmpty() ? strange.getFirst() : closed.getFirst();
        String found = first + " belongs to " + ownerOf(first) + " and " + (closed.isEmpty() ? "not to "
                : "cannot be read by ") + owner.getName()
                + (strange.size() > 1 ? "; so do " + (strange.size() - 1) + " more files in " + folder : "");
        String advice = "as root: chown " + (strange.size() > 1 ? "-R " + owner.getName() + ": " + folder
                : owner.getName() + ": " + first);
        Diagnosis finding = closed.isEmpty() ? Diagnosis.warning(NAME, found, advice)
                : Diagnosis.fault(NAME, found, advice);
        findings.add(!System.getProperty("user.name").equals("root") ? finding : finding.curedBy(() -> {
            FileOwnership like = FileOwnership.of(server);
            for (Path file : strange) {
                if (isGiven(file)) {
                    like.give(file);
                }
                if (isGiven(file) && !ownerOf(file).equals(owner.getName())) {
                    throw new IOException("it is not root's, so a person has to say whose it is to be");
                }
            }
        }));
        return closed.isEmpty();
    }

    // a server's working files come and go
    private static boolean isGiven(Path file) {
        return Files.exists(file, LinkOption.NOFOLLOW_LINKS);
    }

    /** Whether this process, or the user if this is root, may read a file; a file that is not there may be read. */
    static boolean mayRead(Path file, UserPrincipal user) {
        if (Files.notExists(file)) {
            return true;
        }
        if (!Files.isReadable(file)) {
            return false;
        }
        try {
            PosixFileAttributes seen = Files.readAttributes(file, PosixFileAttributes.class);
            // root may read everything, so that the permissions must be asked; members of a group are not known here
            return !System.getProperty("user.name").equals("root") || user.getName().equals("root")
                    || seen.permissions().contains(seen.owner().equals(user) ? PosixFilePermission.OWNER_READ
                            : seen.group().getName().equals(user.getName()) ? PosixFilePermission.GROUP_READ
                            : PosixFilePermission.OTHERS_READ);
        } catch (IOException e) {
            return false;
        }
    }

    /** Whether two folders are there and belong to one user. */
    static boolean areOfOneUser(Path one, Path other) {
        return Files.isReadable(one) && ownerOf(one).equals(ownerOf(other));
    }

    private static String ownerOf(Path file) {
        try {
            return Files.getOwner(file).getName();
        } catch (IOException e) {
            return "somebody else";
        }
    }

    private static void mayNot(List<Diagnosis> findings, Path path, Set<PosixFilePermission> refused, String words,
            String command) {
        try {
            if (Files.getPosixFilePermissions(path).stream().anyMatch(refused::contains)) {
                findings.add(Diagnosis.warning(NAME, words + " " + path, command + path).curedBy(() -> {
                    Set<PosixFilePermission> left = new HashSet<>(Files.getPosixFilePermissions(path));
                    left.removeAll(refused);
                    Files.setPosixFilePermissions(path, left);
                }));
            }
        } catch (IOException e) {
            findings.add(Diagnosis.fault(NAME, path + " cannot be examined: " + e.getMessage(),
                    "run as the server's user or as root"));
        }
    }
}
