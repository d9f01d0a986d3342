package io.tidemark.data.derive;

import static io.tidemark.data.table.LakeTables.SITE;
import static io.tidemark.data.table.LakeTables.SPECIES;
import static io.tidemark.data.table.LakeTables.STOCK_DAY;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.reference.ShippedReference;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.snapshot.StagedSnapshot;
import io.tidemark.data.table.DerivedTables;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.TableContract;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes the derived tables of a staged snapshot. Only the changed pieces of changed years are recomputed; the rest is
 * reused from the snapshot before. All years are recomputed if that snapshot has no derived tables of the current
 * contracts, or if other species count. A snapshot without a species list gets the shipped one.
 */
public record SnapshotDerivation(DuckSession instance, StagedSnapshot staged) {

    /** Computes the derived tables. Call after all delivered tables are written. */
    public static void derive(DuckSession instance, StagedSnapshot staged, @Nullable Changes changes,
            IntConsumer making) {
        new SnapshotDerivation(instance, staged).derive(changes, making);
    }

    /**
     * Reuses the delivered tables of the previous snapshot as hard links. Removes the production area of sites on land,
     * which snapshots of earlier versions may have.
     *
     * @return number of sites that lost their production area
     */
    public static long takeOver(DuckSession instance, StagedSnapshot staged) {
        String sites = staged.baseRows(SITE);
        long onLand = instance.number("SELECT count(*) FROM (" + sites
                + ") WHERE placement = 'onshore' AND production_area_id IS NOT NULL");
        LakeTables.delivered().stream().filter(table -> onLand == 0 || !table.equals(SITE)).forEach(staged::reuse);
        if (onLand > 0) {
            staged.write(instance, SITE, null, "SELECT * REPLACE (CASE WHEN placement <> 'onshore' THEN "
                    + "production_area_id END AS production_area_id) FROM (" + sites + ")");
        }
        return onLand;
    }

    private void derive(@Nullable Changes changes, IntConsumer making) {
        if (staged.files(SPECIES).isEmpty()) {
            staged.write(instance, SPECIES, null, ShippedReference.species());
        }
        Changes known = canKeep() ? changes : null;
        List<Consumer<Derivation>> work = new ArrayList<>();
        for (int year : staged.years(STOCK_DAY)) {
            if (known == null || !staged.baseYears(STOCK_DAY).contains(year)) {
                work.add(derivation -> {
                    making.accept(year);
                    derivation.make(year, this::write);
                });
            } else {
                update(year, known, making, work);
            }
        }
        // opening a derivation takes a tenth of a small ingest
        if (!work.isEmpty()) {
            try (Derivation derivation = Derivation.open(instance, this::rows)) {
                work.forEach(part -> part.accept(derivation));
            }
        }
    }

    private void update(int year, Changes changes, IntConsumer making, List<Consumer<Derivation>> work) {
        DateRange days = changes.days().get(year);
        boolean treatments = changes.treatments().contains(year);
        if (days != null) {
            work.add(derivation -> {
                making.accept(year);
                derivation.make(year, days, this::before, this::write);
            });
        } else {
            if (treatments) {
                work.add(derivation -> derivation.makeTouches(year, this::write));
            }
            DerivedTables.all().stream().filter(table -> !(treatments && table.equals(DerivedTables.TREATMENT_TOUCH)))
                    .forEach(table -> staged.reuse(table, year));
        }
    }

    private String rows(TableContract table, @Nullable Integer year) {
        return year == null ? staged.rows(table) : staged.rows(table, year);
    }

    private String before(TableContract table, @Nullable Integer year) {
        return staged.base().orElseThrow().rows(table, year);
    }

    private void write(DuckSession session, TableContract table, int year, String select) {
        staged.write(session, table, year, select);
    }

    private boolean canKeep() {
        return staged.base().filter(base -> base.manifest().isDerived()).filter(base -> !countsOthers(base))
                .isPresent();
    }

    // includes codes that only one list has: their stock may be older than the list
    private boolean countsOthers(Snapshot base) {
        String now = counted(staged.rows(SPECIES));
        String before = counted(base.rows(SPECIES));
        return !staged.isReused(SPECIES) && instance.first("SELECT 1 FROM ((" + now + " EXCEPT " + before
                + ") UNION ALL (" + before + " EXCEPT " + now + ")) LIMIT 1", found -> true).isPresent();
    }

    private static String counted(String rows) {
        return "SELECT code FROM (" + rows + ") WHERE is_counted";
    }
}
