package io.tidemark.server.watch;

import static io.tidemark.server.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import io.tidemark.server.config.WatchConfig;
import io.tidemark.server.event.Event;
import io.tidemark.server.event.Event.Channel;
import io.tidemark.server.watch.WatchMessage.NotSentException;
import io.tidemark.server.watch.WatchMessage.Sending;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What becomes of messages that are not taken. */
final class OutboxTest {

    private static final List<Duration> WAITS = List.of(Duration.ofMillis(20), Duration.ofMillis(40));
    private static final MailText TEXT = new MailText("subject", "plain", "<p>html</p>", null);

    private final List<Event> events = new CopyOnWriteArrayList<>();

    private static WatchMessage message(Sending sending) {
        return message("S1", sending);
    }

    private static WatchMessage message(String snapshot, Sending sending) {
        return new WatchMessage(Channel.MAIL, "F1", "kari-id", snapshot, sending);
    }

    private static MailServer mailServer(int port, boolean starttls) {
        return new MailServer(new WatchConfig.Mail("127.0.0.1", port, starttls, null, "tidemark@example.org"));
    }

    private static int closedPort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Test
    void aMailServerThatIsNotThereIsTriedAgainAndGivenUp() throws IOException {
        MailServer absent = mailServer(closedPort(), false);
        try (Outbox outbox = new Outbox(WAITS, events::add)) {
            outbox.send("S1", List.of(message(() -> absent.send("kari@example.org", TEXT))));
            eventually().until(() -> !events.isEmpty());
        }
        assertThat(events).singleElement().isInstanceOfSatisfying(Event.WatchGivenUp.class, event -> {
            assertThat(event.tries()).isEqualTo(3);
            assertThat(event.accountId()).isEqualTo("kari-id");
            assertThat(event.reason()).startsWith("the mail server cannot be used").doesNotContain("kari", "127.0.0.1");
        });
    }

    @Test
    void aWebhookThatIsNotThereIsGivenUpWithoutItsAddress() throws IOException {
        WebhookReceiver absent = new WebhookReceiver(new WatchConfig.Webhook(URI.create("http://127.0.0.1:"
                + closedPort() + "/?token=T0KEN"),
                "a secret of the hook"));
        assertThatThrownBy(() -> absent.post(new byte[0])).isInstanceOf(NotSentException.class)
                .hasMessageStartingWith("the webhook cannot be reached").hasMessageNotContaining("T0KEN");
    }

    @Test
    void aMessageThatIsTakenAtTheSecondTryIsSentOnce() {
        AtomicInteger tries = new AtomicInteger();
        try (Outbox outbox = new Outbox(WAITS, events::add)) {
            outbox.send("S1", List.of(message(() -> {
                if (tries.incrementAndGet() == 1) {
                    throw new NotSentException("busy", false);
                }
            })));
            eventually().until(() -> !events.isEmpty());
        }
        assertThat(events).singleElement().isInstanceOfSatisfying(Event.WatchSent.class,
                event -> assertThat(event.tries()).isEqualTo(2));
    }

    @Test
    void anAddressThatIsNoneIsNotTriedAgain() throws IOException {
        MailServer absent = mailServer(closedPort(), false);
        try (Outbox outbox = new Outbox(WAITS, events::add)) {
            outbox.send("S1", List.of(message(() -> absent.send("a,b@example.org", TEXT))));
            eventually().until(() -> !events.isEmpty());
        }
        assertThat(events).singleElement().isInstanceOfSatisfying(Event.WatchGivenUp.class, event -> {
            assertThat(event.tries()).isEqualTo(1);
            assertThat(event.reason()).isEqualTo("the account's address cannot be used");
        });
    }

    @Test
    void aNewerSnapshotReplacesWhatWaitsAndNobodyWaitsForASlowReceiver() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch slow = new CountDownLatch(1);
        AtomicInteger sent = new AtomicInteger();
        try (Outbox outbox = new Outbox(List.of(Duration.ofMillis(1)), events::add)) {
            outbox.send("S1", List.of(message(() -> {
                begun.countDown();
                try {
                    slow.await();
                } catch (InterruptedException e) {
                    throw new NotSentException("stopped", true);
                }
                throw new NotSentException("busy", false);
            })));
            begun.await();
            // returns though the first message is still being sent
            outbox.send("S2", List.of(message("S2", sent::incrementAndGet)));
            assertThat(events).isEmpty();
            slow.countDown();
            eventually().until(() -> events.size() == 2);
        }
        assertThat(sent).hasValue(1);
        assertThat(events).anySatisfy(event ->
                assertThat(event).isInstanceOfSatisfying(Event.WatchGivenUp.class, given -> {
            assertThat(given.snapshotId()).isEqualTo("S1");
            assertThat(given.reason()).isEqualTo("a newer snapshot is served");
        }));
    }

    @Test
    void nothingIsSentWithoutStarttlsUnlessTheSettingSaysSo() throws NotSentException {
        GreenMail server = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
        server.start();
        try {
            int port = server.getSmtp().getPort();
            assertThatThrownBy(() -> mailServer(port, true).send("kari@example.org", TEXT))
                    .isInstanceOf(NotSentException.class);
            assertThat(server.getReceivedMessages()).isEmpty();
            mailServer(port, false).send("kari@example.org", TEXT);
            assertThat(server.getReceivedMessages()).hasSize(1);
        } finally {
            server.stop();
        }
    }
}
