package io.tidemark.ingest;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Many cases in one delivery, since the smallest ingest takes a third of a second. Each is a farmer of its own with a
 * site of its own, so that none meets another; in their texts {@code @} stands for the site.
 *
 * @param <C> what tells the cases apart
 */
final class ManyCases<C> {

    private final TestDelivery delivery;
    private final Map<C, String> sites = new LinkedHashMap<>();
    private final StringBuilder register = new StringBuilder(TestDelivery.SITE_COLUMNS);
    private final StringBuilder farmers = new StringBuilder(TestDelivery.FARMER_COLUMNS);
    private @Nullable IngestReport report;

    ManyCases(Path folder) {
        delivery = new TestDelivery(folder);
    }

    private static String farmer(String site) {
        return "F" + site;
    }

    /** The site of a case, 1001 for the first. */
    String site(C of) {
        return sites.computeIfAbsent(of, added -> {
            String site = Integer.toString(1001 + sites.size());
            register.append(site).append(",Holmen,offshore,3\n");
            farmers.append(farmer(site)).append(",Fisk AS,G,Gruppen,premium,2024-01-01\n");
            return site;
        });
    }

    /** A file of a case. */
    ManyCases<C> file(C of, String name, byte[] bytes) {
        delivery.file("farmers/" + farmer(site(of)) + "/" + name, bytes);
        return this;
    }

    /** A text file of a case. */
    ManyCases<C> file(C of, String name, String text) {
        return file(of, name, text.replace("@", site(of)).getBytes(StandardCharsets.UTF_8));
    }

    /** Delivers all of them. */
    ManyCases<C> ingest() {
        report = delivery.file("reference/farmers.csv", farmers.toString())
                .file("authority/site.csv", register.toString()).ingest();
        return this;
    }

    /** What they are delivered with, and its lake. */
    TestDelivery delivery() {
        return delivery;
    }

    /** Of the whole delivery. */
    IngestReport report() {
        return Objects.requireNonNull(report, "ingest first");
    }

    /** Of a case's file. */
    FileReport report(C of, String name) {
        return report().files().stream().filter(file -> file.path().equals("farmers/" + farmer(site(of)) + "/" + name))
                .findFirst().orElseThrow();
    }

    /** The lines of a rejects file of a case, without its header. */
    List<String> rejects(C of, String name) {
        return TestDelivery.rejects(report(), "farmers/" + farmer(site(of)) + "/" + name);
    }

    /** A case's stock, as text, by day. */
    List<String> stock(C of, String columns) {
        return delivery.rows("SELECT " + columns + " FROM stock_day WHERE farmer_id = '" + farmer(site(of))
                + "' AND site_id = '" + site(of) + "' ORDER BY date");
    }
}
