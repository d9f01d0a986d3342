package io.tidemark.server.route;

import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.server.engine.DuckEngine;
import io.tidemark.server.query.QueryResources;
import io.tidemark.server.snapshot.ServedSnapshot;
import java.nio.file.Path;

/** An open snapshot whose tables have no rows, with every route tested on it. */
final class EmptySnapshot implements AutoCloseable {

    private final QueryResources engines;
    private final ServedSnapshot served;

    EmptySnapshot(RouteCatalog catalog, Path spill) {
        engines = QueryResources.alone(spill);
        served = ServedSnapshot.open(Snapshot.empty(spill), DuckEngine.source(new EngineSettings(1, 256, spill)),
                catalog, engines);
    }

    ServedSnapshot served() {
        return served;
    }

    @Override
    public void close() {
        served.retire();
        engines.close();
    }
}
