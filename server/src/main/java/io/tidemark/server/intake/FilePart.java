package io.tidemark.server.intake;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.ServerRequestHeaders;
import io.tidemark.server.http.ApiException;
import io.tidemark.server.http.ApiException.Detail;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the headers of a request say of its body: a file, or a part of one. Digests are those of RFC 9530.
 *
 * @param start  where the part begins in the file
 * @param bytes  the part's length
 * @param total  the file's length
 * @param part   SHA-256 of the part, lower-case hex
 * @param file   SHA-256 of the file, lower-case hex
 */
record FilePart(long start, long bytes, long total, String part, String file) {

    private static final HeaderName CONTENT_DIGEST = HeaderNames.create("Content-Digest");
    private static final HeaderName REPR_DIGEST = HeaderNames.create("Repr-Digest");
    private static final Pattern RANGE = Pattern.compile("bytes ([0-9]{1,15})-([0-9]{1,15})/([0-9]{1,15})");
    private static final Pattern DIGEST = Pattern.compile("(?:^|,)\\s*sha-256=:([A-Za-z0-9+/]{43}=):\\s*(?:,|$)");

    /** Reads the headers; throws 400 with all that is wrong. */
    static FilePart of(ServerRequestHeaders headers) {
        List<Detail> wrong = new ArrayList<>();
        long length = headers.contentLength().orElse(-1);
        if (length < 0) {
            wrong.add(new Detail("Content-Length", null, "required: the length of the body"));
        }
        String part = digest(headers, CONTENT_DIGEST, "of the body", wrong);
        String file = digest(headers, REPR_DIGEST, "of the whole file", wrong);
        long start = 0;
        long total = length;
        if (headers.contains(HeaderNames.CONTENT_RANGE)) {
            Matcher range = RANGE.matcher(String.join(",", headers.get(HeaderNames.CONTENT_RANGE).allValues()));
            if (range.matches()) {
                start = Long.parseLong(range.group(1));
                total = Long.parseLong(range.group(3));
            }
            if (!range.matches() || Long.parseLong(range.group(2)) != start + length - 1 || start + length > total) {
                wrong.add(new Detail("Content-Range", null,
                        "must be such as bytes 0-1048575/5000000: first and last byte of the body, and the length of "
                        + "the file"));
            }
        }
        if (!wrong.isEmpty()) {
            throw new ApiException.BadRequest(wrong);
        }
        return new FilePart(start, length, total, String.valueOf(part), String.valueOf(file));
    }

    private static @Nullable String digest(ServerRequestHeaders headers, HeaderName name, String what,
            List<Detail> wrong) {
        String text = headers.contains(name) ? String.join(",", headers.get(name).allValues()) : "";
        Matcher digest = DIGEST.matcher(text);
        if (!digest.find()) {
            wrong.add(new Detail(name.defaultCase(), null, "required: the SHA-256 " + what
                    + ", such as sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:"));
            return null;
        }
        return HexFormat.of().formatHex(Base64.getDecoder().decode(digest.group(1)));
    }

    /** Whether it is the whole file. */
    boolean isWhole() {
        return bytes == total;
    }

    /** Where the file ends up to and with this part. */
    long end() {
        return start + bytes;
    }
}
