package io.tidemark.server.http.limit;

import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import io.helidon.webserver.http.Filter;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import io.helidon.webserver.http.ServerRequest;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;

/**
 * Finds the client address of a request. A peer that is not a trusted proxy is the client itself, whatever its
 * X-Forwarded-For says. Behind a trusted proxy, the client is the rightmost address in that header that is not itself a
 * trusted proxy; addresses further left may be forged. As a filter, it finds the address once per request.
 */
public final class ClientAddress implements Filter {

    private static final int MAX_HOPS = 32;

    private final List<AddressRange> trusted;

    /** Creates a filter that trusts these proxies. */
    public ClientAddress(List<AddressRange> trusted) {
        this.trusted = List.copyOf(trusted);
    }

    /** The client address of a request; the peer's if the filter did not run. */
    public static String of(ServerRequest request) {
        return request.context().get(ClientAddress.class, String.class).orElseGet(() -> request.remotePeer().host());
    }

    @Override
    public void filter(FilterChain chain, RoutingRequest request, RoutingResponse response) {
        request.context().register(ClientAddress.class, resolve(request.remotePeer().host(), hops(request.headers())));
        chain.proceed();
    }

    private static List<String> hops(Headers headers) {
        return headers.contains(HeaderNames.X_FORWARDED_FOR)
                ? List.of(String.join(",", headers.get(HeaderNames.X_FORWARDED_FOR).allValues()).split(",", -1))
                : List.of();
    }

    /** The client address behind a peer, given the header's addresses from left to right. */
    String resolve(String peer, List<String> hops) {
        // most requests; an address with colons may still be IPv4 in IPv6
        if (hops.isEmpty() && peer.indexOf(':') < 0) {
            return peer;
        }
        Optional<InetAddress> at = AddressRange.address(peer);
        int seen = 0;
        for (int i = hops.size() - 1; i >= 0 && seen < MAX_HOPS && at.filter(this::isTrusted).isPresent(); i--,
                seen++) {
            Optional<InetAddress> before = AddressRange.address(withoutPort(hops.get(i).strip()));
            if (before.isEmpty()) {
                break;
            }
            at = before;
        }
        return at.map(InetAddress::getHostAddress).orElse(peer);
    }

    private boolean isTrusted(InetAddress address) {
        return trusted.stream().anyMatch(range -> range.contains(address));
    }

    /** Removes the port in {@code 192.0.2.1:4711} and {@code [2001:db8::1]:4711}, as some proxies write them. */
    private static String withoutPort(String hop) {
        if (hop.startsWith("[") && hop.indexOf(']') > 0) {
            return hop.substring(1, hop.indexOf(']'));
        }
        int colon = hop.indexOf(':');
        return colon > 0 && hop.indexOf(':', colon + 1) < 0 ? hop.substring(0, colon) : hop;
    }
}
