package io.tidemark.data.farmer;

import io.tidemark.data.derive.DateRange;
import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.duckdb.SqlStatement;
import io.tidemark.data.table.TableContract;
import java.sql.Date;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a company in a table of the lake or of its ledger: its delivered rows, and treatments that its fish were
 * part of.
 *
 * @param table  the table
 * @param rows   SQL for the table's rows, or for one year of them
 * @param farmer the company's id
 */
public record FarmerRows(TableContract table, String rows, String farmer) {

    private static final SqlFile SQL = SqlFile.of("derive/farmer_rows.sql");
    private static final String FARMER = "farmer_id";
    private static final String OWNER = "owner_id";

    /** Whether a table can have rows of a company. */
    public static boolean areIn(TableContract table) {
        return has(table, FARMER) || has(table, OWNER);
    }

    private static boolean has(TableContract table, String column) {
        return table.columns().stream().anyMatch(one -> one.name().equals(column));
    }

    private SqlStatement condition() {
        String name = !has(table, OWNER) ? "of_farmer" : has(table, FARMER) ? "of_farmer_or_owner" : "of_owner";
        return SQL.get(name).with("farmer", farmer);
    }

    private SqlStatement statement(String name) {
        return SQL.get(name).part("rows", rows).part("its", condition());
    }

    /** The number of the company's rows; 0 in a table that can have none. */
    public long count(DuckSession session) {
        return areIn(table) ? statement("count").number(session) : 0;
    }

    /** SQL for the rows of all other companies. */
    public SqlStatement others() {
        return statement("others");
    }

    /** The first and last date of the company's rows, for a table partitioned by year; empty without rows. */
    public Optional<DateRange> days(DuckSession session) {
        return statement("days").part("date", Objects.requireNonNull(table.yearPartition()))
                .first(session, row -> range(row.getDate(1), row.getDate(2))).flatMap(days -> days);
    }

    private static Optional<DateRange> range(@Nullable Date first, @Nullable Date last) {
        return first == null || last == null ? Optional.empty()
                : Optional.of(new DateRange(first.toLocalDate(), last.toLocalDate()));
    }
}
