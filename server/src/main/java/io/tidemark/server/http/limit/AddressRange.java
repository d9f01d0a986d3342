package io.tidemark.server.http.limit;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A range of addresses with the same first bits, such as {@code 10.0.0.0/8}, or a single address.
 *
 * @param first an address in the range
 * @param bits  number of common bits
 */
public record AddressRange(InetAddress first, int bits) {

    private static final int NETWORK_BYTES = 8;
    private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");

    /** Parses an address or a range in CIDR notation; does not look up names. */
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

    /** Parses an address without looking up names; IPv4 in IPv6 becomes IPv4. */
    public static Optional<InetAddress> address(String text) {
        // at most 45 characters (RFC 4291) and a scope; refuses the older one-number forms of IPv4
        if (text.length() > 64 || (text.indexOf(':') < 0 && !IPV4.matcher(text).matches())) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.ofLiteral(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /**
     * The key for counting an address's requests: itself, or the /64 of an IPv6 address, which usually belongs to one
     * household or machine.
     */
    static String countingKey(String text) {
        return address(text).orElse(null) instanceof Inet6Address six ? HexFormat.of()
                .formatHex(six.getAddress(), 0, NETWORK_BYTES) : text;
    }

    /** Whether an address is in the range. */
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
