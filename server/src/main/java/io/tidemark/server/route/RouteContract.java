package io.tidemark.server.route;

import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A route: the contract in its file's header, and its SQL.
 *
 * @param path       URL path, such as {@code /v3/common/site/{site_id}}
 * @param file       the file's name, for messages
 * @param summary    one line
 * @param family     what it shares with its family
 * @param period     period of its rows
 * @param farmerOnly whether only farmers are admitted
 * @param internal   whether it is left out of the public description
 * @param single     whether {@code data} is one object; no row is then a 404
 * @param parameters all request parameters by name: the family's, with the file's own over them
 * @param fields     fields of a record, in order
 * @param sql        the query
 * @param fieldLines line of each field in the file, for messages
 */
public record RouteContract(String path, String file, String summary, Family family, WindowPeriod period, boolean farmerOnly,
        boolean internal, boolean single, SequencedMap<String, ParameterContract> parameters, List<FieldContract> fields,
        NamedSql sql, List<Integer> fieldLines) {

    private static final Pattern PLACEHOLDER = Pattern.compile("\\{([a-z_]+)\\}");

    /** Copies the lists. */
    public RouteContract {
        fields = List.copyOf(fields);
        fieldLines = List.copyOf(fieldLines);
    }

    /** Whether answers come in pages. */
    public boolean isPaged() {
        return parameters.containsKey("offset") && parameters.containsKey("limit");
    }

    /** Names of the path's variable parts, in order. */
    public List<String> pathParameters() {
        List<String> names = new ArrayList<>();
        Matcher matcher = PLACEHOLDER.matcher(path);
        while (matcher.find()) {
            names.add(matcher.group(1));
        }
        return names;
    }
}
