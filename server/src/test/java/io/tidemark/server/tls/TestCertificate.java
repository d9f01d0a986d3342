package io.tidemark.server.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Base64;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A certificate for localhost, signed by itself, made by the JDK's keytool on the spot. */
public record TestCertificate(Certificate certificate, Key key) {

    /** {@code algorithm} is RSA or EC, {@code name} its common name. */
    public static TestCertificate make(Path folder, String algorithm, String name) throws Exception {
        Path store = folder.resolve(name + ".p12");
        char[] password = "changeit".toCharArray();
        // RSA keys of the usual 3072 bits take seconds to find
        Process keytool = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1", "-genkeypair",
                "-alias", "server", "-keyalg", algorithm, "-keysize", algorithm.equals("RSA") ? "2048" : "256",
                "-dname", "CN=" + name, "-ext", "san=dns:localhost,ip:127.0.0.1",
                "-validity", "30", "-storetype", "PKCS12", "-keystore", store.toString(), "-storepass", "changeit")
                .redirectErrorStream(true).start();
        String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(keytool.waitFor()).as(said).isZero();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, password);
        }
        return new TestCertificate(keys.getCertificate("server"), keys.getKey("server", password));
    }

    public void writeCertificate(Path file) throws Exception {
        Files.writeString(file, pem("CERTIFICATE", certificate.getEncoded()));
    }

    public void writeKey(Path file) throws Exception {
        Files.writeString(file, pem("PRIVATE KEY", key.getEncoded()));
    }

    private static String pem(String what, byte[] bytes) {
        return "-----BEGIN " + what + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes) + "\n-----END " + what + "-----\n";
    }

    /** What a client needs to believe these certificates, and no others. */
    public static SSLContext trusting(TestCertificate... certificates) throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        for (int i = 0; i < certificates.length; i++) {
            trusted.setCertificateEntry("c" + i, certificates[i].certificate());
        }
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
    }
}
