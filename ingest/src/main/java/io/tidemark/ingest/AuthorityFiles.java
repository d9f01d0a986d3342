package io.tidemark.ingest;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.snapshot.DurableFiles;
import io.tidemark.ingest.authority.AuthorityFormat;
import io.tidemark.ingest.authority.AuthorityFormatException;
import io.tidemark.ingest.authority.AuthorityMonth;
import io.tidemark.ingest.authority.BiomassStatistics;
import io.tidemark.ingest.authority.ProductionAreaOutline;
import io.tidemark.ingest.authority.ProductionAreaOutlines;
import io.tidemark.ingest.authority.RegisteredSite;
import io.tidemark.ingest.authority.RowFault;
import io.tidemark.ingest.authority.SiteRegister;
import io.tidemark.ingest.delivery.DeliveredFile;
import io.tidemark.ingest.load.RejectedRow;
import io.tidemark.ingest.load.Workbench;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Takes the authority's own formats into the working database. */
final class AuthorityFiles {

    private record Statistics(DeliveredFile file, BiomassStatistics content) {}

    private final DuckSession session;
    private final LocalDate today;
    private final List<FileResult> results = new ArrayList<>();
    private final List<String> ignored = new ArrayList<>();
    private final List<Statistics> statistics = new ArrayList<>();
    private boolean registerFound;

    AuthorityFiles(Workbench bench, LocalDate today) {
        session = bench.session();
        this.today = today;
    }

    /** Reads the files; the lists of the new snapshot must be there, outlines are put into them. */
    void take(List<DeliveredFile> files) {
        for (DeliveredFile file : files) {
            Optional<AuthorityFormat> format = AuthorityFormat.detect(file.path());
            if (format.isEmpty()) {
                ignored.add(file.relative());
                continue;
            }
            long start = System.nanoTime();
            try {
                take(file, format.get(), start);
            } catch (AuthorityFormatException e) {
                results.add(result(file, format.get(), 0, List.of(), List.of(), e.getMessage(), start));
            }
        }
        addStatistics();
    }

    private void take(DeliveredFile file, AuthorityFormat format, long start) {
        switch (format) {
            case SITE_REGISTER -> {
                SiteRegister register = SiteRegister.read(file.path());
                session.runAll("INSERT INTO register_site VALUES ($1, $2, $3, $4, $5, $6, $7, CAST($8 AS DATE))",
                        register.sites().stream().map(site -> row(site, register.asOf())).toList());
                registerFound = true;
                List<String> notes = new ArrayList<>(List.of("register of " + register.asOf() + ", "
                        + register.sites().size() + " sites"));
                if (register.disagreeingSites() > 0) {
                    notes.add("rows of " + register.disagreeingSites() + " sites contradict each other; the first was taken");
                }
                results.add(result(file, format, register.read(), notes, register.faults(), null, start));
            }
            case PRODUCTION_AREAS_GEOJSON -> {
                ProductionAreaOutlines areas = ProductionAreaOutlines.read(file.path());
                List<RowFault> faults = new ArrayList<>(areas.faults());
                faults.addAll(putOutlines(areas.outlines()));
                results.add(result(file, format, areas.read(), List.of(), faults, null, start));
            }
            case BIOMASS_BY_PRODUCTION_AREA -> {
                BiomassStatistics content = BiomassStatistics.read(file.path());
                statistics.add(new Statistics(file, content));
                results.add(result(file, format, content.read(), List.of("layout of " + content.layoutYear()),
                        content.faults(), null, start));
            }
        }
    }

    private static Object[] row(RegisteredSite site, LocalDate asOf) {
        return new Object[] {site.siteId(), site.name(), site.latitude(), site.longitude(), site.placement(),
            site.productionAreaId(), String.join("|", site.ownerNumbers()), asOf.toString()};
    }

    private List<RowFault> putOutlines(List<ProductionAreaOutline> outlines) {
        Set<Integer> known = new HashSet<>(session.list("SELECT area_id FROM new_production_area", row -> row.getInt(1)));
        session.runAll("UPDATE new_production_area SET area_name = $1, area_geojson = $2 WHERE area_id = $3",
                outlines.stream().filter(o -> known.contains(o.areaId()))
                        .map(o -> new Object[] {o.name(), o.geojson(), o.areaId()}).toList());
        return outlines.stream().filter(o -> !known.contains(o.areaId())).map(o -> new RowFault(0, "id",
                Integer.toString(o.areaId()), "is not a production area whose region is known")).toList();
    }

    // the later layout speaks for a month, then the later file name
    private void addStatistics() {
        statistics.sort(Comparator.comparingInt((Statistics s) -> s.content().layoutYear())
                .thenComparing(s -> s.file().relative()));
        List<Object[]> rows = new ArrayList<>();
        for (int rank = 0; rank < statistics.size(); rank++) {
            for (AuthorityMonth m : statistics.get(rank).content().months()) {
                if (!m.month().isAfter(today)) {
                    rows.add(new Object[] {m.month().toString(), m.productionAreaId(), m.speciesCode(), m.closingCount(),
                        m.biomassKg(), m.smoltCount(), m.feedKg(), m.harvestCount(), m.harvestKg(), m.deadCount(),
                        m.discardedCount(), m.escapedCount(), m.otherCount(), rank});
                }
            }
        }
        session.runAll("INSERT INTO statistics_month VALUES (CAST($1 AS DATE), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, "
                + "$12, $13, $14)", rows);
    }

    private static FileResult result(DeliveredFile file, AuthorityFormat format, long read, List<String> notes,
            List<RowFault> faults, @Nullable String failure, long start) {
        List<RejectedRow> rows = faults.stream()
                .map(f -> new RejectedRow(f.line(), f.column(), f.value(), f.reason(), "")).toList();
        return new FileResult(file, tableName(format), sha256(file), read, rows.size(), notes, failure,
                (System.nanoTime() - start) / 1e9, rows::forEach);
    }

    private static String tableName(AuthorityFormat format) {
        return switch (format) {
            case SITE_REGISTER -> "site register";
            case PRODUCTION_AREAS_GEOJSON -> "production area outlines";
            case BIOMASS_BY_PRODUCTION_AREA -> "biomass statistics";
        };
    }

    private static String sha256(DeliveredFile file) {
        try {
            return DurableFiles.sha256(file.path());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file.relative(), e);
        }
    }

    /** What became of the files. */
    List<FileResult> results() {
        return results;
    }

    /** Files of no known format. */
    List<String> ignored() {
        return ignored;
    }

    /** Whether a site register was among them. */
    boolean foundRegister() {
        return registerFound;
    }
}
