package io.tidemark.server.promise;

import io.tidemark.data.duckdb.DuckSession;
import io.tidemark.data.duckdb.EngineSettings;
import io.tidemark.data.ledger.Ledger;
import io.tidemark.data.ledger.ReleasedTables;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.table.LedgerTables;
import io.tidemark.data.table.TableContract;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the ledger of a lake says of the members that means are of: attackers are told which they are, and hold the
 * means against them.
 */
final class MemberLedger {

    private final Map<YearMonth, Map<Member, Released>> months = new TreeMap<>();
    /** The member of each company at a site, by month. */
    private final Map<YearMonth, Map<Member, Member>> ofCompany = new HashMap<>();
    private final Map<Tenth, Set<Member>> tenths = new HashMap<>();
    private final Map<Tenth, Double> values = new HashMap<>();
    private final Map<Quarter, Set<Member>> quarters = new HashMap<>();

    /**
     * A member of a released month.
     *
     * @param area 0 for none
     * @param atom null for none
     */
    record Released(Member member, int area, double mortality, double loss, @Nullable Integer atom) {}

    /** A tenth that is shown, by the names of legacy v2. */
    record Tenth(YearMonth month, String region, String measure, String horizon, String side) {}

    /** A quarter, or several that are joined. */
    record Quarter(YearMonth month, String platformArea, int number) {}

    /** A row of a table. */
    private interface Row {
        void read(ResultSet row) throws SQLException;
    }

    private MemberLedger() {}

    /** Reads that of a lake's present snapshot. */
    static MemberLedger of(Path lake) {
        MemberLedger ledger = new MemberLedger();
        ReleasedTables tables = Ledger.of(Lake.at(lake).current().orElseThrow());
        try (DuckSession session = DuckSession.open(new EngineSettings(1, 256,
                lake.resolveSibling("spill-of-the-judge")))) {
            rows(session, tables, LedgerTables.SITE_MONTH, "month, site_id, main_farmer_id, farmer_id, "
                    + "coalesce(production_area_id, 0), mortality_rate, loss_rate, atom", row -> {
                Member member = new Member(row.getString(2), row.getString(3));
                int atom = row.getInt(8);
                Integer inAtom = row.wasNull() ? null : (Integer) atom;
                ledger.months.computeIfAbsent(month(row), _ -> new LinkedHashMap<>())
                        .put(member, new Released(member, row.getInt(5), row.getDouble(6),
                        row.getDouble(7), inAtom));
                ledger.ofCompany.computeIfAbsent(month(row), _ -> new HashMap<>())
                        .put(new Member(row.getString(2), row.getString(4)), member);
            });
            rows(session, tables, LedgerTables.TENTH, "month, site_id, farmer_id, production_region_name, measure, "
                    + "horizon, side, value, is_shown", row -> {
                Tenth tenth = new Tenth(month(row), row.getString(4), row.getString(5), row.getString(6),
                        row.getString(7));
                if (row.getBoolean(9)) {
                    ledger.tenths.computeIfAbsent(tenth, _ -> new HashSet<>())
                            .add(ledger.member(tenth.month, row.getString(2), row.getString(3)));
                    ledger.values.put(tenth, row.getDouble(8));
                }
            });
            rows(session, tables, LedgerTables.SITE_QUARTER, "month, site_id, farmer_id, platform_area_id, quarter",
                    row ->
                    ledger.quarters.computeIfAbsent(new Quarter(month(row), row.getString(4), row.getInt(5)),
                            _ -> new HashSet<>())
                            .add(ledger.member(month(row), row.getString(2), row.getString(3))));
        }
        return ledger;
    }

    private static void rows(DuckSession session, ReleasedTables tables, TableContract table, String columns,
            Row reader) {
        session.each("SELECT " + columns + " FROM (" + tables.rows(table, null) + ") ORDER BY ALL", reader::read);
    }

    private static YearMonth month(ResultSet row) throws SQLException {
        return YearMonth.from(row.getObject(1, LocalDate.class));
    }

    /** The member that a company's fish at a site are of. */
    private Member member(YearMonth month, String site, String company) {
        Member member = ofCompany.getOrDefault(month, Map.of()).get(new Member(site, company));
        if (member == null) {
            throw new AssertionError(company + " at " + site + " is in no member of " + month);
        }
        return member;
    }

    /** The companies whose fish are of a member. */
    Set<String> companies(YearMonth month, Member member) {
        return ofCompany.getOrDefault(month, Map.of()).entrySet().stream()
                .filter(each -> each.getValue().equals(member)).map(each -> each.getKey().company())
                .collect(Collectors.toSet());
    }

    Set<YearMonth> months() {
        return months.keySet();
    }

    Collection<Released> in(YearMonth month) {
        return months.getOrDefault(month, Map.of()).values();
    }

    Released of(YearMonth month, Member member) {
        return Objects.requireNonNull(months.getOrDefault(month, Map.of()).get(member), () -> member + " in " + month);
    }

    /** The members of the site atoms that lie wholly in some production areas. */
    Set<Member> averaged(YearMonth month, IntPredicate areas) {
        Set<Integer> outside = in(month).stream().filter(each -> !areas.test(each.area)).map(Released::atom)
                .filter(Objects::nonNull).collect(Collectors.toSet());
        return in(month).stream().filter(each -> each.atom != null && !outside.contains(each.atom))
                .map(Released::member).collect(Collectors.toSet());
    }

    /** The chosen of a tenth; empty if it is not shown. */
    Set<Member> chosen(Tenth tenth) {
        return tenths.getOrDefault(tenth, Set.of());
    }

    double value(Tenth tenth) {
        return values.getOrDefault(tenth, Double.NaN);
    }

    /** The members of a quarter; empty if it is not shown. */
    Set<Member> ranked(Quarter quarter) {
        return quarters.getOrDefault(quarter, Set.of());
    }

    /** The mean of the members' risks over a horizon, from their rates of its months. */
    double meanRisk(Set<Member> members, Member.Horizon horizon) {
        return members.stream().mapToDouble(member -> {
            double rates = 0;
            for (int back = 0; back < horizon.months(); back++) {
                rates += of(horizon.last().minusMonths(back), member).mortality;
            }
            return -Math.expm1(-rates);
        }).average().orElse(Double.NaN);
    }
}
