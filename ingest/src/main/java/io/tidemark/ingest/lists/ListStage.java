package io.tidemark.ingest.lists;

import static io.tidemark.ingest.contract.SourceTables.AUTHORITY_MONTH;
import static io.tidemark.ingest.contract.SourceTables.PLATFORM_AREAS;
import static io.tidemark.ingest.contract.SourceTables.PRODUCTION_AREA;
import static io.tidemark.ingest.contract.SourceTables.SITE;
import static io.tidemark.ingest.contract.SourceTables.SITE_FARMERS;
import static io.tidemark.ingest.contract.SourceTables.SITE_MARINE_TYPES;

import io.tidemark.data.reference.ShippedReference;
import io.tidemark.data.table.LakeTables;
import io.tidemark.ingest.authority.AuthorityFiles;
import io.tidemark.ingest.authority.AuthorityReader;
import io.tidemark.ingest.check.Correction;
import io.tidemark.ingest.check.RowFaults;
import io.tidemark.ingest.contract.SourceTable;
import io.tidemark.ingest.delivery.DeliveredFile;
import io.tidemark.ingest.load.LoadedFile;
import io.tidemark.ingest.load.ReadFiles;
import io.tidemark.ingest.load.TableLoader;
import io.tidemark.ingest.merge.PartitionWriter;
import io.tidemark.ingest.merge.TakenAway;
import io.tidemark.ingest.staging.StagingDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Merges the platform's lists and the authority's figures, before farmers' rows are checked against them. */
public final class ListStage {

    /**
     * The result of merging the lists and the register of the next snapshot into the staging tables {@code new_x}.
     * @param files     the canonical files, including shipped ones
     * @param authority files in the authority's own formats
     * @param failures  the failure of a table as a whole, by table
     * @param warnings  remarks for people
     * @param taken     what lists of sites take away from the lake
     */
    public record Merged(ReadFiles files, AuthorityFiles authority, Map<SourceTable, String> failures,
            List<String> warnings, List<Correction> taken) {

        /** Copies the collections. */
        public Merged {
            failures = Map.copyOf(failures);
            warnings = List.copyOf(warnings);
            taken = List.copyOf(taken);
        }
    }

    /** Tables and formats that replace the lake's list of sites, and the list in corrections.sql. */
    private static final Map<String, String> SITES = Map.of(SITE.name(), "register", AuthorityFiles.REGISTER,
            "register", SITE_FARMERS.name(), "companies", SITE_MARINE_TYPES.name(), "waters", "lice report",
            "lice_report", "lice treatments", "measures");

    private final StagingDatabase staging;
    private final TableLoader loader;
    private final RowFaults faults;
    private final ReferenceMerge lists;
    private final SiteMerge sites;
    private final SiteFarmerMerge siteFarmers;
    private final AuthorityMonthMerge months;
    private final LiceWeekMerge lice;
    private final DiseaseMerge diseases;
    private final AuthorityReader authority;

    /**
     * Works on the good rows of a staging database.
     *
     * @param ignoreUnknown whether authority files of no known format do not fail the delivery
     */
    public ListStage(StagingDatabase staging, TableLoader loader, RowFaults faults, PartitionWriter writer,
            boolean ignoreUnknown) {
        this.staging = staging;
        this.loader = loader;
        this.faults = faults;
        lists = new ReferenceMerge(staging, writer);
        sites = new SiteMerge(staging, faults, writer);
        siteFarmers = new SiteFarmerMerge(staging, faults, writer);
        months = new AuthorityMonthMerge(staging, writer);
        lice = new LiceWeekMerge(staging, writer);
        diseases = new DiseaseMerge(staging, writer);
        authority = new AuthorityReader(staging, ignoreUnknown);
    }

    /**
     * Reads the shipped list for each list that is neither in the lake nor in the delivery.
     *
     * @return the shipped and the delivered files
     */
    public ReadFiles seed(ReadFiles delivered) {
        List<LoadedFile> shipped = new ArrayList<>();
        for (SourceTable source : ReferenceMerge.SOURCES) {
            if (!delivered.isDelivered(source) && staging.staged().baseRowCount(source.fills()) == 0) {
                ShippedReference.copy(source.equals(PRODUCTION_AREA) ? "production_areas" : source.name(),
                        staging.folder().resolve("shipped")).ifPresent(path -> shipped.add(loader.load(
                                new DeliveredFile(path, "shipped/" + path.getFileName(), source.folder(), null,
                                        source.name(), DeliveredFile.Packing.PLAIN), source)));
            }
        }
        return delivered.and(new ReadFiles(List.of(), shipped));
    }

    /** Checks the rows of the lists, reads the authority's own files, and makes the new lists and the new register. */
    public Merged merge(ReadFiles files, List<DeliveredFile> authorityFiles) {
        files.delivered().stream().map(LoadedFile::table).distinct().forEach(faults::markDoubles);
        if (files.isDelivered(PRODUCTION_AREA)) {
            new OutlineCheck(staging, faults).check();
        }
        List<String> warnings = new ArrayList<>(lists.merge(files));
        AuthorityFiles read = authority.read(authorityFiles);
        if (files.isDelivered(PRODUCTION_AREA) && read.hasOutlines()) {
            warnings.add("names and outlines of areas that a GeoJSON file has were taken from it, not from "
                    + "production_area");
        }
        Map<SourceTable, String> failures = checkPlatformAreas(files);
        List.of(SITE, AUTHORITY_MONTH, SITE_MARINE_TYPES).forEach(faults::markUnknown);
        boolean figures = hasFigures(files, read);
        if (figures) {
            warnings.addAll(months.merge());
        }
        boolean register = files.isDelivered(SITE) || read.hasRegister();
        warnings.addAll(sites.merge(files, register));
        warnings.addAll(siteFarmers.merge(files, register));
        AuthorityFiles checked = authority.check(read);
        if (figures) {
            warnings.addAll(diseases.lost());
        }
        return new Merged(files, checked, failures, warnings, taken(files, checked));
    }

    private List<Correction> taken(ReadFiles files, AuthorityFiles authority) {
        TakenAway away = new TakenAway(staging);
        return staging.staged().base().isEmpty() ? List.of() : SITES.entrySet().stream()
                .filter(list -> authority.has(list.getKey())
                        || files.delivered().stream().anyMatch(file -> file.table().name().equals(list.getKey())))
                .flatMap(list -> away.ofSites(list.getKey(), list.getValue()).stream()).toList();
    }

    private Map<SourceTable, String> checkPlatformAreas(ReadFiles files) {
        Optional<SourceTable> source = List.of(PLATFORM_AREAS, PRODUCTION_AREA).stream().filter(files::isDelivered)
                .findFirst();
        List<String> misfits = source.isEmpty() ? List.of() : new PlatformAreaCheck(staging).faults();
        return misfits.isEmpty() ? Map.of() : Map.of(source.orElseThrow(), String.join("; ", misfits));
    }

    /** Writes the lists, the register and the figures. What no file can have changed is reused without a comparison. */
    public void write(Merged merged) {
        lists.write(merged.files(), !merged.authority().files().isEmpty());
        sites.write();
        siteFarmers.write();
        if (hasFigures(merged.files(), merged.authority())) {
            months.write();
            diseases.write();
            lice.write();
        } else {
            List.of(LakeTables.AUTHORITY_MONTH, LakeTables.AUTHORITY_GENERATION, LakeTables.PUBLIC_QUARTILE,
                    LakeTables.PUBLIC_LOSS, LakeTables.DISEASE_PERIOD, LakeTables.LICE_WEEK)
                    .forEach(staging.staged()::reuse);
        }
    }

    // whether a file can change the authority's figures: the canonical one, or one of the authority's own
    private static boolean hasFigures(ReadFiles files, AuthorityFiles authority) {
        return files.isDelivered(AUTHORITY_MONTH) || !authority.files().isEmpty();
    }
}
