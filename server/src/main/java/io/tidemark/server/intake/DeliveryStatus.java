package io.tidemark.server.intake;

import io.tidemark.ingest.watch.WatchOutcomes;
import io.tidemark.server.delivery.LakeWorker;
import io.tidemark.server.http.Json;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where deliveries are on their way: {@code arriving}, {@code waiting} for the watch, or as the watch says {@code
 * published}, {@code nothing_new} or {@code rejected}.
 *
 * @param landing the watched folder
 * @param worker    reads the watch's record in the lake
 */
record DeliveryStatus(LandingFolder landing, LakeWorker worker) {

    /** The newest deliveries of a company, without their files. */
    List<Map<String, @Nullable Object>> newest(String farmer, int most) {
        Map<String, WatchOutcomes.Outcome> outcomes = outcomes();
        return landing.all(farmer).stream().limit(most).map(delivery -> fields(delivery, outcomes)).toList();
    }

    /** The number of a company's complete deliveries that the watch has not taken yet. */
    long waiting(String farmer) {
        Map<String, WatchOutcomes.Outcome> outcomes = outcomes();
        return landing.complete(farmer).stream().filter(delivery -> !outcomes.containsKey(delivery.folder())).count();
    }

    private Map<String, WatchOutcomes.Outcome> outcomes() {
        return worker.run(lake -> WatchOutcomes.of(lake, landing.root()));
    }

    /** A delivery with the files that have arrived or are arriving; empty if there is none. */
    Optional<Map<String, @Nullable Object>> of(DeliveryName delivery) {
        boolean complete = landing.isComplete(delivery);
        if (!complete && !landing.isBegun(delivery)) {
            return Optional.empty();
        }
        Map<String, @Nullable Object> fields = fields(delivery, outcomes());
        if (!complete) {
            fields.put("files", landing.files(delivery).stream().map(DeliveryStatus::file).toList());
        }
        return Optional.of(fields);
    }

    private Map<String, @Nullable Object> fields(DeliveryName delivery, Map<String, WatchOutcomes.Outcome> outcomes) {
        WatchOutcomes.Outcome outcome = outcomes.get(delivery.folder());
        return Json.object("name", delivery.name(),
                "state", !landing.isComplete(delivery) ? "arriving" : outcome == null ? "waiting"
                        : outcome.outcome().name().toLowerCase(Locale.ROOT),
                "snapshot", outcome == null ? null : outcome.snapshot());
    }

    private static Map<String, Object> file(LandingFolder.Entry file) {
        return Json.object("file", file.path(), "sha256", file.sha256(), "bytes", file.bytes(),
                "received", file.received(), "whole", file.isWhole());
    }
}
