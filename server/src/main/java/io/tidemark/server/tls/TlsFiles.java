package io.tidemark.server.tls;

import io.helidon.common.configurable.Resource;
import io.helidon.common.pki.Keys;
import io.helidon.common.tls.ConfiguredTlsManager;
import io.helidon.common.tls.Tls;
import io.helidon.common.tls.TlsConfig;
import io.helidon.common.tls.TlsManager;
import io.tidemark.data.file.Sha256;
import io.tidemark.server.config.ConfigException;
import io.tidemark.server.config.GuardConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * TLS 1.2 and 1.3 with the certificate and key of two PEM files.
 *
 * @param tls         the TLS configuration of a listener
 * @param certificate the server's own certificate, first in the chain; null if there is none yet
 * @param digest      digest of both files, to detect changes
 */
public record TlsFiles(Tls tls, @Nullable X509Certificate certificate, String digest) {

    private static final System.Logger LOG = System.getLogger("io.tidemark.tls");
    /** Marks the name of a host among the alternative names (RFC 5280, GeneralName). */
    private static final int DNS = 2;
    private static final List<String> VERSIONS = List.of("TLSv1.3", "TLSv1.2");

    /**
     * Reads both files; throws {@link ConfigException}, with a message for people,
     * if they are no certificate with its key.
     */
    public static TlsFiles read(GuardConfig.Tls files) {
        readable("tls.certificate", files.certificate());
        readable("tls.key", files.key());
        Keys keys;
        try {
            keys = Keys.builder()
                    .pem(pem -> pem.key(Resource.create(files.key())).certChain(Resource.create(files.certificate())))
                    .build();
        } catch (RuntimeException e) {
            throw new ConfigException(List.of("tls.certificate " + files.certificate() + " and tls.key " + files.key()
                    + " cannot be read as PEM: " + e.getMessage()));
        }
        PrivateKey key = keys.privateKey().orElseThrow(() ->
                mistake("tls.key " + files.key() + " holds no private key"));
        if (keys.certChain().isEmpty()) {
            throw mistake("tls.certificate " + files.certificate() + " holds no certificate");
        }
        X509Certificate certificate = keys.certChain().getFirst();
        if (!belongTogether(key, certificate)) {
            throw mistake("tls.key " + files.key() + " is not the key of the certificate in " + files.certificate());
        }
        try {
            Tls tls = Tls.builder().privateKey(key).privateKeyCertChain(keys.certChain())
                    // requests no client certificate, but a reload fails without it in this version of Helidon
                    .trust(keys.certChain()).enabledProtocols(VERSIONS).build();
            return new TlsFiles(tls, certificate, digest(files));
        } catch (RuntimeException e) {
            throw mistake("tls.certificate " + files.certificate() + " has a chain that cannot be served: each"
                    + " certificate must be signed by the one after it");
        }
    }

    /** Reads what an authority has issued; empty before the first time, and if it cannot be used, as the log says. */
    static Optional<TlsFiles> issued(GuardConfig.Tls files) {
        try {
            return Files.notExists(files.certificate()) ? Optional.empty() : Optional.of(read(files));
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "a new certificate is ordered: {0}", e.getMessage());
            return Optional.empty();
        }
    }

    /** TLS that refuses every handshake, until a certificate is there. */
    static TlsFiles none(GuardConfig.Tls files) {
        TlsManager empty = new ConfiguredTlsManager("none", "tls-manager") {
            @Override
            public void init(TlsConfig config) {
                try {
                    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
                    keys.init(internalKeystore(config), null);
                    TrustManagerFactory trust = createTmf(config);
                    trust.init(internalKeystore(config));
                    initSslContext(config, secureRandom(config), keys.getKeyManagers(), trust.getTrustManagers());
                } catch (GeneralSecurityException e) {
                    throw new IllegalStateException(e);
                }
            }
        };
        return new TlsFiles(Tls.builder().manager(empty).enabledProtocols(VERSIONS).build(), null, digest(files));
    }

    /** The names of the hosts that a certificate is for. */
    static Set<String> names(X509Certificate certificate) {
        try {
            Collection<List<?>> names = certificate.getSubjectAlternativeNames();
            return names == null ? Set.of() : names.stream().filter(name -> Integer.valueOf(DNS).equals(name.get(0)))
                    .map(name -> String.valueOf(name.get(1)).toLowerCase(Locale.ROOT))
                    .collect(Collectors.toCollection(TreeSet::new));
        } catch (CertificateParsingException e) {
            return Set.of();
        }
    }

    /** The time from the beginning to the end of a certificate. */
    public static Duration life(X509Certificate certificate) {
        return Duration.between(certificate.getNotBefore().toInstant(), certificate.getNotAfter().toInstant());
    }

    // the reader of PEM calls a file that it may not read missing
    private static void readable(String setting, Path file) {
        if (!Files.isReadable(file)) {
            throw mistake(Files.notExists(file) ? setting + " " + file + " does not exist"
                    : setting + " " + file + " is not readable by " + System.getProperty("user.name"));
        }
    }

    /** SHA-256 of both files, or the name of the failure, so that files are checked again when they reappear. */
    static String digest(GuardConfig.Tls files) {
        try {
            MessageDigest sha = Sha256.digest();
            for (Path file : List.of(files.certificate(), files.key())) {
                sha.update(Files.readAllBytes(file));
                sha.update((byte) 0);
            }
            return HexFormat.of().formatHex(sha.digest());
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static boolean belongTogether(PrivateKey key, X509Certificate certificate) {
        String algorithm = switch (key.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> key.getAlgorithm();
        };
        try {
            Signature signature = Signature.getInstance(algorithm);
            signature.initSign(key);
            signature.update((byte) 1);
            byte[] signed = signature.sign();
            signature.initVerify(certificate.getPublicKey());
            signature.update((byte) 1);
            return signature.verify(signed);
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    private static ConfigException mistake(String words) {
        return new ConfigException(List.of(words));
    }
}
