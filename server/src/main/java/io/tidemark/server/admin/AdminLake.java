package io.tidemark.server.admin;

import io.helidon.webserver.http.ServerRequest;
import io.tidemark.data.history.SnapshotSummary;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeLock;
import io.tidemark.data.snapshot.Manifest;
import io.tidemark.data.snapshot.NoSuchSnapshotException;
import io.tidemark.data.snapshot.SnapshotHistory;
import io.tidemark.data.snapshot.SnapshotHistory.Entry;
import io.tidemark.data.snapshot.SnapshotId;
import io.tidemark.data.verify.Finding;
import io.tidemark.data.verify.SnapshotPublisher;
import io.tidemark.data.verify.Verification;
import io.tidemark.data.verify.VerificationReport;
import io.tidemark.server.delivery.LakeWorker;
import io.tidemark.server.delivery.RejectedFiles;
import io.tidemark.server.http.ApiException;
import io.tidemark.server.http.ApiException.Detail;
import io.tidemark.server.http.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The admin API of snapshots, deliveries and rejected rows. Thread-safe. */
record AdminLake(LakeWorker worker) {

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int MAX_REJECTS = 50;
    private static final int FINDINGS_TOLD = 3;

    List<SnapshotSummary> snapshots() {
        return worker.run(lake -> SnapshotHistory.of(lake).entries().stream().map(SnapshotSummary::of).toList());
    }

    VerificationReport publish(ServerRequest request, AdminCall call) {
        String id = id(request);
        call.audit(Map.of("snapshot", id));
        return published(call, _ -> id);
    }

    VerificationReport rollBack(ServerRequest request, AdminCall call) {
        return published(call, lake -> new SnapshotPublisher(lake, worker.engine()).before());
    }

    private VerificationReport published(AdminCall call, Function<Lake, String> which) {
        return worker.run(lake -> {
            try (LakeLock _ = lake.lock(PATIENCE, waited -> { })) {
                String id = which.apply(lake);
                call.audit(Map.of("snapshot", id));
                Verification seen = new SnapshotPublisher(lake, worker.engine()).publish(id);
                if (!seen.isSound()) {
                    throw new ApiException.Conflict("Snapshot " + id + " has errors and was not published: "
                            + faults(seen));
                }
                return VerificationReport.of(seen);
            } catch (NoSuchSnapshotException e) {
                if (lake.exists()) {
                    throw call.arguments().containsKey("snapshot") ? e
                            : new ApiException.Conflict("There is no snapshot older than the published one");
                }
                throw e;
            }
        });
    }

    private static String faults(Verification seen) {
        List<String> faults = seen.findings().stream().filter(finding -> finding.kind() == Finding.Kind.FAULT)
                .map(finding -> finding.subject() + " " + finding.problem()).toList();
        return String.join("; ", faults.subList(0, Math.min(FINDINGS_TOLD, faults.size())))
                + (faults.size() > FINDINGS_TOLD ? "; and " + (faults.size() - FINDINGS_TOLD) + " more" : "");
    }

    /** The deliveries of each snapshot, newest first. */
    List<Map<String, @Nullable Object>> deliveries() {
        return worker.run(lake -> SnapshotHistory.of(lake).usable().stream().map(AdminLake::delivered).toList());
    }

    private static Map<String, @Nullable Object> delivered(Entry entry) {
        Manifest manifest = entry.manifest();
        return Json.object("snapshot", entry.name(), "published", entry.published(),
                "created_at", manifest == null ? null : manifest.createdAt().toString(),
                "deliveries", manifest == null ? List.of() : manifest.deliveries(),
                "files", manifest == null ? List.of() : manifest.sources());
    }

    /** The newest rejected rows: their files, numbers and reasons. */
    List<RejectedFiles> rejects() {
        return worker.run(lake -> RejectedFiles.newest(lake, path -> true, MAX_REJECTS));
    }

    /** Finds a file of rejected rows; its length and content are read later. */
    Path rejectsFile(ServerRequest request, AdminCall call) {
        String id = id(request);
        String path = request.query().first("path").orElseThrow(() ->
                new ApiException.BadRequest(List.of(new Detail("path", null,
                        "required: the path of a file as the list has it"))));
        call.audit(Map.of("rejects", id, "path", path));
        return worker.run(lake -> RejectedFiles.file(lake, id, path))
                .orElseThrow(() -> new ApiException.NotFound("There is no such file of rejected rows"));
    }

    private static String id(ServerRequest request) {
        String id = request.path().pathParameters().get("id");
        if (!SnapshotId.isOne(id)) {
            throw new ApiException.BadRequest(List.of(new Detail("id", null, "is no snapshot's id")));
        }
        return id;
    }
}
