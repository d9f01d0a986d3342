package io.tidemark.server.route;

import io.tidemark.server.route.contract.Confidentiality;
import io.tidemark.server.route.contract.Confidentiality.Figure;
import io.tidemark.server.route.contract.RouteContract;
import io.tidemark.server.sql.LineTemplate;
import io.tidemark.server.sql.RouteFileException.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Checks that a file with benchmarks says of each field what it shows, once. */
final class FigureNames {

    private FigureNames() {}

    /** The faults of a file. */
    static List<Fault> faults(RouteContract route, RouteFile written) {
        List<Fault> faults = new ArrayList<>();
        Confidentiality confidentiality = route.confidentiality();
        Confidentiality header = written.header().confidentiality();
        if (header == null || !confidentiality.benchmarks()) {
            return faults;
        }
        LineTemplate template = written.header().template();
        written.header().fields().keySet().forEach(key -> template.forms(key).keySet().forEach(field -> {
            Set<Figure> said = confidentiality.figures(field);
            if (said.size() != 1) {
                String names = said.stream().map(Figure::wireName).collect(Collectors.joining(" and "));
                faults.add(written.lineOfEntry(key).fault("field " + field
                        + (said.isEmpty() ? " has no kind: say" : " has the kinds " + names + ": say once")
                        + " under confidentiality whether it is a sum, made_once, own, public or calendar"));
            }
        }));
        header.figures().values().stream().flatMap(List::stream)
                .filter(name -> template.forms(name).keySet().stream().noneMatch(form ->
                        route.fields().stream().anyMatch(field -> Confidentiality.matches(form, field.name()))))
                .forEach(name -> faults.add(written.lineOf("confidentiality:")
                        .fault("confidentiality names " + name + ", which is no field")));
        return faults;
    }
}
