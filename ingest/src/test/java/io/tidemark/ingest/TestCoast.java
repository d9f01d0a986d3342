package io.tidemark.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.ledger.Ledger;
import io.tidemark.data.ledger.LedgerEntry;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;

/**
 * Nine companies with a site each, {@code 100} to {@code 900}, for tests of what is released; their groups are G1 to
 * G9.
 */
final class TestCoast {

    static final LocalDate MONDAY = LocalDate.of(2026, 6, 1);
    static final LocalDate SUNDAY = LocalDate.of(2026, 6, 7);

    final TestDelivery delivery;

    /**
     * Delivers the lists.
     *
     * @param areas the production area of each company's site, a digit each, or a space for none
     */
    TestCoast(Path folder, String areas) {
        delivery = new TestDelivery(folder);
        StringBuilder sites = new StringBuilder(TestDelivery.SITE_COLUMNS);
        for (int i = 1; i <= areas.length(); i++) {
            sites.append(i + "00,Holmen " + i + ",offshore," + String.valueOf(areas.charAt(i - 1)).strip() + "\n");
        }
        delivery.file("authority/site.csv", sites.toString());
        groups("123456789");
    }

    /** Delivers the companies, each with the digit of its group. */
    TestCoast groups(String groups) {
        StringBuilder farmers = new StringBuilder(TestDelivery.FARMER_COLUMNS);
        for (int i = 1; i <= groups.length(); i++) {
            char group = groups.charAt(i - 1);
            farmers.append("F0" + i + ",Laks " + i + " AS,G" + group + ",Gruppe " + group + ",standard,2024-01-01\n");
        }
        delivery.file("reference/farmers.csv", farmers.toString());
        return this;
    }

    /**
     * Delivers a company's only pen from one day to another, of the generation V2025 and 2000 g, with a thousandth dead
     * on the first day.
     */
    TestCoast stock(int company, LocalDate from, LocalDate to, int fish) {
        StringBuilder rows = new StringBuilder(TestDelivery.STOCK);
        from.datesUntil(to.plusDays(1)).forEach(day ->
                rows.append(day + "," + company + "00,A,C" + company + ",SAL," + fish + ",2000,V2025\n"));
        delivery.file("farmers/F0" + company + "/stock.csv", rows.toString())
                .file("farmers/F0" + company + "/losses.csv",
                TestDelivery.LOSSES + from + "," + company + "00,A,mortality,A101," + fish / 1000 + ",\n");
        return this;
    }

    /** Delivers the week's stock of several companies, 1000 fish each. */
    TestCoast week(int first, int last) {
        for (int company = first; company <= last; company++) {
            stock(company, MONDAY, SUNDAY, 1000);
        }
        return this;
    }

    TestCoast next() {
        delivery.next();
        return this;
    }

    IngestReport published() {
        IngestReport report = delivery.ingest();
        assertThat(report.outcome()).as("%s", report).isEqualTo(IngestOutcome.PUBLISHED);
        return report;
    }

    /** Site, atom and the atom's cells of each released row. */
    List<String> atoms() {
        return delivery.rows("SELECT site_id, atom, atom_cells FROM released_stock_cell ORDER BY piece_start, site_id");
    }

    LedgerEntry newest() {
        return Ledger.of(delivery.lake).newest().orElseThrow();
    }
}
