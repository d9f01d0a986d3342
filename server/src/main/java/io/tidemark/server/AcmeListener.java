package io.tidemark.server;

import io.helidon.webserver.WebServer;
import io.tidemark.server.config.GuardConfig;
import io.tidemark.server.config.ServerConfig;
import io.tidemark.server.event.EventReceiver;
import io.tidemark.server.part.Parts;
import io.tidemark.server.tls.AcmeChallenges;
import io.tidemark.server.tls.AcmeRenewal;

/** Answers an ACME authority on a port without TLS, and keeps its certificate fresh. */
record AcmeListener(WebServer web) {

    /** Starts both, where an authority is set. Throws {@link ListenException} if the port is taken. */
    static void start(Parts parts) {
        ServerConfig config = parts.config();
        GuardConfig.Acme acme = config.guard().acme();
        if (acme == null) {
            return;
        }
        AcmeChallenges challenges = new AcmeChallenges();
        parts.add(new AcmeListener(WebListener.plain(config.http().host(), acme.port(), parts,
                routing -> routing.get(AcmeChallenges.PATH, challenges::answer))));
        parts.add(AcmeRenewal.start(acme, config.state(), config.opened(), challenges,
                parts.get(EventReceiver.class), parts.clock(), AcmeRenewal.FIRST_WAIT));
    }
}
