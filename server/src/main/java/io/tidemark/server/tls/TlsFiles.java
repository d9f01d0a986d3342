package io.tidemark.server.tls;

import io.helidon.common.configurable.Resource;
import io.helidon.common.pki.Keys;
import io.helidon.common.tls.Tls;
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
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import java.util.List;

/**
 * TLS 1.2 and 1.3 with the certificate and key of two PEM files.
 *
 * @param tls         the TLS configuration of a listener
 * @param certificate the server's own certificate, first in the chain
 * @param digest      digest of both files, to detect changes
 */
public record TlsFiles(Tls tls, X509Certificate certificate, String digest) {

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
        Tls tls = Tls.builder().privateKey(key).privateKeyCertChain(keys.certChain())
                // requests no client certificate, but a reload fails without it in this version of Helidon
                .trust(keys.certChain()).enabledProtocols(List.of("TLSv1.3", "TLSv1.2")).build();
        return new TlsFiles(tls, certificate, digest(files));
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
