package io.tidemark.server.tls;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.MACVerifier;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.util.Base64URL;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.tidemark.server.setup.SelfSigned;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.Extensions;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.operator.jcajce.JcaContentVerifierProviderBuilder;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequest;
import org.jspecify.annotations.Nullable;

/**
 * A certificate authority after RFC 8555, with a root of its own: it checks each signature, nonce and address, asks for
 * the challenge (http-01) over HTTP, and signs what the request's key has signed.
 */
final class TestAuthority implements AutoCloseable {

    /** The key id and key of accounts that it knows by another way. */
    static final String BINDING_ID = "customer-7";
    /** Base64url, 32 bytes. */
    static final String BINDING_KEY = "c2VjcmV0LW9mLWN1c3RvbWVyLTctb2YtMzItYnl0ZXM";
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Where all domains lead on this machine. */
    volatile CompletableFuture<Integer> port = new CompletableFuture<>();
    /** Whether it answers all requests with 503. */
    volatile boolean down;
    /** Whether it wants to know its accounts by another way. */
    volatile boolean wantsBinding;
    /** Whether it has proofs of all names already. */
    volatile boolean proven;
    /** Names that it issues nothing for. */
    final Set<String> forbidden = ConcurrentHashMap.newKeySet();
    /** What it writes into the certificates in place of the ordered names; null for these. */
    volatile @Nullable List<String> instead;
    /** PEM of a certificate that it writes behind the chain; empty for none. */
    volatile String behind = "";
    /** When its certificates begin. */
    volatile Instant from = Instant.now().minusSeconds(3600);
    /** How long they are good. */
    volatile Duration life = Duration.ofDays(90);
    /** The names of each order. */
    final List<List<String>> orders = new CopyOnWriteArrayList<>();
    /** The contacts of each new account. */
    final List<String> contacts = new CopyOnWriteArrayList<>();
    /** The paths of the challenges that it asked for, and their answers. */
    final Map<String, String> asked = new ConcurrentHashMap<>();

    private final KeyPair key;
    private final X509Certificate root;
    private final HttpsServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Set<String> nonces = ConcurrentHashMap.newKeySet();
    private final Map<String, ECKey> accounts = new ConcurrentHashMap<>();
    private final Map<String, Order> placed = new ConcurrentHashMap<>();

    /** An order, and what became of it. */
    private static final class Order {
        private final List<String> names;
        private final String token = UUID.randomUUID().toString();
        private final Map<String, String> states = new ConcurrentHashMap<>();
        private volatile String problem = "";
        private volatile String certificate = "";

        Order(List<String> names, boolean proven) {
            this.names = names;
            names.forEach(name -> states.put(name, proven ? "valid" : "pending"));
        }

        String state() {
            return !certificate.isEmpty() ? "valid" : states.containsValue("invalid") ? "invalid"
                    : states.containsValue("pending") ? "pending" : "ready";
        }
    }

    /** A refusal with one of RFC 8555's error types. */
    private static final class Refusal extends Exception {
        private static final long serialVersionUID = 1;
        private final int status;
        private final String type;

        Refusal(int status, String type, String detail) {
            super(detail);
            this.status = status;
            this.type = type;
        }
    }

    TestAuthority() throws Exception {
        key = pair();
        root = sign(key.getPublic(), key, "CN=Test Root", List.of(), Instant.now().minus(Duration.ofDays(9)),
                Duration.ofDays(99), true);
        KeyPair own = pair();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        keys.load(null, null);
        keys.setKeyEntry("server", own.getPrivate(), new char[0], new Certificate[] {sign(own.getPublic(), key,
                "CN=authority", List.of("localhost"), Instant.now().minusSeconds(60), Duration.ofDays(1), false)});
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, new char[0]);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context));
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    /** Where its addresses are. */
    String directory() {
        return base() + "/directory";
    }

    private String base() {
        return "https://localhost:" + server.getAddress().getPort();
    }

    /** Writes its root. */
    void writeRoot(Path file) throws Exception {
        Files.writeString(file, SelfSigned.pem("CERTIFICATE", root.getEncoded()));
    }

    /** What a client needs to believe its certificates, and no others. */
    SSLContext trusted() throws Exception {
        return TestCertificate.trusting(new TestCertificate(root, key.getPrivate()));
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            String nonce = UUID.randomUUID().toString();
            nonces.add(nonce);
            exchange.getResponseHeaders().set("Replay-Nonce", nonce);
            try {
                if (down) {
                    throw new Refusal(503, "serverInternal", "closed for the night");
                }
                route(exchange, exchange.getRequestURI().getPath(), body);
            } catch (Refusal e) {
                exchange.getResponseHeaders().set("Content-Type", "application/problem+json");
                send(exchange, e.status, JSON.writeValueAsString(Map.of("type",
                        "urn:ietf:params:acme:error:" + e.type, "detail", String.valueOf(e.getMessage()))));
            } catch (Exception e) {
                send(exchange, 500, e.toString());
            }
        }
    }

    private void route(HttpExchange exchange, String path, String body) throws Exception {
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        switch (path) {
            case "/directory" -> {
                send(exchange, 200, JSON.writeValueAsString(Map.of("newNonce", base() + "/nonce", "newAccount",
                        base() + "/account", "newOrder", base() + "/order", "revokeCert", base() + "/revoke",
                        "keyChange", base() + "/key", "meta", Map.of("externalAccountRequired", wantsBinding))));
                return;
            }
            case "/nonce" -> {
                exchange.sendResponseHeaders(200, -1);
                return;
            }
            default -> { }
        }
        JsonNode flat = JSON.readTree(body);
        JWSObject signed = new JWSObject(part(flat, "protected"), part(flat, "payload"), part(flat, "signature"));
        if (!nonces.remove(String.valueOf(signed.getHeader().getCustomParam("nonce")))) {
            throw new Refusal(400, "badNonce", "used or unknown");
        }
        if (!(base() + path).equals(signed.getHeader().getCustomParam("url"))) {
            throw new Refusal(401, "unauthorized", "signed for another address");
        }
        boolean isNew = path.equals("/account");
        ECKey by = isNew ? (ECKey) signed.getHeader().getJWK() : accounts.get(signed.getHeader().getKeyID());
        if (by == null || !signed.verify(new ECDSAVerifier(by))) {
            throw new Refusal(401, "unauthorized", "not signed by an account");
        }
        JsonNode payload = signed.getPayload().toString().isEmpty() ? JSON.missingNode()
                : JSON.readTree(signed.getPayload().toString());
        if (isNew) {
            account(exchange, by, payload, base() + path);
            return;
        }
        String[] words = path.split("/");
        if (words.length == 2) {
            place(exchange, payload);
            return;
        }
        Order order = placed.get(words[2]);
        if (order == null) {
            throw new Refusal(404, "malformed", path);
        }
        switch (words[1]) {
            case "order" -> send(exchange, 200, json(words[2], order));
            case "name" -> {
                exchange.getResponseHeaders().set("Retry-After", "1");
                send(exchange, 200, json(words[2], order, words[3]));
            }
            case "proof" -> {
                String wanted = order.token + "." + by.computeThumbprint();
                // as others do: the answer does not wait for the proof
                threads.execute(() -> prove(order, words[3], wanted));
                send(exchange, 200, JSON.writeValueAsString(challenge(words[2], order, words[3])));
            }
            case "final" -> {
                if (!order.state().equals("ready")) {
                    throw new Refusal(403, "orderNotReady", order.state());
                }
                order.certificate = issue(order, payload.get("csr").textValue());
                send(exchange, 200, json(words[2], order));
            }
            case "certificate" -> {
                exchange.getResponseHeaders().set("Content-Type", "application/pem-certificate-chain");
                send(exchange, 200, order.certificate);
            }
            default -> throw new Refusal(404, "malformed", path);
        }
    }

    private static Base64URL part(JsonNode of, String name) {
        return new Base64URL(of.get(name).textValue());
    }

    private void account(HttpExchange exchange, ECKey by, JsonNode payload, String address) throws Exception {
        String location = base() + "/account/" + by.computeThumbprint();
        boolean known = accounts.containsKey(location);
        if (!known) {
            if (!payload.path("termsOfServiceAgreed").asBoolean()) {
                throw new Refusal(403, "userActionRequired", "the terms are not agreed to");
            }
            if (wantsBinding) {
                JsonNode binding = payload.path("externalAccountBinding");
                if (binding.isMissingNode()) {
                    throw new Refusal(403, "externalAccountRequired", "who are you?");
                }
                JWSObject bound = new JWSObject(part(binding, "protected"), part(binding, "payload"),
                        part(binding, "signature"));
                if (!BINDING_ID.equals(bound.getHeader().getKeyID()) || !address.equals(bound.getHeader()
                        .getCustomParam("url")) || !ECKey.parse(bound.getPayload().toString()).equals(by)
                        || !bound.verify(new MACVerifier(new Base64URL(BINDING_KEY).decode()))) {
                    throw new Refusal(403, "unauthorized", "the binding is not ours");
                }
            }
            accounts.put(location, by);
            contacts.add(payload.path("contact").toString());
        }
        exchange.getResponseHeaders().set("Location", location);
        send(exchange, known ? 200 : 201, "{\"status\": \"valid\"}");
    }

    private void place(HttpExchange exchange, JsonNode payload) throws Exception {
        List<String> names = new ArrayList<>();
        for (JsonNode each : payload.get("identifiers")) {
            names.add(each.get("value").textValue());
            if (forbidden.contains(each.get("value").textValue())) {
                throw new Refusal(400, "rejectedIdentifier", "nothing is issued for " + each.get("value"));
            }
        }
        orders.add(names);
        String id = Integer.toString(orders.size());
        Order order = new Order(names, proven);
        placed.put(id, order);
        exchange.getResponseHeaders().set("Location", base() + "/order/" + id);
        send(exchange, 201, json(id, order));
    }

    private String json(String id, Order order) throws IOException {
        Map<String, Object> json = new HashMap<>(Map.of("status", order.state(), "identifiers",
                order.names.stream().map(name -> Map.of("type", "dns", "value", name)).toList(), "authorizations",
                order.names.stream().map(name -> base() + "/name/" + id + "/" + name).toList(), "finalize",
                base() + "/final/" + id));
        if (!order.certificate.isEmpty()) {
            json.put("certificate", base() + "/certificate/" + id);
        }
        return JSON.writeValueAsString(json);
    }

    private String json(String id, Order order, String name) throws IOException {
        return JSON.writeValueAsString(Map.of("status", order.states.get(name), "identifier",
                Map.of("type", "dns", "value", name), "challenges", List.of(
                Map.of("type", "dns-01", "status", "pending", "url", base() + "/none", "token", order.token),
                challenge(id, order, name))));
    }

    private Map<String, Object> challenge(String id, Order order, String name) {
        Map<String, Object> challenge = new HashMap<>(Map.of("type", "http-01", "status", order.states.get(name), "url",
                base() + "/proof/" + id + "/" + name, "token", order.token));
        if (!order.problem.isEmpty()) {
            challenge.put("error", Map.of("type", "urn:ietf:params:acme:error:unauthorized", "detail", order.problem));
        }
        return challenge;
    }

    private void prove(Order order, String name, String wanted) {
        String path = "/.well-known/acme-challenge/" + order.token;
        String answer;
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port.get(110, TimeUnit.SECONDS))) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream().write(("GET " + path + " HTTP/1.1\r\nHost: " + name
                    + "\r\nConnection: close\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
            answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        } catch (IOException | InterruptedException | ExecutionException | TimeoutException e) {
            answer = e.toString();
        }
        asked.put(path, answer);
        boolean right = answer.startsWith("HTTP/1.1 200 ") && answer.endsWith("\r\n\r\n" + wanted);
        order.problem = right ? "" : "no answer at " + name;
        order.states.put(name, right ? "valid" : "invalid");
    }

    private String issue(Order order, String request) throws Exception {
        JcaPKCS10CertificationRequest csr = new JcaPKCS10CertificationRequest(new Base64URL(request).decode());
        if (!csr.isSignatureValid(new JcaContentVerifierProviderBuilder().build(csr.getPublicKey()))) {
            throw new Refusal(400, "badCSR", "not signed by its key");
        }
        Extensions wanted = Extensions.getInstance(csr.getAttributes(
                PKCSObjectIdentifiers.pkcs_9_at_extensionRequest)[0].getAttrValues().getObjectAt(0));
        Set<String> names = new TreeSet<>();
        Arrays.stream(GeneralNames.fromExtensions(wanted, Extension.subjectAlternativeName).getNames())
                .forEach(name -> names.add(name.getName().toString()));
        if (!names.equals(new HashSet<>(order.names))) {
            throw new Refusal(400, "badCSR", "for other names: " + names);
        }
        List<String> others = instead;
        return SelfSigned.pem("CERTIFICATE", sign(csr.getPublicKey(), key, "", others == null ? order.names : others,
                from, life, false).getEncoded()) + SelfSigned.pem("CERTIFICATE", root.getEncoded()) + behind;
    }

    private static KeyPair pair() throws Exception {
        KeyPairGenerator keys = KeyPairGenerator.getInstance("EC");
        keys.initialize(256);
        return keys.generateKeyPair();
    }

    private static X509Certificate sign(PublicKey of, KeyPair by, String subject, List<String> names, Instant from,
            Duration life, boolean authority) throws Exception {
        X509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(new X500Name("CN=Test Root"),
                new BigInteger(64, RANDOM).add(BigInteger.ONE), Date.from(from),
                Date.from(from.plus(life)), new X500Name(subject), of);
        builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(authority));
        if (!names.isEmpty()) {
            builder.addExtension(Extension.subjectAlternativeName, subject.isEmpty(), new GeneralNames(names.stream()
                    .map(name -> new GeneralName(GeneralName.dNSName, name)).toArray(GeneralName[]::new)));
        }
        return new JcaX509CertificateConverter().getCertificate(builder.build(
                new JcaContentSignerBuilder("SHA256withECDSA").build(by.getPrivate())));
    }

    private static void send(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
