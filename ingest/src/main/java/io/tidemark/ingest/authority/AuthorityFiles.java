package io.tidemark.ingest.authority;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.ingest.authority.area.ProductionAreaOutline;
import io.tidemark.ingest.authority.area.ProductionAreaOutlines;
import io.tidemark.ingest.authority.area.WaterBodies;
import io.tidemark.ingest.authority.format.AuthorityFormatException;
import io.tidemark.ingest.authority.format.RowFault;
import io.tidemark.ingest.authority.register.RegisteredSite;
import io.tidemark.ingest.authority.register.SiteRegister;
import io.tidemark.ingest.authority.report.LiceReport;
import io.tidemark.ingest.authority.report.LiceTreatments;
import io.tidemark.ingest.authority.statistics.BiomassStatistics;
import io.tidemark.ingest.check.FileResult;
import io.tidemark.ingest.delivery.BadFileException;
import io.tidemark.ingest.delivery.DeliveredFile;
import io.tidemark.ingest.staging.StagingDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Takes the authority's own formats into the working database. */
public final class AuthorityFiles {

    private final DuckSession session;
    private final Path folder;
    private final List<AuthorityFile> files = new ArrayList<>();
    private final List<String> ignored = new ArrayList<>();
    private final StatisticsIntake statistics;
    private final ReportIntake reports;
    private boolean registerFound;

    public AuthorityFiles(StagingDatabase bench, LocalDate today) {
        session = bench.session();
        folder = bench.folder();
        statistics = new StatisticsIntake(session, today);
        reports = new ReportIntake(session, folder, today);
    }

    /** Reads the files; the lists of the new snapshot must be there, outlines are put into them. */
    public void take(List<DeliveredFile> delivered) {
        for (DeliveredFile file : delivered) {
            long start = System.nanoTime();
            take(file);
            if (!files.isEmpty() && files.getLast().file().equals(file)) {
                files.getLast().took((System.nanoTime() - start) / 1e9);
            }
        }
        statistics.finish();
    }

    private void take(DeliveredFile file) {
        try {
            Path place = Files.createDirectory(folder.resolve("authority-" + files.size() + "-" + ignored.size()));
            Optional<AuthorityText> text = AuthorityText.of(file, place);
            if (text.isEmpty()) {
                ignored.add(file.relative());
                return;
            }
            AuthorityFile taken = new AuthorityFile(file, text.get().format());
            files.add(taken);
            if (!text.get().sheet().isEmpty()) {
                taken.note("sheet " + text.get().sheet());
            }
            try {
                take(taken, text.get().format(), text.get().path());
            } catch (AuthorityFormatException e) {
                taken.fail(lastName(file) + ": " + e.problem());
            }
        } catch (BadFileException e) {
            fail(file, e);
        } catch (IOException e) {
            fail(file, BadFileException.of(e));
        }
    }

    private static String lastName(DeliveredFile file) {
        return file.relative().substring(file.relative().lastIndexOf('/') + 1);
    }

    private void fail(DeliveredFile file, BadFileException reason) {
        AuthorityFile taken = new AuthorityFile(file, null);
        taken.fail(Objects.requireNonNull(reason.getMessage()));
        files.add(taken);
    }

    private void take(AuthorityFile file, AuthorityFormat format, Path text) {
        switch (format) {
            case SITE_REGISTER -> takeRegister(file, SiteRegister.read(text));
            case PRODUCTION_AREAS_GEOJSON -> {
                ProductionAreaOutlines areas = ProductionAreaOutlines.read(text);
                file.read(areas.read(), areas.faults());
                putOutlines(file, areas.outlines());
            }
            case BIOMASS_BY_PRODUCTION_AREA -> statistics.take(file, BiomassStatistics.read(text, false));
            case BIOMASS_BY_COUNTY -> statistics.take(file, BiomassStatistics.read(text, true));
            case LICE_TREATMENTS -> reports.take(file, LiceTreatments.read(text));
            case LICE_REPORT -> reports.take(file, LiceReport.read(text));
            case WATER_BODIES -> takeWaterBodies(file, WaterBodies.read(text));
        }
    }

    private void takeRegister(AuthorityFile file, SiteRegister register) {
        session.runAll("INSERT INTO register_site VALUES ($1, $2, $3, $4, $5, $6, $7, CAST($8 AS DATE))",
                register.sites().stream().map(site -> row(site, register.asOf())).toList());
        registerFound = true;
        file.read(register.read(), register.faults());
        file.note("register of " + register.asOf() + ", " + register.sites().size() + " sites");
        if (register.disagreeingSites() > 0) {
            file.note("rows of " + register.disagreeingSites() + " sites contradict each other; the first was taken");
        }
    }

    private static Object[] row(RegisteredSite site, LocalDate asOf) {
        return new Object[] {site.siteId(), site.name(), site.latitude(), site.longitude(), site.placement(),
            site.productionAreaId(), String.join("|", site.ownerNumbers()), asOf.toString()};
    }

    private void putOutlines(AuthorityFile file, List<ProductionAreaOutline> outlines) {
        Set<Integer> known = new HashSet<>(session.list("SELECT area_id FROM new_production_area", row -> row.getInt(1)));
        session.runAll("UPDATE new_production_area SET area_name = $1, area_geojson = $2 WHERE area_id = $3",
                outlines.stream().filter(o -> known.contains(o.areaId()))
                        .map(o -> new Object[] {o.name(), o.geojson(), o.areaId()}).toList());
        outlines.stream().filter(o -> !known.contains(o.areaId())).forEach(o -> file.reject(new RowFault(0, "id",
                Integer.toString(o.areaId()), "is not a production area whose region is known")));
    }

    // the lists say more than a file of water bodies: it adds what they lack
    private void takeWaterBodies(AuthorityFile file, WaterBodies bodies) {
        session.runAll("INSERT INTO new_marine_type SELECT $1, $2 WHERE $1 NOT IN (SELECT code FROM new_marine_type)",
                bodies.types().entrySet().stream().map(e -> new Object[] {e.getKey(), e.getValue()}).toList());
        session.runAll("INSERT INTO new_marine_type_region SELECT $1, $2 WHERE $1 NOT IN "
                + "(SELECT code FROM new_marine_type_region)",
                bodies.regions().entrySet().stream().map(e -> new Object[] {e.getKey(), e.getValue()}).toList());
        file.read(bodies.read(), bodies.faults());
        file.note("its types and regions of water were taken, not the bodies: it does not say which sites lie in them");
        if (bodies.without() > 0) {
            file.note(bodies.without() + " water bodies have no national type");
        }
    }

    /** After the register was made: rejects rows of reports about sites that it does not have. */
    public void checkSites() {
        reports.checkSites();
    }

    /** What became of the files. */
    public List<FileResult> results() {
        return files.stream().map(AuthorityFile::result).toList();
    }

    /** Files of no known format. */
    public List<String> ignored() {
        return ignored;
    }

    /** Whether a site register was among them. */
    public boolean foundRegister() {
        return registerFound;
    }
}
