package io.tidemark.server.http.limit;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The addresses that begin with the same bits, such as {@code 10.0.0.0/8}; a single address is a range of its own.
 *
 * @param first an address of it
 * @param bits  how many bits are the same
 */
public record AddressRange(InetAddress first, int bits) {

    private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");

    /** Reads an address or a range in CIDR notation; names are not looked up. */
    public static Optional<AddressRange> parse(String text) {
        int slash = text.indexOf('/');
        Optional<InetAddress> address = address(slash < 0 ? text : text.substring(0, slash));
        if (address.isEmpty()) {
            return Optional.empty();
        }
        int longest = address.get().getAddress().length * Byte.SIZE;
        if (slash < 0) {
            return address.map(a -> new AddressRange(a, longest));
        }
        String bits = text.substring(slash + 1);
        return bits.matches("\\d{1,3}") && Integer.parseInt(bits) <= longest
                ? address.map(a -> new AddressRange(a, Integer.parseInt(bits))) : Optional.empty();
    }

    /** An address as it is written, without looking up names; IPv4 in IPv6 is IPv4. */
    public static Optional<InetAddress> address(String text) {
        // at most 45 characters (RFC 4291) and a scope; the older one-number forms of IPv4 are refused
        if (text.length() > 64 || (text.indexOf(':') < 0 && !IPV4.matcher(text).matches())) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.ofLiteral(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Whether an address begins with the same bits. */
    public boolean contains(InetAddress address) {
        byte[] mine = first.getAddress();
        byte[] other = address.getAddress();
        if (mine.length != other.length) {
            return false;
        }
        int whole = bits / Byte.SIZE;
        int rest = bits % Byte.SIZE;
        return Arrays.equals(mine, 0, whole, other, 0, whole)
                && (rest == 0 || ((mine[whole] ^ other[whole]) & 0xff) >> (Byte.SIZE - rest) == 0);
    }
}
