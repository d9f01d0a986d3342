package io.tidemark.generate;

import de.siegmar.fastcsv.reader.CommentStrategy;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.tidemark.generate.coast.Farmer;
import io.tidemark.generate.coast.GeneratedSite;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** Writes the small files of a delivery: the shipped reference data, farmers, sites and their water types. */
final class ReferenceFiles {

    private static final String SHIPPED = "/io/tidemark/data/reference/";
    private static final List<String> COPIED = List.of(
            "platform_areas", "loss_categories", "loss_category_changes", "marine_types", "marine_type_regions");

    private final Path delivery;
    private final List<GeneratorSummary.TableSize> sizes = new ArrayList<>();

    ReferenceFiles(Path delivery) {
        this.delivery = delivery;
    }

    /**
     * Writes reference/; if the sites are invented, also authority/ except the monthly figures, else whose they are.
     */
    void write(GeneratedCoast coast, boolean invented) throws IOException {
        Path reference = Files.createDirectories(delivery.resolve("reference"));
        for (String table : COPIED) {
            copy(table, reference.resolve(table + ".csv"), table);
        }
        writeFarmers(reference.resolve("farmers.csv"), coast.farmers());
        if (invented) {
            writeWaterTypes(reference.resolve("site_marine_types.csv"), coast.sites());
            Path authority = Files.createDirectories(delivery.resolve("authority"));
            writeAreas(authority.resolve("production_area.csv"));
            writeSites(authority.resolve("site.csv"), coast);
        } else {
            // the real register's owners are none of the invented companies
            writeSiteFarmers(reference.resolve("site_farmers.csv"), coast);
        }
    }

    /** Rows and bytes of the written files. */
    List<GeneratorSummary.TableSize> sizes() {
        return List.copyOf(sizes);
    }

    private void copy(String resource, Path file, String table) throws IOException {
        try (InputStream in = open(SHIPPED + resource + ".csv")) {
            Files.copy(in, file);
        }
        long rows = Files.readAllLines(file).stream().filter(line -> !line.startsWith("#")).count() - 1;
        sizes.add(new GeneratorSummary.TableSize(table, rows, Files.size(file)));
    }

    /**
     * Writes the shipped areas with sketched outlines. The shipped list has no outlines,
     * since real sites need the real ones.
     */
    private void writeAreas(Path file) throws IOException {
        Map<String, String> outlines = read("area_outlines.csv").stream()
                .collect(Collectors.toMap(row -> row.getField("area_id"), row -> row.getField("area_geojson")));
        List<String[]> rows = read(SHIPPED + "production_areas.csv").stream().map(row -> new String[] {
            row.getField("area_id"), row.getField("area_name"), row.getField("region_name"),
            Objects.requireNonNull(outlines.get(row.getField("area_id")))}).toList();
        table("production_area", file, rows, "area_id", "area_name", "region_name", "area_geojson");
    }

    private static List<NamedCsvRecord> read(String resource) throws IOException {
        try (InputStream in = open(resource);
                CsvReader<NamedCsvRecord> rows = CsvReader.builder().commentStrategy(CommentStrategy.SKIP)
                        .ofNamedCsvRecord(in)) {
            return rows.stream().toList();
        }
    }

    private static InputStream open(String resource) throws IOException {
        InputStream in = ReferenceFiles.class.getResourceAsStream(resource);
        if (in == null) {
            throw new IOException("the shipped file " + resource + " is missing from this build");
        }
        return in;
    }

    private void writeFarmers(Path file, List<Farmer> farmers) throws IOException {
        List<String[]> rows = farmers.stream().map(f -> new String[] {
            f.id(), f.name(), f.groupKey(), f.groupName(), f.premium() ? "premium" : "standard",
            f.signedOn().toString()}).toList();
        table("farmers", file, rows, "farmer_id", "farmer_name", "farmer_group_key", "farmer_group_name", "tier",
                "signed_on");
    }

    private void writeWaterTypes(Path file, List<GeneratedSite> sites) throws IOException {
        List<String[]> rows = new ArrayList<>();
        for (GeneratedSite site : sites) {
            String type = site.waterType();
            if (type != null) {
                rows.add(new String[] {site.id(), type, site.coast().waterRegion()});
            }
        }
        table("site_marine_types", file, rows, "site_id", "marine_type_code", "marine_type_region_code");
    }

    private void writeSiteFarmers(Path file, GeneratedCoast coast) throws IOException {
        int[] owner = coast.owner();
        List<String[]> rows = new ArrayList<>();
        for (int i = 0; i < owner.length; i++) {
            rows.add(new String[] {coast.sites().get(i).id(), coast.farmers().get(owner[i]).id()});
        }
        table("site_farmers", file, rows, "site_id", "farmer_id");
    }

    private void writeSites(Path file, GeneratedCoast coast) throws IOException {
        List<GeneratedSite> sites = coast.sites();
        int[] owner = coast.owner();
        List<String[]> rows = new ArrayList<>();
        for (int i = 0; i < sites.size(); i++) {
            GeneratedSite site = sites.get(i);
            Integer area = site.productionArea();
            String type = site.waterType();
            rows.add(new String[] {site.id(), site.name(), Double.toString(site.latitude()),
                    Double.toString(site.longitude()),
                site.onshore() ? "onshore" : "offshore", area == null ? "" : area.toString(),
                i < owner.length ? coast.farmers().get(owner[i]).id() : "",
                type == null ? "" : type, type == null ? "" : site.coast().waterRegion()});
        }
        table("site", file, rows, "site_id", "site_name", "latitude", "longitude", "placement", "production_area_id",
                "farmer_id", "marine_type_code", "marine_type_region_code");
    }

    private void table(String name, Path file, List<String[]> rows, String... header) throws IOException {
        try (CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(file)) {
            csv.writeRecord(header);
            for (String[] row : rows) {
                csv.writeRecord(row);
            }
        }
        sizes.add(new GeneratorSummary.TableSize(name, rows.size(), Files.size(file)));
    }
}
