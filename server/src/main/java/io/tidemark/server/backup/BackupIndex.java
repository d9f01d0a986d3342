package io.tidemark.server.backup;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a backup holds. The file is a ZIP archive: {@code backup.json} is this, {@code objects/SHA-256} are the contents, each once.
 *
 * @param format  version of the archive's layout
 * @param program version of the program that made it
 * @param madeAt  when that was begun, ISO 8601
 * @param current id of the published snapshot; null when nothing was published
 * @param files   every file, also those that share their content
 */
record BackupIndex(int format, String program, @JsonProperty("made_at") String madeAt, @Nullable String current, List<Entry> files) {

    static final int FORMAT = 1;
    static final String NAME = "backup.json";
    static final String LAKE = "lake/";
    static final String STATE = "state/";
    private static final String OBJECTS = "objects/";
    private static final Pattern PATH = Pattern.compile("(?:state/|lake/(?:snapshots|rejects|watch)/(?:[^/\\x00]+/)*)[^/\\x00]+");
    private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");

    /**
     * A file.
     *
     * @param path   below {@code lake/} or {@code state/}
     * @param sha256 of its content, hexadecimal
     * @param bytes  its size
     */
    record Entry(String path, String sha256, long bytes) {

        /** Where its content is in the archive. */
        String object() {
            return object(sha256);
        }

        static String object(String sha256) {
            return OBJECTS + sha256;
        }

        /** Whether it stays where it belongs: whoever wrote the archive, no other file is touched. */
        boolean isAllowed() {
            return PATH.matcher(path).matches() && !("/" + path + "/").contains("/../") && !("/" + path + "/").contains("/./")
                    && SHA256.matcher(sha256).matches();
        }
    }

    BackupIndex {
        files = List.copyOf(files);
    }

    /** The files below {@code lake/} or {@code state/}. */
    List<Entry> below(String folder) {
        return files.stream().filter(file -> file.path().startsWith(folder)).toList();
    }
}
