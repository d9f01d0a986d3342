package io.tidemark.server.http.listen;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A request target that contains the server's name, as clients send it to proxies. Servers must accept it too (RFC
 * 9112, section 3.2.2), but Helidon 4.3.0 treats it as a path.
 *
 * @param scheme    http or https
 * @param authority host, with the port if given
 * @param line      the request's first line with only the path, as in other requests
 */
record AbsoluteTarget(String scheme, String authority, String line) {

    // allows no account before the name: nobody needs it here, and it can make one name look like another
    private static final Pattern LINE =
            Pattern.compile("([A-Z-]+ )((?i)https?)://([A-Za-z0-9._~%:\\[\\]-]+)([/?][^ ]*)?( .*)", Pattern.DOTALL);

    /** Parses a first line; empty for a target of any other form. */
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

    /** The first line to pass to Helidon. */
    byte[] lineBytes() {
        return line.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Whether the Host header names the same server, as clients must send it. */
    boolean isOf(String host) {
        return withoutUsualPort(host).equals(withoutUsualPort(authority));
    }

    private String withoutUsualPort(String name) {
        String port = scheme.equals("https") ? ":443" : ":80";
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.endsWith(port) ? lower.substring(0, lower.length() - port.length()) : lower;
    }
}
