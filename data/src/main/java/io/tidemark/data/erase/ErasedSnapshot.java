package io.tidemark.data.erase;

import static io.tidemark.data.table.LakeTables.LOSS_DAY;
import static io.tidemark.data.table.LakeTables.SITE;
import static io.tidemark.data.table.LakeTables.STOCK_DAY;
import static io.tidemark.data.table.LakeTables.TREATMENT;

import io.tidemark.data.derive.Changes;
import io.tidemark.data.derive.CompleteThrough;
import io.tidemark.data.derive.DateRange;
import io.tidemark.data.derive.SnapshotDerivation;
import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.farmer.FarmerRows;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.StagedSnapshot;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.TableContract;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Makes a snapshot without a company's rows. It reuses the files of years that have none of them. */
final class ErasedSnapshot {

    private static final SqlFile SQL = SqlFile.of("derive/release/erase.sql");
    private static final String OTHERS = "SELECT * FROM (%s) AS r WHERE farmer_id IS DISTINCT FROM ?";

    private final StagedSnapshot staged;
    private final Snapshot base;
    private final DuckSession session;
    private final String farmer;
    private final Runnable stop;
    private final SortedMap<Integer, DateRange> days = new TreeMap<>();
    private final SortedSet<Integer> treatments = new TreeSet<>();

    ErasedSnapshot(StagedSnapshot staged, DuckSession session, String farmer, Runnable stop) {
        this.staged = staged;
        this.base = staged.base().orElseThrow();
        this.session = session;
        this.farmer = farmer;
        this.stop = stop;
    }

    /** Writes and seals the snapshot. */
    Snapshot make() {
        for (TableContract table : LakeTables.delivered()) {
            if (table.equals(TREATMENT)) {
                // write treatments after the stock, which gives them their species
                continue;
            }
            write(table);
        }
        base.years(TREATMENT).forEach(this::treatments);
        SnapshotDerivation.derive(session, staged, new Changes(days, treatments), year -> stop.run());
        stop.run();
        String folder = folder(farmer);
        staged.forgetReceived(table -> table.startsWith(folder));
        return staged.seal(base.manifest().privacy(), CompleteThrough.of(session, staged),
                base.manifest().sources().stream().filter(source -> !source.path().startsWith(folder)).toList());
    }

    /** The path prefix of a company's files. */
    static String folder(String farmer) {
        return "farmers/" + farmer + "/";
    }

    private void write(TableContract table) {
        stop.run();
        if (!FarmerRows.areIn(table)) {
            staged.reuse(table);
        } else if (table.equals(SITE)) {
            // the register is public: keep the site, but clear its owner
            if (rows(table, null).count(session) == 0) {
                staged.reuse(table);
            } else {
                staged.write(session, table, null, "SELECT * REPLACE (CASE WHEN farmer_id IS DISTINCT FROM ? THEN "
                        + "farmer_id END AS farmer_id) FROM (" + base.rows(table) + ") AS r", farmer);
            }
        } else if (table.isPartitioned()) {
            base.years(table).forEach(year -> year(table, year));
        } else if (rows(table, null).count(session) == 0) {
            staged.reuse(table);
        } else {
            staged.write(session, table, null, OTHERS.formatted(base.rows(table)), farmer);
        }
    }

    private FarmerRows rows(TableContract table, @Nullable Integer year) {
        return new FarmerRows(table, base.rows(table, year), farmer);
    }

    private void year(TableContract table, int year) {
        stop.run();
        DateRange range = rows(table, year).days(session).orElse(null);
        if (range == null) {
            staged.reuse(table, year);
            return;
        }
        if (table.equals(STOCK_DAY) || table.equals(LOSS_DAY)) {
            days.merge(year, range, DateRange::and);
        }
        staged.write(session, table, year, OTHERS.formatted(base.rows(table, year)), farmer);
    }

    private void treatments(int year) {
        stop.run();
        SQL.get("erased_site_days").part("stock_day", base.rows(STOCK_DAY, year)).with("farmer", farmer)
                .after("CREATE OR REPLACE TEMP TABLE erased_site_days AS").run(session);
        if (rows(TREATMENT, year).count(session) == 0
                && !SQL.get("has_erased_site_days").part("released", base.rows(TREATMENT, year)).any(session)) {
            staged.reuse(TREATMENT, year);
            return;
        }
        SQL.get("treatments_of_others").part("left", rows(TREATMENT, year).others())
                .part("stock_left", staged.rows(STOCK_DAY, year))
                .after("CREATE OR REPLACE TEMP TABLE treatments_of_others AS").run(session);
        staged.write(session, TREATMENT, year, "SELECT * FROM treatments_of_others");
        treatments.add(year);
    }
}
