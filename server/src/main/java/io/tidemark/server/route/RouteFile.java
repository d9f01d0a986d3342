package io.tidemark.server.route;

import io.tidemark.server.route.RouteFileException.Fault;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.Set;
import java.util.TreeMap;

/** Turns a file with a query of its own into a route's contract, or says what is wrong with it and where. */
final class RouteFile {

    private static final Set<String> PAGE = Set.of("offset", "limit");

    private RouteFile() {}

    /**
     * The contract.
     *
     * @param families the families by name
     */
    static RouteContract contract(WrittenRoute written, Map<String, Family> families) {
        RouteHeader header = written.header();
        String familyName = String.valueOf(header.family());
        Family family = families.get(familyName);
        if (family == null) {
            throw new RouteFileException(written.file(), written.lineOf("family:"),
                    "no family " + familyName + "; there are " + String.join(", ", families.keySet()));
        }
        SequencedMap<String, ParameterContract> parameters = parameters(written, family);
        List<FieldContract> fields = header.fields().entrySet().stream().map(f -> f.getValue().contract(f.getKey())).toList();
        RouteQuery query = new RouteQuery(written.file(), written.sql(), columns(written, fields), new TreeMap<>(header.set()));
        RouteContract contract = new RouteContract(written.path(), written.file(), header.summary(), family,
                header.period() == null ? RowPeriod.DAYS : header.period(), paging(header, parameters), header.access(),
                header.internal(), header.single(), parameters, fields, query);
        List<Fault> faults = faults(contract, written);
        if (!faults.isEmpty()) {
            throw new RouteFileException(faults);
        }
        return contract;
    }

    private static SequencedMap<String, ParameterContract> parameters(WrittenRoute written, Family family) {
        SequencedMap<String, ParameterContract> parameters = new LinkedHashMap<>(family.parameters());
        for (String name : written.header().takes()) {
            ParameterContract offered = family.offers().get(name);
            if (offered == null) {
                throw new RouteFileException(written.file(), written.lineOf("takes:"), "the family offers no parameter " + name
                        + "; it offers " + String.join(", ", family.offers().keySet()));
            }
            parameters.put(name, offered);
        }
        parameters.putAll(written.header().parameters());
        return parameters;
    }

    private static List<ColumnContract> columns(WrittenRoute written, List<FieldContract> fields) {
        List<ColumnContract> columns = new ArrayList<>();
        for (FieldContract field : fields) {
            if (field.type() != FieldType.OBJECT) {
                columns.add(new ColumnContract(field.name(), "field " + field.name(), field,
                        written.lineOfEntry(field.name()), true));
            }
            for (FieldContract key : field.keys()) {
                columns.add(new ColumnContract(field.columnOf(key), "key " + key.name() + " of " + field.name(), key,
                        written.lineOfKey(field.name(), key.name()), true));
            }
        }
        return columns;
    }

    /** The names of the columns that stand behind a field. */
    static List<String> columnNames(FieldContract field) {
        return field.type() == FieldType.OBJECT ? field.keys().stream().map(field::columnOf).toList() : List.of(field.name());
    }

    private static Paging paging(RouteHeader header, SequencedMap<String, ParameterContract> parameters) {
        if (header.paging() != null) {
            return header.paging();
        }
        return parameters.keySet().containsAll(PAGE) ? Paging.PAGES : Paging.NONE;
    }

    private static List<Fault> faults(RouteContract contract, WrittenRoute written) {
        List<Fault> faults = new ArrayList<>();
        SequencedSet<String> used = contract.sql().names();
        Set<String> declared = new LinkedHashSet<>(AmbientValue.sqlNames());
        contract.parameters().forEach((name, parameter) -> {
            List<String> sqlNames = parameter.type().sqlNames(name);
            declared.addAll(sqlNames);
            boolean withoutEffect = contract.paging() == Paging.SINGLE && PAGE.contains(name);
            if (!withoutEffect && sqlNames.stream().noneMatch(used::contains)) {
                faults.add(new Fault(contract.file(), written.lineOfEntry(name), "parameter " + name
                        + " is declared and not used; the SQL knows it as :" + String.join(", :", sqlNames)));
            }
        });
        String periodFault = contract.period().fault(contract.parameters());
        if (periodFault != null) {
            faults.add(new Fault(contract.file(), written.lineOf("period:"), periodFault));
        }
        for (String name : contract.query().constants().keySet()) {
            if (!declared.add(name)) {
                faults.add(new Fault(contract.file(), written.lineOf("set:"), "set gives " + name
                        + ", which is a parameter or a value that every file has"));
            } else if (!used.contains(name)) {
                faults.add(new Fault(contract.file(), written.lineOf("set:"), "set gives " + name + ", which is not used"));
            }
        }
        for (String name : used) {
            if (!declared.contains(name)) {
                faults.add(new Fault(contract.file(), contract.sql().lineOf(name), "parameter :" + name + " is not declared"));
            }
        }
        faults.addAll(pathFaults(contract));
        envelopeNeeds(contract).forEach(need -> faults.add(new Fault(contract.file(), written.lineOf("family:"), need)));
        return faults;
    }

    /** The path's variable parts must be parameters. */
    static List<Fault> pathFaults(RouteContract contract) {
        return contract.pathParameters().stream().filter(name -> {
            ParameterContract parameter = contract.parameters().get(name);
            return parameter == null || !parameter.inPath();
        }).map(name -> new Fault(contract.file(), 1, "{" + name + "} of the path is not declared with in: path")).toList();
    }

    private static List<String> envelopeNeeds(RouteContract contract) {
        ParameterContract excludeSelf = contract.parameters().get("exclude_self");
        boolean dated = contract.fields().stream()
                .anyMatch(f -> f.name().equals("last_modified") && f.type() == FieldType.DATETIME);
        return switch (contract.family().envelope()) {
            case V3_TRACED, V3_VERSIONED, V3_BARE, V2_TIMED, V2_META -> List.of();
            case V2_ECHOED -> excludeSelf != null && excludeSelf.type() == ParameterType.BOOLEAN ? List.of()
                    : List.of("the family's envelope v2_echoed needs a boolean parameter exclude_self");
            case V2_DATED -> dated ? List.of()
                    : List.of("the family's envelope v2_dated needs a field last_modified of type datetime");
        };
    }
}
