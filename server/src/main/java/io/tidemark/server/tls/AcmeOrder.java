package io.tidemark.server.tls;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.file.FilePermissions;
import io.tidemark.server.config.GuardConfig;
import io.tidemark.server.setup.SelfSigned;
import java.io.IOException;
import java.io.StringWriter;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;
import java.text.ParseException;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.shredzone.acme4j.AccountBuilder;
import org.shredzone.acme4j.Authorization;
import org.shredzone.acme4j.Login;
import org.shredzone.acme4j.Order;
import org.shredzone.acme4j.Problem;
import org.shredzone.acme4j.Session;
import org.shredzone.acme4j.Status;
import org.shredzone.acme4j.challenge.Challenge;
import org.shredzone.acme4j.challenge.Http01Challenge;
import org.shredzone.acme4j.connector.HttpConnector;
import org.shredzone.acme4j.connector.NetworkSettings;
import org.shredzone.acme4j.exception.AcmeException;
import org.shredzone.acme4j.provider.GenericAcmeProvider;

/**
 * One order of a certificate at an ACME authority (RFC 8555), each name proven over HTTP (http-01).
 *
 * @param settings   the authority, and the names
 * @param account    file with the key of the account; created with the account
 * @param challenges answers the authority
 */
record AcmeOrder(GuardConfig.Acme settings, Path account, AcmeChallenges challenges) {

    private static final Duration MAX_WAIT = Duration.ofMinutes(2);

    /** The PEM of a new key, and of its certificate with the chain; throws with the reason if the authority refuses. */
    String certificate() throws AcmeException, IOException, GeneralSecurityException, InterruptedException {
        Order order = login().newOrder().domains(settings.domains()).create();
        for (Authorization each : order.getAuthorizations()) {
            if (each.getStatus() != Status.VALID) {
                prove(each);
            }
        }
        check(order.waitUntilReady(MAX_WAIT), Status.READY, "the order", order.getError());
        KeyPairGenerator keys = KeyPairGenerator.getInstance("EC");
        keys.initialize(new ECGenParameterSpec("secp256r1"));
        KeyPair pair = keys.generateKeyPair();
        order.execute(pair);
        check(order.waitForCompletion(MAX_WAIT), Status.VALID, "the order", order.getError());
        StringWriter pem = new StringWriter();
        // first, since the reader of keys looks at nothing behind a certificate
        pem.write(SelfSigned.pem("PRIVATE KEY", pair.getPrivate().getEncoded()));
        order.getCertificate().writeCertificate(pem);
        return pem.toString();
    }

    private Login login() throws AcmeException, IOException, GeneralSecurityException {
        SSLContext trust = TrustedRoots.of(settings.trust());
        Session session = new Session(settings.directory(), new GenericAcmeProvider() {
            @Override
            protected HttpConnector createHttpConnector(NetworkSettings network) {
                return new HttpConnector(network) {
                    @Override
                    public HttpClient.Builder createClientBuilder() {
                        return super.createClientBuilder().sslContext(trust);
                    }
                };
            }
        });
        AccountBuilder builder = new AccountBuilder().agreeToTermsOfService().useKeyPair(accountKey());
        if (settings.contact() != null) {
            builder.addEmail(settings.contact());
        }
        if (settings.bindingId() != null && settings.bindingKey() != null) {
            builder.withKeyIdentifier(settings.bindingId(), Files.readString(settings.bindingKey()).strip());
        }
        // the authority returns the account of this key if it has one
        return builder.createLogin(session);
    }

    private KeyPair accountKey() throws IOException {
        try {
            if (Files.notExists(account)) {
                DurableFiles.replace(account, new ECKeyGenerator(Curve.P_256).generate().toJSONString()
                        .getBytes(StandardCharsets.US_ASCII), FilePermissions.PRIVATE);
            }
            return ECKey.parse(Files.readString(account)).toKeyPair();
        } catch (JOSEException | ParseException e) {
            // the words of the parser may hold parts of the key
            throw new IOException(account + " holds no key: move it away, and a new account is made");
        }
    }

    private void prove(Authorization name) throws AcmeException, InterruptedException {
        String domain = name.getIdentifier().getDomain();
        Http01Challenge challenge = name.findChallenge(Http01Challenge.class)
                .orElseThrow(() -> new AcmeException("the authority does not offer http-01 for " + domain));
        challenges.expect(challenge.getToken(), challenge.getAuthorization());
        try {
            challenge.trigger();
            Status end = name.waitForCompletion(MAX_WAIT);
            check(end, Status.VALID, domain, name.findChallenge(Http01Challenge.class).flatMap(Challenge::getError));
        } finally {
            challenges.forget(challenge.getToken());
        }
    }

    private static void check(Status status, Status wanted, String what, Optional<Problem> problem)
            throws AcmeException {
        if (status != wanted) {
            throw new AcmeException(what + " is " + status + problem.map(each -> ": " + each).orElse(""));
        }
    }
}
