package io.tidemark.server.doctor;

import io.tidemark.server.config.ServerConfig;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** Checks that the ports are free, or that a server listens on them. */
record PortCheck() implements Doctor.Check {

    private static final String NAME = "ports";
    private static final int FIRST_OF_ALL_USERS = 1024;

    @Override
    public List<Diagnosis> look(ServerConfig config) {
        List<Diagnosis> findings = new ArrayList<>();
        port(findings, config.http().host(), config.http().port(), "server.port");
        Integer metrics = config.metrics().port();
        if (metrics != null) {
            port(findings, "127.0.0.1", metrics, "metrics.port");
        }
        return findings;
    }

    private static void port(List<Diagnosis> findings, String host, int port, String setting) {
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
            if (words.contains("Permission")) {
                findings.add(Diagnosis.fault(NAME, setting + " " + port + " may not be listened on by this user",
                        "take one from " + FIRST_OF_ALL_USERS + " on, or put a proxy in front"));
            } else if (words.contains("requested address")) {
                findings.add(Diagnosis.fault(NAME, host + " is no address of this machine", "set server.host to one that ip address shows"));
            } else {
                findings.add(Diagnosis.ok(NAME, setting + " " + port + " is taken, by the server if it runs; otherwise ss -ltnp says by whom"));
            }
        } catch (IOException e) {
            findings.add(Diagnosis.fault(NAME, host + ":" + port + " cannot be listened on: " + e.getMessage(), "correct server.host and "
                    + setting));
        }
    }
}
