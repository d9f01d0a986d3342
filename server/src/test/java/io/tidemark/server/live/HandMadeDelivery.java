package io.tidemark.server.live;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.Map;

/** A delivery written line by line in a test, so that every expected number can be calculated by hand. */
public final class HandMadeDelivery {

    private static final Map<String, String> HEADERS = Map.ofEntries(
            Map.entry("stock", "date,site_id,unit_id,cohort_id,species_code,fish_count,avg_weight_gram,generation"),
            Map.entry("losses", "date,site_id,unit_id,loss_type,category_code,loss_count"),
            Map.entry("weighed_losses", "date,site_id,unit_id,loss_type,category_code,loss_count,avg_weight_gram"),
            Map.entry("feeding", "date,site_id,unit_id,feed_kg"),
            Map.entry("temperatures", "date,site_id,temperature,depth_m,measurement_count"),
            Map.entry("lice", "date,site_id,unit_id,adult_female,fish_counted,mobile,attached"),
            Map.entry("treatments", "treatment_id,date,site_id,treatment_category,treatment_target,requires_handling,is_antibiotic,"
                    + "unit_ids,treatment_subtype,treatment_site_scope,number_of_units_treated,treatment_count,system_source"),
            Map.entry("farmers", "farmer_id,farmer_name,farmer_group_key,farmer_group_name,tier,signed_on"),
            Map.entry("site_farmers", "site_id,farmer_id"),
            Map.entry("site", "site_id,site_name,latitude,longitude,placement,production_area_id,farmer_id,marine_type_code,"
                    + "marine_type_region_code"),
            Map.entry("site_for", "site_id,site_name,latitude,longitude,placement,production_area_id,purpose"),
            Map.entry("production_area", "area_id,area_name,region_name"),
            Map.entry("platform_areas", "area_id,name,name_english,production_area_ids"),
            Map.entry("measures", "Uke,År,Lokalitetsnummer,Lokalitetsnavn,Tiltak,Type "
                    + "behandling,Virkestoff,Rensefisk,Antall,Omfang,Lat,Lon,ProduksjonsområdeId"),
            Map.entry("lice_report", "Uke,År,Lokalitetsnummer,Lokalitetsnavn,Voksne "
            + "hunnlus,Lat,Lon,Sjøtemperatur,ProduksjonsområdeId"),
            Map.entry("lice_weeks", "Uke,År,Lokalitetsnummer,Lokalitetsnavn,Voksne hunnlus,Lus i bevegelige "
                    + "stadier,Fastsittende lus,Trolig uten fisk,"
                    + "Har telt lakselus,Lat,Lon,Lusegrense uke,Over lusegrense uke,Sjøtemperatur,ProduksjonsområdeId"),
            Map.entry("diseases", "Uke,År,Lokalitetsnummer,Lokalitetsnavn,Sykdom,Status,Fra dato,Til "
            + "dato,Lat,Lon,ProduksjonsområdeId"),
            Map.entry("statistics", "ÅR,MÅNED_KODE,PO_KODE,ARTSID,UTSETTSÅR,BEHFISK_STK,BIOMASSE_KG,UTSETT_SMOLT_STK,FORFORBRUK_KG,UTTAK_STK,"
                    + "UTTAK_KG,DØDFISK_STK,UTKAST_STK,RØMMING_STK,ANDRE_STK"),
            Map.entry("authority_month",
                    "month,production_area_id,species_code,closing_count,biomass_kg,smolt_count,feed_kg,"
                    + "harvest_count,harvest_kg,dead_count,discarded_count,escaped_count,other_count"));

    private final Path root;
    private final Map<Path, StringBuilder> files = new LinkedHashMap<>();

    /** Into that folder, empty so far. */
    public HandMadeDelivery(Path root) {
        this.root = root;
    }

    /** A company of its own group, premium tier. */
    public HandMadeDelivery farmer(String id, String group) {
        return line("reference/farmers.csv", "farmers", id + ",Company " + id + "," + group + ",Group " + group
                + ",premium,2020-01-01");
    }

    /** A site at sea. */
    public HandMadeDelivery site(String id, int productionArea) {
        return line("authority/site.csv", "site", id + ",Site " + id + ",62.5,6.25,offshore," + productionArea + ",,,");
    }

    /** A site at sea with the purposes of its licences. */
    HandMadeDelivery site(String id, int productionArea, String purpose) {
        return line("authority/site-for.csv", "site_for", id + ",Site " + id + ",62.5,6.25,offshore," + productionArea
                + "," + purpose);
    }

    /** A site that these companies share. */
    public HandMadeDelivery shared(String site, String... farmers) {
        for (String farmer : farmers) {
            line("reference/site_farmers.csv", "site_farmers", site + "," + farmer);
        }
        return this;
    }

    /** Any line of a reference or authority table. */
    public HandMadeDelivery line(String file, String table, String line) {
        files.computeIfAbsent(root.resolve(file), f -> new StringBuilder(HEADERS.getOrDefault(table, "")).append('\n'))
                .append(line).append('\n');
        return this;
    }

    /**
     * The same salmon in unit A of a site on every day from one to another, of mean weight 2000 g, generation V2026.
     */
    public HandMadeDelivery stock(String farmer, String site, LocalDate first, LocalDate last, int count) {
        return stock(farmer, site, first, last, count, "2000", "V2026");
    }

    /** The same, of another weight and generation. */
    HandMadeDelivery stock(String farmer, String site, LocalDate first, LocalDate last, int count, String gram,
            String generation) {
        for (LocalDate day = first; !day.isAfter(last); day = day.plusDays(1)) {
            line("farmers/" + farmer + "/stock.csv", "stock",
                    day + "," + site + ",A,C" + site + ",SAL," + count + "," + gram + "," + generation);
        }
        return this;
    }

    /** Fish lost from unit A of a site. */
    public HandMadeDelivery loss(String farmer, String site, LocalDate day, String type, String category, int count) {
        return line("farmers/" + farmer + "/losses.csv", "losses", day + "," + site + ",A," + type + "," + category
                + "," + count);
    }

    /** A temperature reading at three metres. */
    HandMadeDelivery temperature(String farmer, String site, LocalDate day, String degrees, int count) {
        return line("farmers/" + farmer + "/temperatures.csv", "temperatures", day + "," + site + "," + degrees + ",3,"
                + count);
    }

    /** A treatment, its columns as one line. */
    HandMadeDelivery treatment(String farmer, String line) {
        return line("farmers/" + farmer + "/treatments.csv", "treatments", line);
    }

    /** Writes the files. */
    public Path write() {
        files.forEach((file, text) -> {
            try {
                Files.createDirectories(file.getParent());
                Files.writeString(file, text);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        return root;
    }
}
