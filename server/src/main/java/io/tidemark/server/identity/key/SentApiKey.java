package io.tidemark.server.identity.key;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The parts of an X-API-Key header that is written like one of ours. */
record SentApiKey(String id, String secret) {
    // as Secrets makes them: 96 bits in hexadecimal, 256 bits in base64url
    private static final Pattern FORM = Pattern.compile(ApiKey.PREFIX + "([0-9a-f]{24})_([A-Za-z0-9_-]{43})");

    /** The parts; empty when it is no key of ours. */
    static Optional<SentApiKey> parse(String header) {
        Matcher matcher = FORM.matcher(header);
        return matcher.matches() ? Optional.of(new SentApiKey(matcher.group(1), matcher.group(2))) : Optional.empty();
    }

    /** Leaves out the secret. */
    @Override
    public String toString() {
        return "SentApiKey[" + id + "]";
    }
}
