package io.tidemark.server.cli.ingest;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.data.file.AccessDenial;
import io.tidemark.server.cli.console.FailureReport;
import io.tidemark.server.cli.console.PrintingCommand;
import io.tidemark.server.cli.ingest.DeliveryFolder.DeliveredFile;
import io.tidemark.server.intake.DeliveryName;
import io.tidemark.server.tls.TrustedRoots;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code tidemark deliver}: sends a company's delivery to a server's intake. */
@Command(name = "deliver", sortOptions = false)
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class DeliverCommand extends PrintingCommand {

    private static final double MEGABYTE = 1 << 20;
    private static final Set<String> LOCAL = Set.of("localhost", "127.0.0.1", "[::1]");

    @Parameters(paramLabel = "DIR")
    Path folder;

    @Option(names = "--to", paramLabel = "URL", required = true)
    URI url;

    @Option(names = "--name", paramLabel = "NAME")
    @Nullable String name;

    @Option(names = "--client-id", paramLabel = "ID", required = true)
    String client;

    @Option(names = "--secret-file", paramLabel = "FILE", required = true)
    Path secret;

    @Option(names = "--cacert", paramLabel = "FILE")
    @Nullable Path authority;

    @Option(names = "--retries", paramLabel = "N", defaultValue = "10")
    int retries;

    @Option(names = {"-q", "--quiet"})
    boolean quiet;

    @Override
    public Integer call() {
        String scheme = String.valueOf(url.getScheme());
        if (url.getHost() == null || !(scheme.equals("https")
                || (scheme.equals("http") && LOCAL.contains(url.getHost())))) {
            throw new ParameterException(spec.commandLine(), "--to must be an https address such as "
                    + "https://benchmark.example.org:8444");
        }
        if (!Files.isDirectory(folder)) {
            throw new ParameterException(spec.commandLine(), AccessDenial.noFolder(folder));
        }
        String called = name == null ? String.valueOf(folder.toAbsolutePath().normalize().getFileName()) : name;
        if (!DeliveryName.isOne(called)) {
            throw new ParameterException(spec.commandLine(), "--name, else the folder's name, " + DeliveryName.RULE
                    + ", unlike " + called);
        }
        try (var http = IntakeClient.usual().sslContext(TrustedRoots.of(authority)).build()) {
            return deliver(new IntakeClient(http, new IntakeClient.Sender(url, client, IntakeClient.secret(secret),
                    retries), this::say), called);
        } catch (IOException | GeneralSecurityException e) {
            say(spec.qualifiedName(" ") + ": " + (e.getMessage() == null
                    ? e.getClass().getSimpleName() : e.getMessage()));
            return FailureReport.DAMAGED;
        } catch (IntakeClient.RefusedException e) {
            say(spec.qualifiedName(" ") + ": refused: " + e.getMessage());
            return FailureReport.REJECTED;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return FailureReport.UNEXPECTED;
        }
    }

    private int deliver(IntakeClient intake, String called) throws IOException, InterruptedException,
            IntakeClient.RefusedException {
        DeliveryFolder delivery = DeliveryFolder.of(folder);
        if (delivery.files().isEmpty()) {
            throw new ParameterException(spec.commandLine(), "there is nothing to deliver in " + folder);
        }
        JsonNode before = intake.status(called);
        if (!before.isMissingNode() && !before.path("state").asText().equals("arriving")) {
            end(before, called + " was already delivered; send corrections under another --name");
            return FailureReport.DONE;
        }
        long sent = 0;
        for (DeliveredFile file : delivery.files()) {
            JsonNode there = IntakeClient.sent(before, file);
            long received = there.path("received").asLong();
            long done = sent;
            // an empty file has no bytes left, sent or not
            if (!there.path("whole").asBoolean()) {
                intake.send(called, file, received, now -> progress(file, done + now, delivery.bytes()));
            } else {
                progress(file, done + received, delivery.bytes());
            }
            sent += file.bytes();
        }
        JsonNode after = intake.complete(called);
        end(after, String.format(Locale.ROOT, "delivered %s: %d files, %.1f MB; %s", called, delivery.files().size(),
                delivery.bytes() / MEGABYTE, after.path("state").asText()));
        return FailureReport.DONE;
    }

    private void progress(DeliveredFile file, long done, long all) {
        if (!quiet) {
            say(String.format(Locale.ROOT, "%3d %%  %s", all == 0 ? 100 : done * 100 / all, file.path()));
        }
    }

    private void end(JsonNode delivery, String words) {
        if (json) {
            printJson(delivery);
        } else {
            out().println(words);
        }
        out().flush();
    }
}
