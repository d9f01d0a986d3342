package io.tidemark.server.http.listen;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A request's target with the server's name in it, as it is sent to proxies; servers must accept it too (RFC 9112, section 3.2.2), and
 * Helidon 4.3.0 takes it for a path.
 *
 * @param scheme    http or https
 * @param authority host, and port where there is one
 * @param line      the request's first line with the path alone, as any other client sends it
 */
record AbsoluteTarget(String scheme, String authority, String line) {

    // no account before the name: nobody needs it here, and with it one name is made to look like another
    private static final Pattern LINE =
            Pattern.compile("([A-Z-]+ )((?i)https?)://([A-Za-z0-9._~%:\\[\\]-]+)([/?][^ ]*)?( .*)", Pattern.DOTALL);

    /** What a first line holds; empty when its target is of any other form, which is no business of this class. */
    static Optional<AbsoluteTarget> in(byte[] line) {
        if (isUsual(line)) {
            return Optional.empty();
        }
        Matcher matcher = LINE.matcher(new String(line, StandardCharsets.ISO_8859_1));
        if (!matcher.matches()) {
            return Optional.empty();
        }
        String path = matcher.group(4) == null ? "/" : matcher.group(4);
        return Optional.of(new AbsoluteTarget(matcher.group(2).toLowerCase(Locale.ROOT), matcher.group(3),
                matcher.group(1) + (path.startsWith("/") ? path : "/" + path) + matcher.group(5)));
    }

    // nearly every request: a path after the method
    private static boolean isUsual(byte[] line) {
        int i = 0;
        while (i < line.length && line[i] != ' ') {
            i++;
        }
        return i + 1 < line.length && line[i + 1] == '/';
    }

    /** The first line for Helidon. */
    byte[] lineBytes() {
        return line.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Whether the header Host names the same server, as every client has to send it. */
    boolean isOf(String host) {
        return withoutUsualPort(host).equals(withoutUsualPort(authority));
    }

    private String withoutUsualPort(String name) {
        String port = scheme.equals("https") ? ":443" : ":80";
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.endsWith(port) ? lower.substring(0, lower.length() - port.length()) : lower;
    }
}
