package io.tidemark.ingest;

import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.contract.SourceTables;
import io.tidemark.ingest.delivery.Folder;
import io.tidemark.ingest.delivery.KnownNames;
import io.tidemark.ingest.system.FarmSystems;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The names of all tables that are read, and of the farm systems: those of the program and of a folder. */
final class ReadNames implements KnownNames {

    private final @Nullable Path ownSystems;
    private @Nullable Set<String> systems;

    ReadNames(@Nullable Path ownSystems) {
        this.ownSystems = ownSystems;
    }

    @Override
    public List<String> tables(Folder folder) {
        return SourceTables.all().stream().filter(table -> table.folder() == folder).map(SourceTable::name).toList();
    }

    // read when a delivery has exports
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
