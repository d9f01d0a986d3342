package io.tidemark.server.http.limit;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.HexFormat;

/**
 * The key for counting requests of an address: the address itself, or the /64 of an IPv6 address, which usually belongs to one household or machine.
 */
final class AddressKey {
    private static final int NETWORK_BYTES = 8;

    private AddressKey() {}

    static String of(String address) {
        InetAddress parsed = AddressRange.address(address).orElse(null);
        return parsed instanceof Inet6Address six
                ? HexFormat.of().formatHex(six.getAddress(), 0, NETWORK_BYTES) : address;
    }
}
