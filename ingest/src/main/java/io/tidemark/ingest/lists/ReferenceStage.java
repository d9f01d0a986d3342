package io.tidemark.ingest.lists;

import static io.tidemark.ingest.contract.AuthorityTables.AUTHORITY_MONTH;
import static io.tidemark.ingest.contract.AuthorityTables.PRODUCTION_AREA;
import static io.tidemark.ingest.contract.AuthorityTables.SITE;
import static io.tidemark.ingest.contract.ReferenceTables.PLATFORM_AREAS;
import static io.tidemark.ingest.contract.ReferenceTables.SITE_MARINE_TYPES;

import io.tidemark.data.reference.ShippedReference;
import io.tidemark.ingest.authority.AuthorityFiles;
import io.tidemark.ingest.check.CrossCheck;
import io.tidemark.ingest.check.Faults;
import io.tidemark.ingest.check.FileResult;
import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.delivery.DeliveredFile;
import io.tidemark.ingest.load.LoadedTables;
import io.tidemark.ingest.load.TableLoader;
import io.tidemark.ingest.merge.PartitionWriter;
import io.tidemark.ingest.merge.ReportTables;
import io.tidemark.ingest.staging.StagingDatabase;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The first half of an ingest: the platform's lists and the authority's figures, which farmers' rows are held against. */
public final class ReferenceStage {

    private final StagingDatabase bench;
    private final LoadedTables loaded;
    private final TableLoader loader;
    private final Faults faults;
    private final ReferenceMerge lists;
    private final SiteMerge sites;
    private final AuthorityMonthMerge months;
    private final AuthorityFiles authority;
    private final Map<SourceTable, String> failures = new HashMap<>();
    private final List<String> warnings = new ArrayList<>();

    public ReferenceStage(StagingDatabase bench, LoadedTables loaded, TableLoader loader, Faults faults, PartitionWriter writer,
            LocalDate today) {
        this.bench = bench;
        this.loaded = loaded;
        this.loader = loader;
        this.faults = faults;
        lists = new ReferenceMerge(bench, loaded, writer);
        sites = new SiteMerge(bench, faults, writer);
        months = new AuthorityMonthMerge(bench, writer);
        ReportTables.create(bench.session());
        authority = new AuthorityFiles(bench, today);
    }

    /** After the canonical files were loaded: seeds what is missing, checks, makes the new lists and the new register. */
    public void merge(List<DeliveredFile> authorityFiles) {
        seed();
        loaded.delivered().stream().map(f -> f.table()).distinct().forEach(faults::markDoubles);
        new OutlineCheck(bench, faults).check();
        warnings.addAll(lists.merge());
        authority.take(authorityFiles);
        checkPlatformAreas();
        checkReferences();
        warnings.addAll(sites.merge(loaded, loaded.isDelivered(SITE) || authority.foundRegister()));
        authority.checkSites();
    }

    // what the lake does not have and the delivery does not bring comes with the program
    private void seed() {
        for (SourceTable source : ReferenceMerge.sources()) {
            boolean empty = bench.session()
                    .first("SELECT 1 FROM old_" + ReferenceMerge.target(source).name() + " LIMIT 1", row -> true).isEmpty();
            if (empty && !loaded.isDelivered(source)) {
                ShippedReference.copy(source.equals(PRODUCTION_AREA) ? "production_areas" : source.name(),
                        bench.folder().resolve("shipped")).ifPresent(path -> loaded.addShipped(loader.load(
                                new DeliveredFile(path, "shipped/" + path.getFileName(), source.folder(), null,
                                        source.name(), DeliveredFile.Packing.PLAIN), source)));
            }
        }
    }

    private void checkPlatformAreas() {
        Optional<SourceTable> source = List.of(PLATFORM_AREAS, PRODUCTION_AREA).stream().filter(loaded::isDelivered)
                .findFirst();
        List<String> misfits = source.isEmpty() ? List.of() : new PlatformAreaCheck(bench).faults();
        if (!misfits.isEmpty()) {
            failures.put(source.orElseThrow(), String.join("; ", misfits));
        }
    }

    private void checkReferences() {
        faults.markUnknown(SITE, CrossCheck.UNKNOWN_AREA, "new_production_area", "area_id");
        faults.markUnknown(SITE, CrossCheck.UNKNOWN_FARMER, "new_farmer", "farmer_id");
        faults.markUnknown(AUTHORITY_MONTH, CrossCheck.UNKNOWN_AREA, "new_production_area", "area_id");
        for (SourceTable table : List.of(SITE, SITE_MARINE_TYPES)) {
            faults.markUnknown(table, CrossCheck.UNKNOWN_MARINE_TYPE, "new_marine_type", "code");
            faults.markUnknown(table, CrossCheck.UNKNOWN_MARINE_REGION, "new_marine_type_region", "code");
        }
    }

    /** What was found against the files of a table as a whole, or null. */
    public @Nullable String failure(SourceTable table) {
        return failures.get(table);
    }

    /** What became of the files in the authority's own formats. */
    public List<FileResult> authorityResults() {
        return authority.results();
    }

    /** Authority files of no known format. */
    public List<String> ignored() {
        return authority.ignored();
    }

    /** What people should know. */
    public List<String> warnings() {
        return warnings;
    }

    /** Writes the lists, the register and the figures. */
    public void write() {
        lists.write();
        sites.write();
        months.write();
    }
}
