package io.tidemark.server.delivery;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.tidemark.server.http.ApiException;
import io.tidemark.server.http.ApiException.Detail;
import io.tidemark.server.http.QueryNames;
import io.tidemark.server.http.listen.TimeLimit;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Sends a file of rejected rows as a download: CSV with line, column, value and reason. */
public final class RejectedFileAnswer {

    private RejectedFileAnswer() {}

    /**
     * Answers a request for a file of a farmer's own: its snapshot is {@code {id}} of the path, its own path the
     * parameter {@code path}. Throws 400, and 404 for a file that does not exist or is another farmer's.
     */
    public static void sendOwn(ServerRequest request, ServerResponse response, String farmer, LakeWorker worker) {
        QueryNames.check(request, List.of("path"));
        String path = request.query().first("path").orElseThrow(() ->
                new ApiException.BadRequest(List.of(new Detail("path", null,
                        "required: the path of a file as the list has it"))));
        String id = request.path().pathParameters().get("id");
        send(response, worker.run(lake -> RejectedFiles.ofFarmer(lake, farmer, id, path))
                .orElseThrow(() -> new ApiException.NotFound("There is no such file of rejected rows")), worker.send());
    }

    /**
     * Sends the file; 404 if a prune has removed it meanwhile.
     * @param limit time limit for a client to read it
     */
    public static void send(ServerResponse response, Path file, Duration limit) {
        try (InputStream in = Files.newInputStream(file)) {
            response.header(HeaderNames.CACHE_CONTROL, "no-store");
            response.header(HeaderNames.CONTENT_TYPE, "text/csv; charset=utf-8");
            response.header(HeaderNames.CONTENT_DISPOSITION, "attachment; filename=\"rejects.csv\"");
            response.header(HeaderNames.CONTENT_LENGTH, Long.toString(Files.size(file)));
            TimeLimit.run(limit, () -> copy(in, response));
        } catch (NoSuchFileException e) {
            throw new ApiException.NotFound("There is no such file of rejected rows");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void copy(InputStream in, ServerResponse response) {
        try (OutputStream out = response.outputStream()) {
            in.transferTo(out);
        } catch (IOException e) {
            // the time is over, or the file cannot be read; a lost client shows in the connection
            throw new CloseConnectionException("the file was not sent completely", e);
        }
    }
}
