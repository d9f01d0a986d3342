package io.tidemark.server.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Who may read and write files that are not for everybody. */
final class AccessCheck {

    private static final String NAME = "permissions";

    private AccessCheck() {}

    /** The configuration: nobody else may change it. */
    static List<Finding> configuration(Path file) {
        List<Finding> findings = new ArrayList<>();
        mayNot(findings, file, Set.of(PosixFilePermission.OTHERS_WRITE, PosixFilePermission.GROUP_WRITE), "others may change", "chmod go-w ");
        return findings;
    }

    /** A file or folder with secrets: nobody else may even read it. */
    static void secret(List<Finding> findings, Path path) {
        mayNot(findings, path, PosixFilePermissions.fromString("---rwxrwx"), "others may read or change", "chmod go= ");
    }

    /** A lake: its group may read it, nobody else. */
    static void lake(List<Finding> findings, Path path) {
        mayNot(findings, path, PosixFilePermissions.fromString("----w-rwx"), "others may read, or its group may change,", "chmod o=,g-w ");
    }

    /** A folder that a server reads: says whether it can. */
    static boolean isReadable(List<Finding> findings, Path path) {
        boolean readable = Files.isReadable(path) && Files.isExecutable(path);
        if (!readable) {
            findings.add(Finding.fault(NAME, path + " cannot be read by " + System.getProperty("user.name"),
                    "run as the server's user, such as sudo -u tidemark; or give it the folder: chown -R"));
        }
        return readable;
    }

    /** A folder that a server writes to. */
    static void writable(List<Finding> findings, Path path) {
        if (!Files.isWritable(path)) {
            findings.add(Finding.fault(NAME, path + " cannot be written by " + System.getProperty("user.name"),
                    "run as the server's user, such as sudo -u tidemark; or give it the folder: chown -R"));
        }
    }

    private static void mayNot(List<Finding> findings, Path path, Set<PosixFilePermission> refused, String words, String command) {
        try {
            if (Files.getPosixFilePermissions(path).stream().anyMatch(refused::contains)) {
                findings.add(Finding.warning(NAME, words + " " + path, command + path));
            }
        } catch (IOException e) {
            findings.add(Finding.fault(NAME, path + " cannot be looked at: " + e.getMessage(), "run as the server's user or as root"));
        }
    }
}
