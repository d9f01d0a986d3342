package io.tidemark.data.snapshot;

import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.regex.Pattern;

/**
 * A snapshot's name, also its folder's. Tidemark's own are the instant of their making, so that they sort by age;
 * folders dropped by people may have any name of letters, digits, dot, dash and underscore.
 *
 * @param text 1 to 80 characters, no leading dot
 */
public record SnapshotId(@JsonValue String text) implements Comparable<SnapshotId> {

    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]{0,79}");
    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss.SSS'Z'")
            .withZone(ZoneOffset.UTC);

    /** Checks the form. */
    public SnapshotId {
        if (!FORM.matcher(text).matches()) {
            throw new LakeException("not a snapshot id: " + text);
        }
    }

    /** The id of a snapshot made at that instant. */
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
