package io.tidemark.server.doctor;

import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.snapshot.LakeLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
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
     * Checks that the files in the server's folder are its user's, such as after a command was run as root; returns
     * whether they are.
     */
    static boolean areOwned(List<Diagnosis> findings, Path folder) {
        List<Path> files;
        UserPrincipal owner;
        try (Stream<Path> all = Files.list(folder)) {
            files = all.filter(Files::isRegularFile).sorted().toList();
            owner = Files.getOwner(folder);
        } catch (IOException e) {
            // the folder itself was looked at already
            return true;
        }
        int before = findings.size();
        for (Path file : files) {
            if (!mayRead(file, owner)) {
                findings.add(Diagnosis.fault(NAME, file + " belongs to " + ownerOf(file) + " and cannot be read by "
                        + owner.getName(), "as root: chown " + owner.getName() + ": " + file));
            }
        }
        return findings.size() == before;
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
                findings.add(Diagnosis.warning(NAME, words + " " + path, command + path));
            }
        } catch (IOException e) {
            findings.add(Diagnosis.fault(NAME, path + " cannot be examined: " + e.getMessage(),
                    "run as the server's user or as root"));
        }
    }
}
