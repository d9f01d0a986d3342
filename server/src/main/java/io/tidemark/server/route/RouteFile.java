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

/** Turns the text of a file under {@code sql/} into a route's contract, or says what is wrong with it and where. */
final class RouteFile {

    private RouteFile() {}

    /**
     * Reads a file.
     *
     * @param file     path under {@code sql/}, such as {@code v3/common/site.sql}
     * @param text     its content
     * @param families the families by name
     */
    static RouteContract parse(String file, String text, Map<String, Family> families) {
        int open = text.indexOf("/*");
        int close = text.indexOf("*/");
        if (open < 0 || close < open || !text.substring(0, open).isBlank()) {
            throw new RouteFileException(file, 1, "the file must begin with its contract, a comment of YAML: /* ... */");
        }
        int lineBefore = lines(text.substring(0, open + 2));
        RouteHeader header = HeaderYaml.header(file, lineBefore, text.substring(open + 2, close));
        Family family = families.get(header.family());
        if (family == null) {
            throw new RouteFileException(file, lineOf(text, "family:"),
                    "no family " + header.family() + "; there are " + String.join(", ", families.keySet()));
        }
        SequencedMap<String, ParameterContract> parameters = parameters(header, family);
        List<FieldContract> fields = new ArrayList<>();
        List<Integer> fieldLines = new ArrayList<>();
        header.fields().forEach((name, field) -> {
            fields.add(field.contract(name));
            fieldLines.add(lineOf(text, "  " + name + ":"));
        });
        NamedSql sql = NamedSql.of(text.substring(close + 2), lines(text.substring(0, close + 2)) + 1);
        String path = "/" + file.substring(0, file.length() - ".sql".length());
        RouteContract contract = new RouteContract(path, file, header.summary(), family,
                header.period() == null ? WindowPeriod.DAY : header.period(), header.access() != null, header.internal(),
                header.single(), parameters, fields, sql, fieldLines);
        List<Fault> faults = faults(contract, text);
        if (!faults.isEmpty()) {
            throw new RouteFileException(faults);
        }
        return contract;
    }

    private static SequencedMap<String, ParameterContract> parameters(RouteHeader header, Family family) {
        SequencedMap<String, ParameterContract> parameters = new LinkedHashMap<>(family.parameters());
        parameters.putAll(header.parameters());
        return parameters;
    }

    private static List<Fault> faults(RouteContract contract, String text) {
        List<Fault> faults = new ArrayList<>();
        SequencedSet<String> used = contract.sql().names();
        Set<String> declared = new LinkedHashSet<>(AmbientValue.sqlNames());
        contract.parameters().forEach((name, parameter) -> {
            List<String> sqlNames = parameter.type().sqlNames(name);
            declared.addAll(sqlNames);
            if (sqlNames.stream().noneMatch(used::contains)) {
                faults.add(new Fault(contract.file(), lineOf(text, "  " + name + ":"), "parameter " + name
                        + " is declared and not used; the SQL knows it as :" + String.join(", :", sqlNames)));
            }
        });
        for (String name : used) {
            if (!declared.contains(name)) {
                faults.add(new Fault(contract.file(), contract.sql().lineOf(name), "parameter :" + name + " is not declared"));
            }
        }
        for (String name : contract.pathParameters()) {
            ParameterContract parameter = contract.parameters().get(name);
            if (parameter == null || !parameter.inPath()) {
                faults.add(new Fault(contract.file(), 1, "{" + name + "} of the path is not declared with in: path"));
            }
        }
        return faults;
    }

    private static int lines(String text) {
        return (int) text.chars().filter(c -> c == '\n').count();
    }

    private static int lineOf(String text, String start) {
        int line = 1;
        for (String each : text.split("\n", -1)) {
            if (each.startsWith(start)) {
                return line;
            }
            line++;
        }
        return 1;
    }
}
