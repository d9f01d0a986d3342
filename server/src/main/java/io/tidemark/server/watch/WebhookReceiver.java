package io.tidemark.server.watch;

import io.helidon.common.media.type.MediaTypes;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webclient.api.HttpClientResponse;
import io.helidon.webclient.api.WebClient;
import io.tidemark.server.config.WatchConfig;
import io.tidemark.server.watch.WatchMessage.NotSentException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Posts JSON to one address, with a signature that shows who sent it. The address is never logged, since it may contain
 * a token.
 */
final class WebhookReceiver {

    static final HeaderName SIGNATURE = HeaderNames.create("X-Tidemark-Signature");
    private static final String ALGORITHM = "HmacSHA256";
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final WatchConfig.Webhook config;
    private final WebClient client = WebClient.builder().connectTimeout(PATIENCE).readTimeout(PATIENCE)
            .followRedirects(false).build();

    WebhookReceiver(WatchConfig.Webhook config) {
        this.config = config;
    }

    /** Posts a body; anything but a 2xx is a failure. */
    void post(byte[] body) throws NotSentException {
        try (HttpClientResponse response = client.post().uri(config.address())
                .header(HeaderNames.CONTENT_TYPE, MediaTypes.APPLICATION_JSON.text())
                .header(SIGNATURE, "sha256=" + signature(body)).submit(body)) {
            int status = response.status().code();
            if (status < 200 || status >= 300) {
                throw new NotSentException("the webhook answered with " + status, false);
            }
        } catch (RuntimeException e) {
            throw new NotSentException("the webhook cannot be reached: " + e.getClass().getSimpleName(), false);
        }
    }

    private String signature(byte[] body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(config.secret().getBytes(StandardCharsets.UTF_8), ALGORITHM));
            return HexFormat.of().formatHex(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no " + ALGORITHM, e);
        }
    }
}
