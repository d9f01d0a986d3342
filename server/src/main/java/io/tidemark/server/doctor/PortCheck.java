package io.tidemark.server.doctor;

import io.tidemark.server.config.ServerConfig;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Checks that the ports are free, or that a server listens on them. */
record PortCheck() implements Doctor.Check {

    private static final String NAME = "ports";
    private static final int FIRST_OF_ALL_USERS = 1024;

    @Override
    public List<Diagnosis> look(ServerConfig config) {
        List<Diagnosis> findings = new ArrayList<>();
        port(findings, config.http().host(), config.http().port(), "server.port", config.state());
        Integer metrics = config.metrics().port();
        if (metrics != null) {
            port(findings, "127.0.0.1", metrics, "metrics.port", config.state());
        }
        if (config.intake() != null) {
            port(findings, config.http().host(), config.intake().port(), "intake.port", config.state());
        }
        if (config.guard().acme() != null) {
            port(findings, config.http().host(), config.guard().acme().port(), "tls.acme.port", config.state());
            InetAddress host = new InetSocketAddress(config.http().host(), 0).getAddress();
            if (host != null && host.isLoopbackAddress()) {
                findings.add(Diagnosis.warning(NAME, "tls.acme.port answers at " + config.http().host()
                        + " alone, where an authority cannot reach it",
                        "set server.host to 0.0.0.0 or the address of this machine"));
            }
        }
        return findings;
    }

    /**
     * The finding on a port that is taken: a stranger has it unless it is a Tidemark, or a process of the server's user
     * that cannot be looked at.
     * @param server number of the server's user; null if it is not known
     */
    static Diagnosis taken(String setting, int port, Optional<PortHolder> holder, @Nullable Integer server) {
        if (holder.isEmpty()) {
            return Diagnosis.warning(NAME, setting + " " + port + " is taken",
                    "if the server is not running, ss -ltnp shows which process has it");
        }
        PortHolder known = holder.get();
        if (known.ours() || (known.pid() == null && Integer.valueOf(known.user()).equals(server))) {
            return Diagnosis.ok(NAME, setting + " " + port + " is taken by the server, " + known.words());
        }
        return Diagnosis.fault(NAME, setting + " " + port + " is taken by " + known.words()
                + ", which is not this server", "stop it, or set " + setting + " to another port");
    }

    private static @Nullable Integer userOf(Path folder) {
        try {
            return (Integer) Files.getAttribute(folder, "unix:uid");
        } catch (IOException | UnsupportedOperationException e) {
            return null;
        }
    }

    private static void port(List<Diagnosis> findings, String host, int port, String setting, Path state) {
        if (port == 0) {
            findings.add(Diagnosis.ok(NAME, setting + ": any free one"));
            return;
        }
        try (ServerSocket socket = new ServerSocket()) {
            // as the server does: recently closed connections do not block the port
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getByName(host), port));
            findings.add(Diagnosis.ok(NAME, setting + " " + port + " is free: no server runs there"));
        } catch (BindException e) {
            String words = String.valueOf(e.getMessage());
            Optional<PortHolder> holder = PortHolder.of(Path.of("/proc"), port);
            // the server may have more rights than who runs this
            if (words.contains("Permission") && holder.isEmpty()) {
                findings.add(Diagnosis.fault(NAME, setting + " " + port + " needs more rights than this user has",
                        "take one from " + FIRST_OF_ALL_USERS + " on, or put a proxy in front; the server's "
                        + "unit may have that right"));
            } else if (words.contains("requested address")) {
                findings.add(Diagnosis.fault(NAME, host + " is no address of this machine",
                        "set server.host to one of those that the command ip address shows"));
            } else {
                findings.add(taken(setting, port, holder, userOf(state)));
            }
        } catch (IOException e) {
            findings.add(Diagnosis.fault(NAME, host + ":" + port + " cannot be listened on: " + e.getMessage(),
                    "correct server.host and " + setting));
        }
    }
}
