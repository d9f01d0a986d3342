package io.tidemark.ingest.authority;

import io.tidemark.ingest.authority.area.ProductionAreaOutlines;
import io.tidemark.ingest.authority.area.WaterBodies;
import io.tidemark.ingest.authority.format.AuthorityCsv;
import io.tidemark.ingest.authority.format.AuthorityFormatException;
import io.tidemark.ingest.authority.format.SourceText;
import io.tidemark.ingest.authority.register.SiteRow;
import io.tidemark.ingest.authority.report.LiceReport;
import io.tidemark.ingest.authority.report.LiceTreatments;
import io.tidemark.ingest.authority.report.ReportedWeek;
import io.tidemark.ingest.authority.statistics.BiomassTotal;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The kinds of authority files that are read as published, told apart by what they hold, never by their name. */
public enum AuthorityFormat {

    /** Site and licence register, 2019 and 2023 layouts: {@link SiteRegister}. */
    SITE_REGISTER("site register"),
    /** Outlines of the production areas: {@link ProductionAreaOutlines}. */
    PRODUCTION_AREAS_GEOJSON("production area outlines"),
    /** Biomass statistics by production area, 2024 and 2026 layouts: {@link BiomassStatistics}. */
    BIOMASS_BY_PRODUCTION_AREA("biomass statistics"),
    /** Biomass statistics by county: {@link BiomassStatistics}. */
    BIOMASS_BY_COUNTY("biomass statistics"),
    /** Measures against salmon lice: {@link LiceTreatments}. */
    LICE_TREATMENTS("lice treatments"),
    /** The weekly lice report: {@link LiceReport}. */
    LICE_REPORT("lice report"),
    /** Coastal water bodies: {@link WaterBodies}. */
    WATER_BODIES("water bodies");

    private final String table;

    AuthorityFormat(String table) {
        this.table = table;
    }

    /** What it is called in the report. */
    public String table() {
        return table;
    }

    private static final String REGISTER_TITLE = "AKVAKULTURTILLATELSER";
    private static final int LINES_TO_LOOK_AT = 11;

    /**
     * The format of a file, from its beginning. A file that only just resembles one is recognised, so that its reader can say
     * what is missing. Empty for everything else, also for binary and unreadable files.
     */
    public static Optional<AuthorityFormat> detect(Path file) {
        Optional<String> head = SourceText.head(file);
        if (head.isEmpty()) {
            return Optional.empty();
        }
        if (head.get().stripLeading().startsWith("{")) {
            return holdsProductionAreas(file) ? Optional.of(PRODUCTION_AREAS_GEOJSON) : Optional.empty();
        }
        for (String line : head.get().lines().limit(LINES_TO_LOOK_AT).toList()) {
            if (line.toUpperCase(Locale.ROOT).startsWith(REGISTER_TITLE)) {
                return Optional.of(SITE_REGISTER);
            }
            List<String> columns = AuthorityCsv.columnsOf(line);
            if (AuthorityCsv.isHeader(columns)) {
                return ofHeader(columns);
            }
        }
        return Optional.empty();
    }

    private static Optional<AuthorityFormat> ofHeader(List<String> columns) {
        if (columns.contains("TILL_NR") && columns.contains(SiteRow.SITE)) {
            return Optional.of(SITE_REGISTER);
        }
        if (columns.contains(BiomassTotal.Key.AREA) && columns.contains(BiomassTotal.Key.SPECIES)) {
            return Optional.of(BIOMASS_BY_PRODUCTION_AREA);
        }
        if (columns.contains(BiomassTotal.Key.COUNTY) && columns.contains(BiomassTotal.Key.SPECIES)) {
            return Optional.of(BIOMASS_BY_COUNTY);
        }
        if (columns.contains(ReportedWeek.SITE)) {
            return columns.contains(LiceTreatments.MEASURE) ? Optional.of(LICE_TREATMENTS)
                    : columns.contains(LiceReport.LICE) ? Optional.of(LICE_REPORT) : Optional.empty();
        }
        return columns.contains(WaterBodies.NUMBER) ? Optional.of(WATER_BODIES) : Optional.empty();
    }

    private static boolean holdsProductionAreas(Path file) {
        try (Reader text = SourceText.of(file).open()) {
            return ProductionAreaOutlines.startsIn(text);
        } catch (IOException | AuthorityFormatException e) {
            return false;
        }
    }
}
