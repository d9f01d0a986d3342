package io.tidemark.data.release;

import io.tidemark.data.derive.DateRange;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.ledger.LedgerDraft;
import io.tidemark.data.ledger.ReleasedTables;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.LedgerTables;
import io.tidemark.data.table.TableContract;
import java.time.LocalDate;
import java.util.List;
import java.util.function.Consumer;

/** Each company's fish at the end of a month, for inventory, whose rows are judged when they are asked for. */
final class MonthStockRelease implements ReleasedTable {

    private static final SqlFile SQL = SqlFile.of("derive/release/feed.sql");

    @Override
    public TableContract contract() {
        return LedgerTables.MONTH_STOCK;
    }

    @Override
    public ReleasePeriod period() {
        return ReleasePeriod.MONTH;
    }

    @Override
    public boolean isChosenOnce() {
        return false;
    }

    @Override
    public boolean isMadeOfReleased() {
        return false;
    }

    @Override
    public boolean make(ReleaseWork work, ReleasedTables released, DateRange days) {
        work.make("month_stock", SQL.get("month_stock").part("stock_day", work.snapshot().rows(LakeTables.STOCK_DAY, days.first().getYear()))
                .with("first_end", days.first()).with("last_day", days.last()));
        return work.session().hasRows("month_stock");
    }

    @Override
    public String made() {
        return "month_stock";
    }

    @Override
    public boolean isUnsafe(ReleaseWork work, ReleasedTables released, int year) {
        return false;
    }

    @Override
    public void merge(ReleaseWork work, LedgerDraft draft, int year) {
        // nothing: its rows are judged when they are asked for
    }

    @Override
    public void erase(ReleaseWork work, LedgerDraft draft, Erased erased, int year) {
        if (erased.isIn(work, contract(), draft, year)) {
            work.make("rows_left", erased.rows(contract(), draft, year).others());
            draft.replace(work.session(), contract(), year, "SELECT * FROM rows_left");
        }
    }

    @Override
    public void restate(ReleaseWork work, LedgerDraft draft, LocalDate firstPiece) {
        ReleasedTable.cut(work, draft, contract(), period().start(firstPiece));
    }

    @Override
    public void check(ReleaseWork work, ReleasedTables released, int year, Consumer<String> fault) {
        // nothing: a row says nothing of another
    }

    @Override
    public boolean isMadeAgain() {
        return false;
    }

    @Override
    public List<String> audits() {
        return List.of();
    }
}
