package io.tidemark.server.http.coding;

import com.github.luben.zstd.Zstd;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The content codings of response bodies. */
public enum ContentCoding {
    /** No compression. */
    IDENTITY("identity"),
    /** Gzip (RFC 1952). */
    GZIP("gzip"),
    /** Zstandard (RFC 8878). */
    ZSTD("zstd");

    private static final List<ContentCoding> BEST_FIRST = hasZstd()
            ? List.of(ZSTD, GZIP, IDENTITY) : List.of(GZIP, IDENTITY);

    private final String wireName;

    ContentCoding(String wireName) {
        this.wireName = wireName;
    }

    /** The name in the header Content-Encoding, which {@link #IDENTITY} omits. */
    public String wireName() {
        return wireName;
    }

    /**
     * The coding with the highest weight in an Accept-Encoding header (RFC 9110, section 12.5.3); among equals zstd,
     * then gzip. A client that excludes every coding, even identity, gets identity.
     *
     * @param acceptEncoding the header's lines; empty if not sent
     */
    public static ContentCoding accepted(List<String> acceptEncoding) {
        if (acceptEncoding.isEmpty()) {
            return IDENTITY;
        }
        List<HeaderChoice> choices = HeaderChoice.all(acceptEncoding);
        ContentCoding best = IDENTITY;
        double highest = 0;
        for (ContentCoding coding : BEST_FIRST) {
            double quality = coding.quality(choices);
            if (quality > highest) {
                best = coding;
                highest = quality;
            }
        }
        return best;
    }

    // the native library is unpacked to the temporary folder, which may be mounted noexec
    private static boolean hasZstd() {
        try {
            return Zstd.compressBound(1) > 0;
        } catch (LinkageError e) {
            System.getLogger(ContentCoding.class.getName()).log(System.Logger.Level.WARNING,
                    "answers are not compressed by zstd, its library cannot be loaded: " + e.getMessage());
            return false;
        }
    }

    private double quality(List<HeaderChoice> choices) {
        Double named = weight(choices, wireName);
        // accepts the older name, too (RFC 9110, section 8.4.1.3)
        if (named == null && this == GZIP) {
            named = weight(choices, "x-gzip");
        }
        return Stream.of(named, weight(choices, "*")).filter(Objects::nonNull).findFirst().orElse(0.0);
    }

    private static @Nullable Double weight(List<HeaderChoice> choices, String name) {
        return choices.stream().filter(c -> c.name().equals(name)).map(HeaderChoice::quality).findFirst().orElse(null);
    }
}
