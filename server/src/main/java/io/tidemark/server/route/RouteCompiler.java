package io.tidemark.server.route;

import io.tidemark.server.route.contract.AllWeights;
import io.tidemark.server.route.contract.AmbientValue;
import io.tidemark.server.route.contract.ColumnContract;
import io.tidemark.server.route.contract.CommonParameters;
import io.tidemark.server.route.contract.Confidentiality;
import io.tidemark.server.route.contract.Family;
import io.tidemark.server.route.contract.FieldContract;
import io.tidemark.server.route.contract.FieldType;
import io.tidemark.server.route.contract.Filters;
import io.tidemark.server.route.contract.LookBack;
import io.tidemark.server.route.contract.Paging;
import io.tidemark.server.route.contract.ParameterContract;
import io.tidemark.server.route.contract.ParameterType;
import io.tidemark.server.route.contract.RouteAccess;
import io.tidemark.server.route.contract.RouteContract;
import io.tidemark.server.route.contract.RouteQuery;
import io.tidemark.server.route.contract.RowPeriod;
import io.tidemark.server.sql.CellTables;
import io.tidemark.server.sql.FarmersData;
import io.tidemark.server.sql.LineTemplate;
import io.tidemark.server.sql.NamedSql;
import io.tidemark.server.sql.PieceUse;
import io.tidemark.server.sql.RouteFileException;
import io.tidemark.server.sql.RouteFileException.Fault;
import io.tidemark.server.sql.SharedPieces;
import io.tidemark.server.sql.SqlLine;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Turns a file with its own query into a route's contract, or reports its faults with their lines.
 *
 * @param families the families by name
 * @param declared the shared declarations of parameters
 * @param pieces   the shared pieces
 * @param farmers  the tables with farmers' rows
 * @param defaults what fields show by their names alone
 */
record RouteCompiler(Map<String, Family> families, Map<String, ParameterContract> declared, SharedPieces pieces,
        FarmersData farmers, Confidentiality defaults) {

    static final Set<String> PAGE = Set.of("offset", "limit");
    /** How a file of an operator's own may keep rows of farmers confidential from callers who are no admins. */
    private static final Set<Confidentiality.Kind> CHECKED =
            Set.of(Confidentiality.Kind.BENCHMARK, Confidentiality.Kind.OWN);

    /** Makes the contract of a file. */
    RouteContract contract(RouteFile written) {
        RouteHeader header = written.header();
        String familyName = String.valueOf(header.family());
        Family family = families.get(familyName);
        if (family == null) {
            throw fault(written, "family:", "no family " + familyName + "; there are "
                    + String.join(", ", families.keySet()));
        }
        SequencedMap<String, ParameterContract> parameters = parameters(written, family);
        List<SqlLine> lines = lines(written, CellTables.BY_WEIGHT);
        LineTemplate template = header.template();
        List<FieldContract> fields = header.fields().entrySet().stream()
                .flatMap(f -> f.getValue().contracts(f.getKey(), template).stream()).toList();
        RouteQuery query = new RouteQuery(written.file(), NamedSql.of(lines), allWeights(written, lines),
                columns(written, template), new TreeMap<>(header.set()));
        Confidentiality confidentiality = Objects.requireNonNullElse(header.confidentiality(), Confidentiality.NONE)
                .with(template, defaults);
        RouteContract contract = new RouteContract(written.path(), written.file(), header.summary(), header.isNot(),
                family, header.period() == null ? RowPeriod.DAYS : header.period(), header.window(),
                header.lookBack() == null ? LookBack.NONE : header.lookBack(), header.slice(),
                paging(header, parameters),
                confidentiality.kind() == Confidentiality.Kind.ADMIN ? RouteAccess.ADMIN : header.access(),
                confidentiality, header.internal(), header.single(), parameters, fields, query);
        List<Fault> faults = faults(contract, written);
        faults.addAll(openness(contract, written, lines));
        faults.addAll(FigureNames.faults(contract, written));
        if (!faults.isEmpty()) {
            throw new RouteFileException(faults);
        }
        return contract;
    }

    /** The faults of the figures that these routes show. */
    List<Fault> figureFaults(Collection<RouteContract> routes) {
        return FigureRules.faults(routes, farmers);
    }

    private static RouteFileException fault(RouteFile written, String key, String message) {
        return new RouteFileException(List.of(written.lineOf(key).fault(message)));
    }

    private List<SqlLine> lines(RouteFile written, CellTables cells) {
        RouteHeader header = written.header();
        List<SqlLine> lines = header.conditions()
                .fill(pieces.fill(written.sql().lines(), header.template(), header.with(), header.defaults(),
                cells, written.lineOf("with:")));
        if (lines.isEmpty()) {
            throw new RouteFileException(written.file(), 1, "the file has no SQL");
        }
        return lines;
    }

    // null if rows depend on weights, or if the file uses no piece that reads cells
    private @Nullable AllWeights allWeights(RouteFile written, List<SqlLine> byWeight) {
        if (SharedPieces.readWeights(written.header().with(), written.header().defaults())
                || written.header().conditions().mention("weight_class")) {
            return null;
        }
        List<SqlLine> lines = lines(written, CellTables.ALL_WEIGHTS);
        return lines.equals(byWeight) ? null : AllWeights.of(NamedSql.of(lines));
    }

    private SequencedMap<String, ParameterContract> parameters(RouteFile written, Family family) {
        SequencedMap<String, ParameterContract> parameters = new LinkedHashMap<>(family.parameters());
        for (String name : written.header().withoutParameters()) {
            if (parameters.remove(name) == null) {
                throw fault(written, "without_parameters:", "the family has no parameter " + name + "; it has "
                        + String.join(", ", family.parameters().keySet()));
            }
        }
        for (String name : written.header().takes()) {
            ParameterContract offered = family.offers().get(name);
            if (offered == null) {
                throw fault(written, "takes:", "the family offers no parameter " + name + "; it offers "
                        + String.join(", ", family.offers().keySet()));
            }
            parameters.put(name, offered);
        }
        written.header().parameters().forEach((name, entry) ->
                parameters.put(name, parameter(written, family, name, entry)));
        return parameters;
    }

    // what an entry without a type leaves out is as in the family, or as in the shared declaration
    private ParameterContract parameter(RouteFile written, Family family, String name, ParameterEntry entry) {
        ParameterContract offered = family.offers().getOrDefault(name, declared.get(name));
        try {
            return entry.over(family.parameters().getOrDefault(name, offered));
        } catch (IllegalArgumentException e) {
            throw new RouteFileException(List.of(written.lineOfEntry(name)
                    .fault("parameter " + name + " " + e.getMessage())));
        }
    }

    private static List<ColumnContract> columns(RouteFile written, LineTemplate template) {
        List<ColumnContract> columns = new ArrayList<>();
        written.header().fields().forEach((key, field) -> {
            for (FieldContract contract : field.contracts(key, template)) {
                int line = written.lineOfEntry(key).line();
                if (contract.type() != FieldType.OBJECT) {
                    columns.add(new ColumnContract(contract.name(), "field " + contract.name(), contract, line, true));
                }
                for (FieldContract inner : contract.keys()) {
                    columns.add(new ColumnContract(contract.columnOf(inner), "key " + inner.name() + " of "
                            + contract.name(), inner, written.lineOfKey(key, inner.name()).line(), true));
                }
            }
        });
        return columns;
    }

    private static Paging paging(RouteHeader header, SequencedMap<String, ParameterContract> parameters) {
        if (header.paging() != null) {
            return header.paging();
        }
        return parameters.keySet().containsAll(PAGE) ? Paging.PAGES : Paging.NONE;
    }

    private static List<Fault> faults(RouteContract contract, RouteFile written) {
        List<Fault> faults = new ArrayList<>();
        // each parameter is used, and has a name of its own
        SequencedSet<String> used = contract.sql().names();
        Set<String> declared = new LinkedHashSet<>(AmbientValue.sqlNames());
        contract.parameters().forEach((name, parameter) -> {
            List<String> sqlNames = parameter.type().sqlNames(name);
            declared.addAll(sqlNames);
            if (CommonParameters.PARAMETERS.contains(name)) {
                faults.add(written.lineOfEntry(name).fault("parameter " + name
                        + " is one that every route has; choose another name"));
            }
            // such a name would replace the server's own value for the caller or the rule
            sqlNames.stream().filter(AmbientValue.sqlNames()::contains)
                    .forEach(ambient -> faults.add(written.lineOfEntry(name)
                    .fault("parameter " + name + " has the name of a value that every file has, :" + ambient
                    + "; choose another name")));
            boolean withoutEffect = contract.paging() == Paging.SINGLE && PAGE.contains(name);
            if (!withoutEffect && sqlNames.stream().noneMatch(used::contains)) {
                faults.add(written.lineOfEntry(name).fault("parameter " + name
                        + " is declared and not used; the SQL knows it as :" + String.join(", :", sqlNames)));
            }
        });
        // so is each constant
        for (String name : contract.query().constants().keySet()) {
            if (!declared.add(name)) {
                faults.add(written.lineOf("set:").fault("set gives " + name
                        + ", which is a parameter or a value that every file has"));
            } else if (!used.contains(name)) {
                faults.add(written.lineOf("set:").fault("set gives " + name + ", which is not used"));
            }
        }
        // every name in the SQL is declared, by the header or by what it asks for
        if (contract.window() != null) {
            declared.addAll(NamedConditions.WINDOW);
        }
        if (!written.header().with().isEmpty()) {
            declared.addAll(Filters.OPEN.keySet());
        }
        // the promises about periods, slices and path
        add(faults, written.lineOf("period:"), contract.period().fault(contract.parameters()));
        add(faults, written.lineOf("look_back:"), contract.lookBack().fault(contract.parameters()));
        faults.addAll(SliceRules.faults(contract, written.lineOf("slice:")));
        NamedConditions conditions = new NamedConditions(written);
        faults.addAll(conditions.faults(declared));
        for (String name : used) {
            if (!declared.contains(name) && !conditions.uses(name)) {
                faults.add(contract.sql().lineOf(name).fault("parameter :" + name + " is not declared"));
            }
        }
        faults.addAll(pathFaults(contract));
        envelopeNeeds(contract).forEach(need -> faults.add(written.lineOf("family:").fault(need)));
        return faults;
    }

    private static void add(List<Fault> faults, SqlLine line, @Nullable String message) {
        if (message != null) {
            faults.add(line.fault(message));
        }
    }

    /** The faults of the file's confidentiality. */
    private List<Fault> openness(RouteContract contract, RouteFile written, List<SqlLine> lines) {
        List<Fault> faults = new ArrayList<>();
        SqlLine said = written.lineOf("confidentiality:");
        OwnRouteRules own = new OwnRouteRules(written, farmers, lines);
        if (!written.ours() && contract.confidentiality().kind() != Confidentiality.Kind.ADMIN) {
            faults.addAll(own.faults());
        }
        if (!written.ours() && CHECKED.contains(contract.confidentiality().kind())) {
            written.header().with().stream().map(PieceUse::name).filter(name -> !pieces.keepsBenchmarks(name))
                    .filter(name -> farmers.isReadBy(lines.stream()
                    .filter(line -> line.file().equals("shared/" + name + ".sql")).toList()))
                    .forEach(name -> faults.add(written.lineOf("with:").fault("the shared piece " + name
                            + " has rows of single sites and groups; it is for files that ship with Tidemark")));
        }
        switch (contract.confidentiality().kind()) {
            case NONE -> {
                if (farmers.isReadBy(lines) || (!written.ours() && own.readsFarmers())) {
                    faults.add(said.fault("the file reads rows of farmers and does not say how it keeps them "
                            + "confidential: confidentiality: benchmark (sums by a shared piece), "
                            + "own (the caller's rows) or admin"));
                }
            }
            case BENCHMARK -> {
                if (written.header().with().stream().noneMatch(use -> pieces.keepsBenchmarks(use.name()))) {
                    faults.add(said.fault("confidentiality: benchmark needs a shared piece that sums whole atoms in "
                            + "with, such as total or cause"));
                } else if (!written.ours()) {
                    if (own.readsFarmers()) {
                        faults.add(said.fault("with confidentiality: benchmark rows of farmers are read by shared "
                                + "pieces alone"));
                    }
                    faults.addAll(own.benchmarkFaults());
                }
            }
            case OWN -> {
                if (!contract.sql().names().contains("own_group") && !contract.sql().names().contains("own_farmer")) {
                    faults.add(said.fault("confidentiality: own needs :own_group or :own_farmer in the SQL"));
                } else if (!written.ours()) {
                    faults.addAll(own.ownFaults(contract.sql()));
                }
            }
            case RULE -> {
                if (!written.ours()) {
                    faults.add(said.fault("a rule of its own is for files that ship with Tidemark; there are "
                            + "benchmark, own and admin"));
                }
            }
            case ADMIN -> { }
        }
        return faults;
    }

    /** The faults of the path, whose variable parts must be parameters. */
    static List<Fault> pathFaults(RouteContract contract) {
        return contract.pathParameters().stream().filter(name -> {
            ParameterContract parameter = contract.parameters().get(name);
            return parameter == null || !parameter.inPath();
        }).map(name -> new Fault(contract.file(), 1, "{" + name + "} of the path is not declared with in: path"))
                .toList();
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
            case V3_SOURCED -> contract.fields().stream().filter(f -> f.name().equals("source")
                    || f.name().equals("source_date")).count() == 2 ? List.of()
                    : List.of("the family's envelope v3_sourced needs the fields source and source_date");
        };
    }
}
