package io.tidemark.data.snapshot;

import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.regex.Pattern;

/**
 * The name of a snapshot and of its folder. Tidemark names snapshots by their instant of creation, so that they sort by
 * age. Folders added by people may have any name of letters, digits, dot, dash and underscore.
 *
 * @param text 1 to 80 characters, no leading dot
 */
public record SnapshotId(@JsonValue String text) implements Comparable<SnapshotId> {

    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]{0,79}");
    private static final Pattern STAMPED = Pattern.compile("\\d{8}T\\d{6}\\.\\d{3}Z");
    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss.SSS'Z'")
            .withZone(ZoneOffset.UTC);

    /** Checks the form. */
    public SnapshotId {
        if (!isOne(text)) {
            throw new LakeException("not a snapshot id: " + text
                    + "; letters, digits, dot, dash and underscore are allowed");
        }
    }

    /** Whether a text, such as a folder's name, is a valid id. */
    public static boolean isOne(String text) {
        return FORM.matcher(text).matches();
    }

    /** Whether Tidemark made this id from an instant. */
    boolean isInstant() {
        return STAMPED.matcher(text).matches();
    }

    /** The id of a snapshot made at an instant. */
    public static SnapshotId madeAt(Instant instant) {
        return new SnapshotId(STAMP.format(instant));
    }

    @Override
    public int compareTo(SnapshotId other) {
        return text.compareTo(other.text);
    }

    @Override
    public String toString() {
        return text;
    }
}
