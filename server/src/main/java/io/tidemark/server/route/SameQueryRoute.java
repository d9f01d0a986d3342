package io.tidemark.server.route;

import io.tidemark.server.route.contract.FieldContract;
import io.tidemark.server.route.contract.RouteAccess;
import io.tidemark.server.route.contract.RouteContract;
import io.tidemark.server.sql.RouteFileException;
import io.tidemark.server.sql.RouteFileException.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/** Turns a file with {@code same_as} into a route's contract: another file's query with its own constants. */
final class SameQueryRoute {

    private SameQueryRoute() {}

    /**
     * Makes the contract.
     *
     * @param base the route whose query it shares
     */
    static RouteContract contract(RouteFile written, RouteContract base) {
        RouteHeader header = written.header();
        SharedParameters parameters = SharedParameters.of(written, base);
        List<FieldContract> fields = base.fields().stream().filter(f -> !header.without().contains(f.name())).toList();
        RouteContract contract = new RouteContract(written.path(), written.file(), header.summary(),
                header.isNot() == null ? base.isNot() : header.isNot(), base.family(),
                base.period(), base.window(), base.lookBack(), base.slice(), parameters.paging(),
                header.access() == RouteAccess.ALL ? base.access() : header.access(), base.confidentiality(),
                base.internal() || header.internal(), base.single() || header.single(), parameters.byName(), fields,
                base.query().with(parameters.constants(), parameters.given(), fields));
        List<Fault> faults = faults(written, base);
        faults.addAll(parameters.faults());
        faults.addAll(RouteCompiler.pathFaults(contract));
        if (fields.isEmpty()) {
            faults.add(written.lineOf("without:").fault("without leaves no field"));
        }
        if (!faults.isEmpty()) {
            throw new RouteFileException(faults);
        }
        return contract;
    }

    private static List<Fault> faults(RouteFile written, RouteContract base) {
        List<Fault> faults = new ArrayList<>();
        if (!written.sql().lines().isEmpty()) {
            faults.add(written.lineOf("same_as:").fault("a file with same_as has no SQL of its own"));
        }
        SortedMap<String, Object> constants = base.query().constants();
        written.header().set().forEach((name, value) -> {
            Object original = constants.get(name);
            if (original == null) {
                faults.add(written.lineOf("set:").fault(base.file() + " sets no " + name
                        + (constants.isEmpty() ? "; it sets nothing" : "; it sets "
                        + String.join(", ", constants.keySet()))));
            } else if (!original.getClass().equals(value.getClass())) {
                faults.add(written.lineOf("set:").fault(name + " is " + value + "; " + base.file()
                        + " sets it to " + original + ", which is of another type"));
            }
        });
        RouteAccess access = written.header().access();
        if (access != RouteAccess.ALL && access != base.access() && base.access() != RouteAccess.ALL) {
            faults.add(written.lineOf("access:").fault(base.file() + " has access: " + base.access().wireName()
                    + ", which a file that shares its query cannot change"));
        }
        for (String name : written.header().without()) {
            if (base.columnOf(name) < 0) {
                faults.add(written.lineOf("without:").fault(base.file() + " has no field " + name));
            }
        }
        return faults;
    }
}
