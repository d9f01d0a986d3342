package io.tidemark.server.http.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whose request it is, behind the proxies 10.0.0.0/8 and 2001:db8::/32. */
final class ClientAddressTest {
    private final ClientAddress behind = new ClientAddress(Stream.of("10.0.0.0/8", "2001:db8::/32")
            .map(range -> AddressRange.parse(range).orElseThrow()).toList());

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", value = {
        "192.0.2.1  | -                                     | 192.0.2.1",
        "192.0.2.1  | 198.51.100.1                          | 192.0.2.1",
        "10.0.0.1   | -                                     | 10.0.0.1",
        "10.0.0.1   | 198.51.100.1                          | 198.51.100.1",
        "10.0.0.1   | 203.0.113.9, 198.51.100.1             | 198.51.100.1",
        "10.0.0.1   | 203.0.113.9, 198.51.100.1, 10.0.0.2   | 198.51.100.1",
        "10.0.0.1   | 10.0.0.3, 10.0.0.2                    | 10.0.0.3",
        "10.0.0.1   | 198.51.100.1:4711                     | 198.51.100.1",
        "10.0.0.1   | [2001:4860::1]:4711                   | 2001:4860:0:0:0:0:0:1",
        "2001:db8::5| 2001:4860::1                          | 2001:4860:0:0:0:0:0:1",
        "10.0.0.1   | ::ffff:198.51.100.1                   | 198.51.100.1",
        "10.0.0.1   | unknown                               | 10.0.0.1",
        "10.0.0.1   | 198.51.100.1, unknown, 10.0.0.2       | 10.0.0.2",
        "10.0.0.1   | 198.51.100.1,                         | 10.0.0.1",
        "10.0.0.1   | <script>                              | 10.0.0.1",
        "10.0.0.1   | 1                                     | 10.0.0.1"})
    void theRightmostAddressThatIsNoTrustedProxy(String peer, @Nullable String header, String client) {
        List<String> hops = header == null ? List.of() : List.of(header.split(",", -1));
        assertThat(behind.resolve(peer, hops)).isEqualTo(client);
    }

    @ParameterizedTest
    @CsvSource({"192.168.0.0/23, 192.168.1.255, true", "192.168.0.0/23, 192.168.2.0, false", "0.0.0.0/0, 8.8.8.8, true",
        "0.0.0.0/0, ::1, false", "10.0.0.1, 10.0.0.1, true", "10.0.0.1, 10.0.0.2, false",
                "2001:db8::/33, 2001:db8:7fff::1, true",
        "2001:db8::/33, 2001:db8:8000::1, false"})
    void rangesHoldTheAddressesWithTheSameFirstBits(String range, String address, boolean inside) {
        assertThat(AddressRange.parse(range).orElseThrow().contains(AddressRange.address(address).orElseThrow()))
                .isEqualTo(inside);
    }

    @ParameterizedTest
    @CsvSource({"example.org", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/-1", "10.1", "1", "256.0.0.1", "2001:db8::/129",
            "''"})
    void whatIsNoRange(String text) {
        assertThat(AddressRange.parse(text)).isEmpty();
    }
}
