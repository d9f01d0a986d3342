package io.tidemark.server.intake;

import io.tidemark.server.http.ApiException;
import io.tidemark.server.http.ApiException.Detail;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The path of a file in a company's part of a delivery, such as {@code stock.csv} or {@code fishtalk/10001/stock.csv}.
 * Whether the name is one of a table or a farm system is for the ingest to say, as of any file; here it only has to be
 * safe on disk.
 *
 * @param text with forward slashes
 */
record DeliveredPath(String text) {

    private static final int MAX_CHARACTERS = 300;
    private static final int DEEPEST = 8;
    /** File systems allow 255, and lists of rejected rows have longer names than the files. */
    private static final int MAX_BYTES = 200;
    /** No leading dot or underscore, which the watch leaves out, and no control characters, backslashes or quotes. */
    private static final Pattern SEGMENT =
            Pattern.compile("[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N} ._+=(),&-]{0,98}[\\p{L}\\p{M}\\p{N})_-])?");

    /** Checks a path; throws 400. */
    static DeliveredPath of(String text) {
        String[] segments = text.split("/", -1);
        if (text.length() > MAX_CHARACTERS || segments.length > DEEPEST
                || !Arrays.stream(segments).allMatch(DeliveredPath::isName)) {
            throw new ApiException.BadRequest(List.of(new Detail("file", null,
                    "must be a path such as stock.csv or fishtalk/10001/stock.csv:"
                    + " at most " + DEEPEST + " names of at most 100 letters, digits, blanks and ._+=(),&- ("
                    + MAX_BYTES + " bytes of UTF-8) that begin with a letter or digit")));
        }
        return new DeliveredPath(text);
    }

    private static boolean isName(String segment) {
        return SEGMENT.matcher(segment).matches() && segment.getBytes(StandardCharsets.UTF_8).length <= MAX_BYTES;
    }
}
