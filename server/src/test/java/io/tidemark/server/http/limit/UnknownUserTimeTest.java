package io.tidemark.server.http.limit;

import static io.tidemark.server.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.server.identity.account.CheapPasswords;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nobody learns from the clock whether a user exists. */
final class UnknownUserTimeTest {
    private static final int ROUNDS = 7;

    @TempDir
    Path folder;

    @Test
    void anUnknownUserTakesAsLongAsAWrongPassword() {
        try (CheapPasswords.Usual _ = CheapPasswords.usual();
                GuardedServer server = new GuardedServer(folder,
                        Map.of("limits.sign-in-failures-per-minute", "1000"))) {
            // without the work it would be another time always, and on a busy machine it is another now and then
            eventually().untilAsserted(() -> assertThatBothTakeAsLong(server));
        }
    }

    private static void assertThatBothTakeAsLong(GuardedServer server) {
        List<Long> wrong = new ArrayList<>();
        List<Long> unknown = new ArrayList<>();
        List<Long> malformed = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            // in turns, so that whatever else the machine does falls on all three
            wrong.add(time(server, "kari", "wrong horse battery", 401));
            unknown.add(time(server, "nobody", "wrong horse battery", 401));
            malformed.add(time(server, "nobody", "", 400));
        }
        double ratio = (double) median(unknown) / median(wrong);
        assertThat(ratio).as("unknown user %s, wrong password %s", unknown, wrong).isBetween(0.5, 2.0);
        // the measurement can tell: without hashing, an answer takes a small part of that
        assertThat(median(malformed)).as("%s", malformed).isLessThan(median(wrong) / 2);
    }

    private static long time(GuardedServer server, String name, String password, int status) {
        long start = System.nanoTime();
        HttpResponse<String> response = server.signIn("192.0.2.1", name, password);
        long took = System.nanoTime() - start;
        assertThat(response.statusCode()).isEqualTo(status);
        return took;
    }

    private static long median(List<Long> times) {
        return times.stream().sorted().toList().get(times.size() / 2);
    }
}
