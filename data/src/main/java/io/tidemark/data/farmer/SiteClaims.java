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
 * The companies named for a site, and the companies with stock there.
 *
 * @param siteId    the authority's site number
 * @param siteName  its name; null when the register does not have it
 * @param namedBy   source of {@code farmers}: {@code list} is site_farmers, {@code register} the owners; {@code stock}:
 *                  no company is named, so the first one with stock there; {@code unconfirmed}: that one too, but the
 *                  register has owners, who are no companies of the farmers list
 * @param farmers   the companies that deliver it
 * @param withStock the companies with stock there in the snapshot
 */
public record SiteClaims(String siteId, @Nullable String siteName, String namedBy, List<String> farmers,
        List<String> withStock) {

    private static final SqlFile SQL = SqlFile.of("derive/claims.sql");

    /** Copies the lists. */
    public SiteClaims {
        farmers = List.copyOf(farmers);
        withStock = List.copyOf(withStock);
    }

    /** Companies with stock at a site that is not theirs: their rows stay in the lake, new rows are rejected. */
    public List<String> others() {
        return withStock.stream().filter(farmer -> !farmers.contains(farmer)).toList();
    }

    /** All sites of a snapshot with named companies or with stock, by number. */
    public static List<SiteClaims> of(DuckSession session, Snapshot snapshot) {
        return sql(table -> snapshot.rows(table, null))
                .list(session, row -> new SiteClaims(row.getString(1), row.getString(2), row.getString(3),
                texts((Object[]) row.getArray(4).getArray()), texts((Object[]) row.getArray(5).getArray())));
    }

    private static List<String> texts(Object[] values) {
        return List.of(values).stream().map(String::valueOf).toList();
    }

    /**
     * SQL for the companies of each site.
     * @param rows SQL for the rows of a table
     */
    public static SqlStatement sql(Function<TableContract, String> rows) {
        SqlStatement stocked = SQL.get("stocked").part("stock_day", rows.apply(LakeTables.STOCK_DAY));
        return SQL.get("claims").part("named", named(rows)).part("stocked", stocked)
                .part("first", first("SELECT * FROM stocked"))
                .part("site", rows.apply(LakeTables.SITE)).part("unconfirmed", unconfirmed(rows));
    }

    /** SQL for the sites with named companies, and these companies. */
    public static SqlStatement named(Function<TableContract, String> rows) {
        return SQL.get("named").part("site_farmer", rows.apply(LakeTables.SITE_FARMER))
                .part("site", rows.apply(LakeTables.SITE)).part("farmer", rows.apply(LakeTables.FARMER));
    }

    /**
     * SQL for the sites without a named company whose owners in the register are not in the farmers list.
     */
    public static SqlStatement unconfirmed(Function<TableContract, String> rows) {
        return SQL.get("unconfirmed").part("site", rows.apply(LakeTables.SITE)).part("named", named(rows));
    }

    /**
     * SQL for the company of each site without a named one.
     * @param stocked SQL for the companies with stock at each site and their first day there: site_id, farmer_id,
     *                first_date
     */
    public static SqlStatement first(String stocked) {
        return SQL.get("first").part("stocked", stocked);
    }

    /** SQL for the companies with stock at each site and their first day there, from rows of stock. */
    public static SqlStatement stocked(String stock) {
        return SQL.get("stocked").part("stock_day", stock);
    }

    /** The fields as JSON shows them. */
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
