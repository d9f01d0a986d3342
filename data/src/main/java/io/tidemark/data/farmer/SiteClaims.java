package io.tidemark.data.farmer;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.SqlFile;
import io.tidemark.data.duckdb.SqlStatement;
import io.tidemark.data.snapshot.Snapshot;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.TableContract;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Whose a site is, and who has stock there.
 *
 * @param siteId    the authority's site number
 * @param siteName  its name; null when the register does not have it
 * @param namedBy   {@code list}: by site_farmers; {@code register}: as owners; {@code stock}: nobody is named, it is the first company's with stock
 * @param farmers   the companies that deliver it
 * @param withStock the companies that the snapshot has stock of
 */
public record SiteClaims(String siteId, @Nullable String siteName, String namedBy, List<String> farmers, List<String> withStock) {

    private static final SqlFile SQL = SqlFile.of("derive/claims.sql");

    /** Copies the lists. */
    public SiteClaims {
        farmers = List.copyOf(farmers);
        withStock = List.copyOf(withStock);
    }

    /** Companies with stock that the site is not of: their rows stay in the lake, new ones are rejected. */
    public List<String> others() {
        return withStock.stream().filter(farmer -> !farmers.contains(farmer)).toList();
    }

    /** All sites of a snapshot that companies are named for, or have stock at; by number. */
    public static List<SiteClaims> of(DuckSession session, Snapshot snapshot) {
        return sql(table -> snapshot.rows(table, null)).list(session, row -> new SiteClaims(row.getString(1), row.getString(2), row.getString(3),
                texts((Object[]) row.getArray(4).getArray()), texts((Object[]) row.getArray(5).getArray())));
    }

    private static List<String> texts(Object[] values) {
        return List.of(values).stream().map(String::valueOf).toList();
    }

    /**
     * SQL: whose each site is.
     * @param rows SQL with the rows of a table
     */
    public static SqlStatement sql(Function<TableContract, String> rows) {
        SqlStatement stocked = SQL.get("stocked").part("stock_day", rows.apply(LakeTables.STOCK_DAY));
        return SQL.get("claims").part("named", named(rows)).part("stocked", stocked).part("first", first("SELECT * FROM stocked"))
                .part("site", rows.apply(LakeTables.SITE));
    }

    /** SQL: the sites that companies are named for, with these. */
    public static SqlStatement named(Function<TableContract, String> rows) {
        return SQL.get("named").part("site_farmer", rows.apply(LakeTables.SITE_FARMER)).part("site", rows.apply(LakeTables.SITE))
                .part("farmer", rows.apply(LakeTables.FARMER));
    }

    /**
     * SQL: the company of each site that nobody is named for.
     * @param stocked SQL with the companies that have stock at a site, and since when: site_id, farmer_id, first_date
     */
    public static SqlStatement first(String stocked) {
        return SQL.get("first").part("stocked", stocked);
    }

    /** SQL: the companies with stock at a site, and since when, of rows of stock. */
    public static SqlStatement stocked(String stock) {
        return SQL.get("stocked").part("stock_day", stock);
    }

    /** Its fields as JSON shows them. */
    public Map<String, @Nullable Object> fields() {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("site_id", siteId);
        fields.put("site_name", siteName);
        fields.put("named_by", namedBy);
        fields.put("farmers", farmers);
        fields.put("with_stock", withStock);
        fields.put("others", others());
        return fields;
    }
}
