package io.tidemark.server.setup;

import io.tidemark.data.file.DurableFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Makes a self-signed certificate for a trial: browsers warn of it, and clients must be configured to trust it. */
public final class SelfSigned {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9.-]{0,250}[A-Za-z0-9])?");
    private static final Pattern ADDRESS = Pattern.compile("[0-9.]+");
    private static final int DAYS = 90;

    private SelfSigned() {}

    /** Whether a certificate can be made for this name. */
    public static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    /**
     * Makes a certificate (EC, P-256, 90 days) for a host's name or address, and for localhost, by the JDK's keytool.
     *
     * @param certificate PEM file to create, 0644
     * @param key         PEM file to create, 0600
     * @throws UncheckedIOException if a file cannot be written
     */
    public static void make(String name, Path certificate, Path key) {
        byte[] random = new byte[24];
        new SecureRandom().nextBytes(random);
        String password = HexFormat.of().formatHex(random);
        @Nullable Path folder = null;
        try {
            folder = Files.createTempDirectory("tidemark-tls-");
            Path store = folder.resolve("store.p12");
            keytool(name, store, password);
            KeyStore keys = KeyStore.getInstance("PKCS12");
            try (InputStream in = Files.newInputStream(store)) {
                keys.load(in, password.toCharArray());
            }
            write(key, pem("PRIVATE KEY", keys.getKey("server", password.toCharArray()).getEncoded()), "rw-------");
            write(certificate, pem("CERTIFICATE", keys.getCertificate("server").getEncoded()), "rw-r--r--");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the JDK's own key store cannot be read", e);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create a certificate: " + e.getMessage(), e);
        } finally {
            clear(folder);
        }
    }

    private static void keytool(String name, Path store, String password) throws IOException {
        String names = "san=dns:localhost,ip:127.0.0.1," + (ADDRESS.matcher(name).matches() ? "ip:" : "dns:") + name;
        ProcessBuilder keytool = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "keytool")
                .toString(),
                "-genkeypair", "-alias", "server", "-keyalg", "EC", "-groupname", "secp256r1", "-dname", "CN=" + name,
                "-ext", names,
                "-validity", Integer.toString(DAYS), "-storetype", "PKCS12", "-keystore", store.toString(),
                "-storepass:env", "TIDEMARK_STORE").redirectErrorStream(true);
        // other users can see a process's arguments, but not its environment
        keytool.environment().put("TIDEMARK_STORE", password);
        Process process = keytool.start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        try {
            if (process.waitFor() != 0) {
                throw new IOException(said);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /** A certificate or a key as PEM. */
    public static String pem(String what, byte[] bytes) {
        return "-----BEGIN " + what + "-----\n" + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes)
                + "\n-----END " + what + "-----\n";
    }

    private static void write(Path file, String pem, String permissions) throws IOException {
        DurableFiles.replace(file, pem.getBytes(StandardCharsets.US_ASCII),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions)));
    }

    private static void clear(@Nullable Path folder) {
        try {
            if (folder != null) {
                DurableFiles.deleteTree(folder);
            }
        } catch (IOException e) {
            System.getLogger(SelfSigned.class.getName()).log(System.Logger.Level.WARNING, "cannot clear " + folder, e);
        }
    }
}
