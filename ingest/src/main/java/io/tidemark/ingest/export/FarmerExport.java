package io.tidemark.ingest.export;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineException;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.duckdb.SqlLiteral;
import io.tidemark.data.duckdb.SqlScript;
import io.tidemark.data.duckdb.SqlStatement;
import io.tidemark.data.snapshot.LakeException;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.table.LakeTables;
import io.tidemark.ingest.StopSignal;
import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.contract.SourceTables;
import io.tidemark.ingest.delivery.DeliveryPart;
import io.tidemark.ingest.delivery.FileName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * Exports a company's rows of a snapshot as a delivery. Its ingest into an empty lake with the same lists and register
 * gives the same rows. Rejected and replaced rows are not in the lake and therefore not in the export.
 */
public final class FarmerExport {

    private static final SqlFile SQL = SqlFile.of("ingest/export.sql");

    private static final List<SourceTable> TABLES = List.of(SourceTables.STOCK, SourceTables.LOSSES,
            SourceTables.FEEDING, SourceTables.TEMPERATURES, SourceTables.TREATMENTS, SourceTables.LICE);

    private final DuckSession session;
    private final Snapshot snapshot;
    private final StopSignal stop;

    /**
     * The result of an export.
     *
     * @param rows          number of rows by delivered table
     * @param inexactLosses number of losses with so many fish that the mean weight, in grams with six decimals, does
     *                      not reproduce the total grams
     */
    public record Written(SequencedMap<String, Long> rows, long inexactLosses) {

        /** Copies the map. */
        public Written {
            rows = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(rows));
        }
    }

    /**
     * Prepares exports from a snapshot.
     *
     * @param session a session for these exports only, which gets the macros of an ingest
     */
    public FarmerExport(DuckSession session, Snapshot snapshot, StopSignal stop) {
        this.session = session;
        session.runAll(SqlScript.statements(SqlScript.text("ingest/prelude.sql")));
        SQL.get("weight_of").run(session);
        this.snapshot = snapshot;
        this.stop = stop;
    }

    /** The ids of the companies in the snapshot. */
    public List<String> farmers() {
        return session.list("SELECT farmer_id FROM (" + snapshot.rows(LakeTables.FARMER) + ") AS f ORDER BY 1",
                row -> row.getString(1));
    }

    /**
     * Writes the files of a company.
     *
     * @param delivery the folder of the delivery, in which this creates {@code farmers/ID}
     * @throws LakeException if the snapshot cannot be read or a file cannot be written
     * @throws io.tidemark.ingest.IngestStoppedException if a stop was requested
     */
    public Written write(String farmer, Path delivery) throws IOException {
        Path all = delivery.resolve(DeliveryPart.FARMERS.folderName());
        Path folder = all.resolve(farmer).normalize();
        if (!all.equals(folder.getParent()) || FileName.isHidden(farmer)) {
            throw new LakeException("the farmer id " + farmer + " cannot be the name of a folder in a delivery");
        }
        Files.createDirectories(folder);
        stop.cancelBy(session::cancel);
        try {
            SequencedMap<String, Long> rows = new LinkedHashMap<>();
            for (SourceTable table : TABLES) {
                stop.check();
                rows.put(table.name(), rows(table, table.name(), farmer)
                        .between("COPY (", ") TO " + SqlLiteral.of(folder.resolve(table.name() + ".csv"))
                        + " (FORMAT csv, HEADER true)").run(session));
            }
            stop.check();
            return new Written(rows, rows(SourceTables.LOSSES, "inexact_losses", farmer).number(session));
        } catch (EngineException e) {
            stop.check();
            throw new LakeException("the rows of " + farmer + " cannot be written: " + e.getMessage(), e);
        } finally {
            stop.cancelBy(null);
        }
    }

    private SqlStatement rows(SourceTable table, String statement, String farmer) {
        return SQL.get(statement).part("rows", snapshot.rows(table.fills())).with("farmer", farmer);
    }
}
