package io.tidemark.ingest.contract;

import io.tidemark.ingest.delivery.DeliveryPart;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Every table that can be delivered. */
public final class SourceTables {

    private static final List<SourceTable> ALL = Stream.of(ReferenceTables.all(), AuthorityTables.all(),
            FarmerTables.all()).flatMap(List::stream).toList();

    private SourceTables() {}

    /** All of them, in the order in which they are taken in. */
    public static List<SourceTable> all() {
        return ALL;
    }

    /** The table of that name in that part of a delivery. */
    public static Optional<SourceTable> find(DeliveryPart folder, String name) {
        return ALL.stream().filter(t -> t.folder() == folder && t.name().equals(name)).findFirst();
    }
}
