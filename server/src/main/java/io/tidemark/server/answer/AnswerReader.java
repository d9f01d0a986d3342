package io.tidemark.server.answer;

import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.file.DurableFiles;
import io.tidemark.server.format.AnswerFormat;
import io.tidemark.server.format.DataBody;
import io.tidemark.server.format.ParquetAnswer;
import io.tidemark.server.format.RowWriter;
import io.tidemark.server.format.TextRows;
import io.tidemark.server.http.ApiException;
import io.tidemark.server.http.coding.ContentCoding;
import io.tidemark.server.http.coding.StreamedCoding;
import io.tidemark.server.query.QueryRows;
import io.tidemark.server.route.contract.RouteContract;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes a route's answer from its rows, in the requested format. */
public record AnswerReader(RouteContract route, RowPage page) {

    private static final System.Logger LOG = System.getLogger(AnswerReader.class.getName());
    private static final int PARQUET_MEMORY_MB = 256;
    /** DuckDB holds one row group, which seldom spills; its own limit would be nearly the whole disk. */
    private static final int PARQUET_SPILL_MB = 1024;
    private static final int RETRY_SECONDS = 5;

    /** Makes a JSON answer. */
    public RouteAnswer.Json json(QueryRows rows) throws SQLException, IOException {
        List<List<@Nullable Object>> shown = new ArrayList<>();
        RowPage.Read read = page.read(rows, shown::add);
        byte[] head = route.single() && shown.isEmpty() ? new byte[0]
                : DataBody.head(route, shown, page.page(read.hasMore()));
        return new RouteAnswer.Json(head, read, EnvelopeMetadata.ofRows(route, shown));
    }

    /**
     * Makes an answer in any other format.
     *
     * @param folder folder for answers too large for memory
     * @throws ApiException.Unavailable if the folder's disk does not take it
     */
    public RouteAnswer.Whole whole(QueryRows rows, ResponseOptions asked, Path folder) throws SQLException {
        if (asked.shape().format() == AnswerFormat.PARQUET) {
            return stored(() -> parquet(rows, folder));
        }
        return written(rows, asked.coding(), folder, coded -> TextRows.over(coded, route.fields(), asked.shape()));
    }

    /** Makes an answer with a writer of rows; fails as {@link #whole} does. */
    public RouteAnswer.Whole written(QueryRows rows, ContentCoding coding, Path folder, RowWriter.Maker maker)
            throws SQLException {
        return stored(() -> lines(rows, coding, folder, maker));
    }

    private interface Storing {
        RouteAnswer.Whole make() throws SQLException, IOException;
    }

    // all that is written until an answer is sent is its own file
    private RouteAnswer.Whole stored(Storing storing) throws SQLException {
        try {
            return storing.make();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "an answer of {0} cannot be written: {1}", route.path(), e.toString());
            throw new ApiException.Unavailable("The server has no disk space for this answer now; ask for fewer rows, "
                    + "or try again later", RETRY_SECONDS);
        }
    }

    private RouteAnswer.Whole lines(QueryRows rows, ContentCoding coding, Path folder, RowWriter.Maker maker)
            throws SQLException, IOException {
        AnswerFile file = new AnswerFile(folder);
        boolean done = false;
        try {
            RowPage.Read read;
            try (OutputStream coded = StreamedCoding.over(file, coding); RowWriter writer = maker.over(coded)) {
                read = page.read(rows, writer::write);
            }
            file.close();
            done = true;
            return new RouteAnswer.Whole(file.content(), file.file(), coding, read);
        } finally {
            if (!done) {
                file.delete();
            }
        }
    }

    // Parquet compresses itself
    private RouteAnswer.Whole parquet(QueryRows rows, Path folder) throws SQLException, IOException {
        Path spill = Files.createTempDirectory(folder, "parquet-");
        try (ParquetAnswer writer = ParquetAnswer.open(route.fields(), folder,
                new EngineSettings(1, PARQUET_MEMORY_MB, spill, PARQUET_SPILL_MB))) {
            RowPage.Read read = page.read(rows, writer::write);
            rows.cancelBy(writer::cancel);
            Path file = writer.finish();
            boolean small = Files.size(file) <= AnswerFile.IN_MEMORY;
            byte[] content = small ? Files.readAllBytes(file) : null;
            if (small) {
                Files.delete(file);
            }
            return new RouteAnswer.Whole(content, small ? null : file, ContentCoding.IDENTITY, read);
        } finally {
            DurableFiles.deleteTree(spill);
        }
    }
}
