package io.tidemark.server.backup;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The index of a backup. A file is a ZIP archive: {@code backup.json} is this index, {@code objects/SHA-256} are the
 * contents, each stored once. A folder has an index for each backup, {@code TIME.json}, and the contents of all.
 *
 * @param format  version of the archive's layout
 * @param program version of the program that made it
 * @param madeAt  start of the backup, ISO 8601
 * @param current id of the published snapshot; null if nothing was published
 * @param files   all files, including files that share their content
 */
record BackupIndex(int format, String program, @JsonProperty("made_at") String madeAt, @Nullable String current,
        List<Entry> files) {

    static final int FORMAT = 1;
    static final String NAME = "backup.json";
    static final String LAKE = "lake/";
    static final String STATE = "state/";
    static final String OBJECTS = "objects/";
    private static final String SNAPSHOTS = "lake/snapshots/";
    private static final Pattern PATH = Pattern.compile("state/[^/\\p{Cntrl}]+"
            + "|lake/snapshots/([A-Za-z0-9_][A-Za-z0-9._-]{0,79})/(?:[^/\\x00]+/)*[^/\\x00]+"
            + "|lake/(?:rejects|watch|ledger|erasures)/(?:[^/\\x00]+/)*[^/\\x00]+");
    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");
    private static final int MAX_NAME = 200;
    private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");

    /**
     * A file.
     *
     * @param path   path under {@code lake/} or {@code state/}
     * @param sha256 digest of its content, hexadecimal
     * @param bytes  its size
     */
    record Entry(String path, String sha256, long bytes) {

        Entry {
            // fields may be missing in the archive
            path = Objects.requireNonNullElse(path, "");
            sha256 = Objects.requireNonNullElse(sha256, "");
        }

        /** The name of its content in the archive. */
        String object() {
            return object(sha256);
        }

        static String object(String sha256) {
            return OBJECTS + sha256;
        }

        /** Whether the path stays inside its folder: a restore of any archive touches no other file. */
        boolean isAllowed() {
            return PATH.matcher(path).matches() && !("/" + path + "/").contains("/../") && !("/" + path + "/")
                    .contains("/./") && SHA256.matcher(sha256).matches() && bytes >= 0;
        }
    }

    BackupIndex {
        files = files == null ? List.of() : List.copyOf(files);
        program = Objects.requireNonNullElse(program, "");
        madeAt = Objects.requireNonNullElse(madeAt, "");
    }

    /**
     * The problem with the index, as an addition to the archive's name; empty if it is sound.
     * The archive may come from anybody.
     */
    Optional<String> problem() {
        Set<String> paths = new HashSet<>();
        for (Entry one : files) {
            if (!one.isAllowed()) {
                return Optional.of("names a file outside of lake and state: " + CONTROL.matcher(one.path())
                        .replaceAll("?"));
            }
            if (!paths.add(one.path())) {
                return Optional.of("names a file twice: " + CONTROL.matcher(one.path()).replaceAll("?"));
            }
        }
        for (String path : paths) {
            for (int end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
                if (paths.contains(path.substring(0, end))) {
                    return Optional.of("names a file and a folder alike: " + CONTROL.matcher(path.substring(0, end))
                            .replaceAll("?"));
                }
            }
        }
        if (current != null && !paths.contains(SNAPSHOTS + current + "/manifest.json")) {
            return Optional.of("does not hold the snapshot that was published: " + CONTROL.matcher(current)
                    .replaceAll("?"));
        }
        return CONTROL.matcher(madeAt + program).find() || program.length() > MAX_NAME || madeAt.length() > MAX_NAME
                ? Optional.of("does not say when and by what it was made") : Optional.empty();
    }

    /** The files under {@code lake/} or {@code state/}. */
    List<Entry> below(String folder) {
        return files.stream().filter(file -> file.path().startsWith(folder)).toList();
    }
}
