package io.tidemark.ingest.contract;

import io.tidemark.ingest.delivery.DeliveryPart;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The contracts of all tables that can be delivered. */
public final class SourceTables {

    private static final List<SourceTable> ALL = Stream.of(ReferenceTables.all(), AuthorityTables.all(),
            FarmerTables.all()).flatMap(List::stream).toList();

    private SourceTables() {}

    /** All delivered tables, in the order of ingest. */
    public static List<SourceTable> all() {
        return ALL;
    }

    /** Finds a table by its name and its part of a delivery. */
    public static Optional<SourceTable> find(DeliveryPart folder, String name) {
        return ALL.stream().filter(t -> t.folder() == folder && t.name().equals(name)).findFirst();
    }
}
