package io.tidemark.ingest;

import static io.tidemark.ingest.TestDelivery.rejects;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lice that a company counts: the table {@code lice}. */
class LiceCountTest {

    private static final String ROWS = "SELECT * FROM lice_count ORDER BY date, site_id, unit_id";
    private static final String HEADER = "date,site_id,unit_id,adult_female,fish_counted,mobile,attached\n";

    @TempDir
    private Path folder;
    private TestDelivery delivery;

    @BeforeEach
    void start() {
        delivery = new TestDelivery(folder).basics();
    }

    private IngestReport lice(String farmer, String rows) {
        return delivery.file("farmers/" + farmer + "/lice.csv", HEADER + rows).ingest();
    }

    // 0.125 is stored as 0.13: two decimals, half away from zero
    @Test
    void countsAreKeptByUnitAndDayAndAFileReplacesTheDaysOfItsSites() {
        assertThat(lice("F01", "2025-12-30,100,A,0.125,20,1.5,\n2026-01-06,100,A,0,20,,0.2\n2026-01-06,100,B,1,10,,\n")
                .outcome()).isEqualTo(IngestOutcome.PUBLISHED);
        assertThat(delivery.rows(ROWS)).containsExactly("2025-12-30 100 A F01 0.13 1.50 - 20",
                "2026-01-06 100 A F01 0.00 - 0.20 20", "2026-01-06 100 B F01 1.00 - - 10");
        delivery.next();
        assertThat(lice("F01", "2026-01-06,100,A,0.5,20,,\n").warnings()).containsExactly("farmers/F01/lice.csv: 1 of the "
                + "counts of lice of the lake is not in the file: 100 B (1), from 2026-01-06 to 2026-01-06");
        assertThat(delivery.rows(ROWS)).containsExactly("2025-12-30 100 A F01 0.13 1.50 - 20",
                "2026-01-06 100 A F01 0.50 - - 20");
        delivery.next();
        assertThat(lice("F01", "2026-01-06,100,A,0.5,20,,\n").outcome()).isEqualTo(IngestOutcome.NOTHING_NEW);
    }

    @Test
    void badRowsAreNamed() {
        delivery.file("reference/site_farmers.csv", TestDelivery.SITE_FARMERS + "200,F02\n");
        IngestReport report = lice("F01", "2026-01-06,100,A,-1,20,,\n2026-01-06,100,B,1,0,,\n2026-07-06,100,B,1,5,,\n"
                + "2026-01-06,999,B,1,5,,\n2026-01-06,100,C,1,5,,\n2026-01-06,100,C,1,6,,\n2026-01-06,200,C,1,6,,\n");
        assertThat(rejects(report, "farmers/F01/lice.csv")).containsExactly(
                "2,adult_female,-1,must be from 0 to 9999.99 lice per fish",
                "3,fish_counted,0,must be at least 1: lice of no fish are no count",
                "4,date,2026-07-06,is after today",
                "5,site_id,999,is not a site of the register",
                "7,\"date, site_id, unit_id\",2026-01-06 100 C,is delivered twice: the first is "
                        + "farmers/F01/lice.csv line 6",
                "8,site_id,200,is not this company's site: its row in this file");
        assertThat(delivery.rows(ROWS)).containsExactly("2026-01-06 100 C F01 1.00 - - 5");
    }

    // site 100 is shared: F02 has its own unit there, and not one of F01's
    @Test
    void aUnitAndDayBelongToOneCompany() {
        delivery.file("reference/site_farmers.csv", TestDelivery.SITE_FARMERS);
        lice("F01", "2026-01-06,100,A,1,20,,\n");
        delivery.next();
        IngestReport report = lice("F02", "2026-01-06,100,A,2,20,,\n2026-01-06,100,B,2,20,,\n");
        assertThat(rejects(report, "farmers/F02/lice.csv")).containsExactly(
                "2,unit_id,A,has been delivered by another farmer for that day");
        assertThat(delivery.rows(ROWS)).containsExactly("2026-01-06 100 A F01 1.00 - - 20",
                "2026-01-06 100 B F02 2.00 - - 20");
    }
}
