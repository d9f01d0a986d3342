package io.tidemark.server.route;

import io.tidemark.server.route.contract.Filters;
import io.tidemark.server.route.contract.Paging;
import io.tidemark.server.route.contract.ParameterContract;
import io.tidemark.server.route.contract.ParameterType;
import io.tidemark.server.route.contract.RouteContract;
import io.tidemark.server.sql.RouteFileException.Fault;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a file that shares another's query. It may leave out the page and open filters, and may have a
 * parameter in place of a constant that the other file sets.
 *
 * @param byName    its parameters
 * @param constants its constants
 * @param given     names in SQL that its own parameters give
 * @param paging    its paging
 * @param faults    what does not fit the query
 */
record SharedParameters(SequencedMap<String, ParameterContract> byName, Map<String, Object> constants,
        Set<String> given, Paging paging, List<Fault> faults) {

    /** The values of a page that is left out: all rows. */
    private static final Map<String, Object> WHOLE_LIST = Map.of("offset", 0, "row_limit", Integer.MAX_VALUE);

    /** Those of a file. */
    static SharedParameters of(RouteFile written, RouteContract base) {
        RouteHeader header = written.header();
        SequencedMap<String, ParameterContract> byName = new LinkedHashMap<>(base.parameters());
        Map<String, Object> constants = new TreeMap<>(header.set());
        Set<String> given = new TreeSet<>();
        List<Fault> faults = new ArrayList<>();
        for (String name : header.withoutParameters()) {
            ParameterContract left = byName.remove(name);
            if (left == null || !left.type().sqlNames(name).stream()
                    .allMatch(sql -> WHOLE_LIST.containsKey(sql) || Filters.OPEN.containsKey(sql))) {
                faults.add(written.lineOf("without_parameters:").fault(base.file() + " has no parameter " + name
                        + " that can be left out: the page, or a filter that is then open"));
            } else {
                left.type().sqlNames(name).stream().filter(WHOLE_LIST::containsKey)
                        .forEach(sql -> constants.put(sql, WHOLE_LIST.get(sql)));
            }
        }
        header.parameters().forEach((name, entry) -> {
            try {
                ParameterContract parameter = entry.over(base.parameters().get(name));
                ParameterContract before = base.parameters().get(name);
                if (before == null ? !stands(parameter.type(), base.query().constants().get(name))
                        : before.type() != parameter.type()) {
                    faults.add(written.lineOfEntry(name).fault("parameter " + name
                            + " stands for no constant of its type: " + base.file() + " sets none of that name"));
                } else if (header.set().containsKey(name)) {
                    faults.add(written.lineOf("set:").fault("set gives " + name + ", which is a parameter here"));
                }
                given.add(name);
                byName.put(name, parameter);
            } catch (IllegalArgumentException e) {
                faults.add(written.lineOfEntry(name).fault("parameter " + name + " " + e.getMessage()));
            }
        });
        boolean pages = base.paging() != Paging.PAGES || byName.keySet().containsAll(RouteCompiler.PAGE);
        return new SharedParameters(byName, constants, given, pages ? base.paging() : Paging.NONE, faults);
    }

    private static boolean stands(ParameterType type, @Nullable Object constant) {
        return switch (type) {
            case TEXT, CHOICE -> constant instanceof String;
            case INTEGER -> constant instanceof Integer;
            case BOOLEAN -> constant instanceof Boolean;
            default -> false;
        };
    }
}
