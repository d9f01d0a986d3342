package io.tidemark.server.intake;

import io.helidon.http.Method;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.tidemark.ingest.delivery.FileName;
import io.tidemark.server.config.ServerConfig;
import io.tidemark.server.delivery.LakeWorker;
import io.tidemark.server.delivery.RejectedFileAnswer;
import io.tidemark.server.delivery.RejectedFiles;
import io.tidemark.server.event.Event;
import io.tidemark.server.event.EventReceiver;
import io.tidemark.server.event.Origin;
import io.tidemark.server.http.ApiException;
import io.tidemark.server.http.ApiException.Detail;
import io.tidemark.server.http.Json;
import io.tidemark.server.http.PathMethods;
import io.tidemark.server.http.QueryNames;
import io.tidemark.server.http.RequestId;
import io.tidemark.server.http.limit.ClientAddress;
import io.tidemark.server.identity.account.Caller;
import io.tidemark.server.identity.account.Permission;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Deliveries by upload, to be registered at {@link #PATH}. A company sends the files of a delivery, whole or in parts,
 * and then says that it is complete; until then the watch does not see it. It writes to the watched folder only, never
 * to the lake. Thread-safe.
 */
public final class IntakeService implements HttpService {

    /** The path to register it at. */
    public static final String PATH = "/intake/v1";

    private static final int MAX_REJECTS = 5;
    private static final int MAX_LISTED = 100;
    private static final int RETRY_SECONDS = 60;

    private final Function<ServerRequest, Caller> identify;
    private final ServerConfig.Intake limits;
    private final LandingFolder landing;
    private final DeliveryStatus status;
    private final LakeWorker worker;
    private final EventReceiver events;
    private final ActiveUploads active;
    private final Map<String, Object> turns = new ConcurrentHashMap<>();

    /**
     * Assembles the service.
     *
     * @param identify authenticates the sender of a request; throws 401 and 429
     * @param worker     reads what became of deliveries, and lists of rejected rows
     */
    public IntakeService(Function<ServerRequest, Caller> identify, ServerConfig.Intake limits, LakeWorker worker,
            EventReceiver events) {
        this.identify = identify;
        this.limits = limits;
        this.landing = new LandingFolder(limits.folder().toAbsolutePath().normalize());
        this.status = new DeliveryStatus(landing, worker);
        this.worker = worker;
        this.events = events;
        this.active = new ActiveUploads(limits.concurrent());
    }

    @Override
    public void routing(HttpRules rules) {
        new PathMethods(rules).on(Method.GET, "/deliveries", this::all)
                .on(Method.GET, "/deliveries/{name}", this::one)
                .on(Method.DELETE, "/deliveries/{name}", this::delete)
                .on(Method.POST, "/deliveries/{name}/complete", this::complete)
                .on(Method.PUT, "/deliveries/{name}/{+file}", this::put)
                .on(Method.GET, "/rejects", this::rejects)
                .on(Method.GET, "/rejects/{id}", this::rejectedRows).only();
    }

    private void put(ServerRequest request, ServerResponse response) {
        DeliveryName delivery = delivery(request);
        DeliveredPath path = DeliveredPath.of(request.path().pathParameters().get("file"));
        QueryNames.check(request, List.of());
        FilePart part = FilePart.of(request.headers());
        if (part.total() > limits.file().bytes()) {
            throw new ApiException.PayloadTooLarge(limits.file().bytes());
        }
        boolean whole;
        try (ActiveUploads.Held _ = active.write(delivery, path)) {
            if (landing.isComplete(delivery)) {
                throw new ApiException.Conflict("This delivery is complete; send changes under another name");
            }
            DraftFile file = admit(delivery, path, part);
            whole = append(request, file, part);
            if (whole) {
                landing.take(delivery, path, part, file);
            } else {
                landing.keepOnly(delivery, path, part);
            }
        }
        Json.send(response, Map.of("file", path.text(), "received", part.end(), "bytes", part.total(), "whole", whole));
    }

    private static boolean append(ServerRequest request, DraftFile file, FilePart part) {
        if (!request.content().hasEntity()) {
            return file.append(part, InputStream.nullInputStream());
        }
        try (InputStream body = request.content().inputStream()) {
            return file.append(part, body);
        } catch (IOException e) {
            throw new ApiException.BadRequest(List.of(new Detail("body", null, "ended before it was complete")));
        }
    }

    // a company's share of the disk, and the disk's rest: one request of the company after the other, as each counts
    // what those before announced
    private DraftFile admit(DeliveryName delivery, DeliveredPath path, FilePart part) {
        synchronized (turn(delivery.farmer())) {
            check(delivery, path, part);
            return landing.draft(delivery, path, part);
        }
    }

    private Object turn(String farmer) {
        return turns.computeIfAbsent(farmer, _ -> new Object());
    }

    private void check(DeliveryName delivery, DeliveredPath path, FilePart part) {
        if (landing.root().toFile().getUsableSpace() - part.bytes() < limits.free().bytes()) {
            throw new ApiException.Unavailable("The disk for deliveries is full; the operator must free space",
                    RETRY_SECONDS);
        }
        if (!landing.isBegun(delivery) && unfinished(delivery.farmer()) >= limits.unfinished()) {
            throw new ApiException.Conflict("There are " + limits.unfinished()
                    + " incomplete deliveries; complete or delete one first");
        }
        if (part.start() == 0) {
            List<LandingFolder.Entry> files = landing.files(delivery);
            if (files.size() >= limits.files() && files.stream().noneMatch(file -> file.path().equals(path.text()))) {
                throw new ApiException.Conflict("A delivery may have at most " + limits.files() + " files");
            }
        }
        // at every part: the first may have come on another day
        if (landing.bytesOfTheDay(delivery, path, part) + part.total() > limits.daily().bytes()) {
            throw new ApiException.PayloadTooLarge(limits.daily().bytes());
        }
    }

    private long unfinished(String farmer) {
        return landing.unfinished(farmer).stream().filter(delivery -> !isRemoved(delivery)).count();
    }

    /** Removes an unfinished delivery without activity; one that a request works on stays. */
    private boolean isRemoved(DeliveryName delivery) {
        if (!landing.isForgotten(delivery)) {
            return false;
        }
        try (ActiveUploads.Held _ = active.whole(delivery)) {
            // a request may have ended since the look
            if (landing.isForgotten(delivery)) {
                landing.delete(delivery);
                return true;
            }
            return false;
        } catch (ApiException.Conflict e) {
            return false;
        }
    }

    private void complete(ServerRequest request, ServerResponse response) {
        Caller caller = caller(request);
        DeliveryName delivery = delivery(request, caller);
        QueryNames.check(request, List.of());
        try (ActiveUploads.Held _ = active.whole(delivery)) {
            // a client whose answer was lost asks again
            if (!landing.isComplete(delivery)) {
                List<LandingFolder.Entry> files = landing.files(delivery);
                List<String> arriving = files.stream().filter(file -> !file.isWhole()).map(LandingFolder.Entry::path)
                        .toList();
                if (files.isEmpty()) {
                    throw new ApiException.Conflict("The delivery has no files");
                }
                if (!arriving.isEmpty()) {
                    throw new ApiException.Conflict("Not everything has arrived: " + String.join(", ", arriving));
                }
                complete(delivery);
                events.publish(new Event.DeliveryReceived(Instant.now(),
                        new Origin(RequestId.of(request), ClientAddress.of(request)),
                        caller.subject(), delivery.farmer(), delivery.name(), files.size(),
                        files.stream().mapToLong(LandingFolder.Entry::bytes).sum()));
            }
        }
        Json.send(response, status.of(delivery).orElseThrow());
    }

    // the watch takes deliveries one after the other: those of one company must not keep it from all others
    private void complete(DeliveryName delivery) {
        synchronized (turn(delivery.farmer())) {
            if (status.waiting(delivery.farmer()) >= limits.waiting()) {
                throw new ApiException.Conflict(limits.waiting() + " complete deliveries wait for the watch; complete "
                        + "this one after it has ingested some");
            }
            landing.complete(delivery);
        }
    }

    private void delete(ServerRequest request, ServerResponse response) {
        DeliveryName delivery = delivery(request);
        QueryNames.check(request, List.of());
        try (ActiveUploads.Held _ = active.whole(delivery)) {
            if (landing.isComplete(delivery)) {
                throw new ApiException.Conflict("This delivery is complete");
            }
            landing.delete(delivery);
        }
        Json.send(response, Map.of("name", delivery.name(), "state", "deleted"));
    }

    private void all(ServerRequest request, ServerResponse response) {
        String farmer = farmer(caller(request));
        QueryNames.check(request, List.of());
        List<Map<String, @Nullable Object>> newest = status.newest(farmer, MAX_LISTED + 1);
        Json.send(response, Map.of("farmer_id", farmer, "deliveries", newest.stream().limit(MAX_LISTED).toList(),
                "more", newest.size() > MAX_LISTED));
    }

    private void one(ServerRequest request, ServerResponse response) {
        DeliveryName delivery = delivery(request);
        QueryNames.check(request, List.of());
        Json.send(response, status.of(delivery).orElseThrow(() ->
                new ApiException.NotFound("There is no delivery " + delivery.name())));
    }

    private void rejects(ServerRequest request, ServerResponse response) {
        String farmer = farmer(caller(request));
        QueryNames.check(request, List.of());
        Json.send(response, Map.of("rejects", worker.run(lake -> RejectedFiles.ofFarmer(lake, farmer, MAX_REJECTS))));
    }

    private void rejectedRows(ServerRequest request, ServerResponse response) {
        RejectedFileAnswer.sendOwn(request, response, farmer(caller(request)), worker);
    }

    private DeliveryName delivery(ServerRequest request) {
        return delivery(request, caller(request));
    }

    private static DeliveryName delivery(ServerRequest request, Caller caller) {
        return DeliveryName.of(farmer(caller), request.path().pathParameters().get("name"));
    }

    private Caller caller(ServerRequest request) {
        Caller caller = identify.apply(request);
        farmer(caller);
        return caller;
    }

    // an admin has every permission, and no company
    private static String farmer(Caller caller) {
        String farmer = caller.farmerId();
        if (farmer == null || !caller.may(Permission.DELIVER)) {
            throw new ApiException.Forbidden("This is for accounts of a company with the permission deliver");
        }
        if (FileName.isHidden(farmer)) {
            throw new ApiException.Forbidden("A company whose id begins with '.' or '_' cannot deliver by upload");
        }
        return farmer;
    }
}
