package io.tidemark.server.audit;

import io.helidon.common.media.type.MediaTypes;
import io.helidon.http.HeaderNames;
import io.helidon.webclient.api.HttpClientResponse;
import io.helidon.webclient.api.WebClient;
import io.tidemark.server.event.Event;
import io.tidemark.server.event.EventReceiver;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Posts security alerts as JSON, with the fields of the audit log, one after the other. Each is sent once, since an
 * undelivered alert is still in the logs. The address is never logged, since it may contain a token.
 */
public final class Webhook implements EventReceiver, AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Webhook.class.getName());
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int MAX_WAITING = 100;

    private final URI address;
    private final WebClient client;
    private final ThreadPoolExecutor sender;

    /** Creates a webhook for an http or https address. */
    public Webhook(URI address) {
        this.address = address;
        this.client = WebClient.builder().connectTimeout(PATIENCE).readTimeout(PATIENCE).followRedirects(false).build();
        this.sender = new ThreadPoolExecutor(0, 1, 10, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MAX_WAITING),
                Thread.ofPlatform().name("webhook").daemon().factory());
    }

    @Override
    public void publish(Event event) {
        if (event instanceof Event.SecurityAlert alert) {
            try {
                sender.execute(() -> post(alert));
            } catch (RejectedExecutionException e) {
                LOG.log(System.Logger.Level.WARNING, "a security alert was not posted: too many are waiting");
            }
        }
    }

    private void post(Event.SecurityAlert alert) {
        try (HttpClientResponse response = client.post().uri(address)
                .header(HeaderNames.CONTENT_TYPE, MediaTypes.APPLICATION_JSON.text())
                .submit(AuditLine.of(alert, 0))) {
            if (response.status().code() >= 300) {
                LOG.log(System.Logger.Level.WARNING, "a security alert was posted and answered with "
                        + response.status().code());
            }
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "a security alert was not posted: " + e.getClass().getSimpleName());
        }
    }

    /** Lets a running post finish within its timeout. */
    @Override
    public void close() {
        sender.shutdown();
    }
}
