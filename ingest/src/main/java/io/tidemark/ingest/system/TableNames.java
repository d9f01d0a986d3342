package io.tidemark.ingest.system;

import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.contract.SourceTables;
import io.tidemark.ingest.delivery.DeliveryPart;
import io.tidemark.ingest.delivery.KnownNames;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The names of all delivered tables, and of all farm systems: the shipped ones and those of a folder. */
public final class TableNames implements KnownNames {

    private final @Nullable Path ownSystems;
    private @Nullable Set<String> systems;

    public TableNames(@Nullable Path ownSystems) {
        this.ownSystems = ownSystems;
    }

    @Override
    public List<String> tables(DeliveryPart folder) {
        return SourceTables.all().stream().filter(table -> table.folder() == folder).map(SourceTable::name).toList();
    }

    // read the systems only if a delivery has exports
    @Override
    public Set<String> systems() {
        Set<String> known = systems;
        if (known == null) {
            known = FarmSystems.all(ownSystems).keySet();
            systems = known;
        }
        return known;
    }
}
