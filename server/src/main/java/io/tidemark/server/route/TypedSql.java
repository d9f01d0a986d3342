package io.tidemark.server.route;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.tidemark.data.text.YamlFault;
import io.tidemark.server.sql.CellTables;
import io.tidemark.server.sql.Conditions;
import io.tidemark.server.sql.LineTemplate;
import io.tidemark.server.sql.NamedSql;
import io.tidemark.server.sql.PieceUse;
import io.tidemark.server.sql.RouteFileException;
import io.tidemark.server.sql.RowColumn;
import io.tidemark.server.sql.SharedPieces;
import io.tidemark.server.sql.SqlWithHeader;
import io.tidemark.server.sql.SqlLine;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * SQL outside of routes, such as typed SQL: plain, or with a header that requests shared pieces, like a route file's.
 * @param sql the SQL to run
 * @param set constants of the header
 */
public record TypedSql(NamedSql sql, Map<String, Object> set) {

    private static final ObjectMapper YAML = YAMLMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();
    private static final Header NONE = new Header(null, null, null, null, null, null, null);

    /** The keys of a route's header that affect the SQL. */
    private record Header(@Nullable List<PieceUse> with, @Nullable List<RowColumn> rows, @Nullable List<String> sums,
            @Nullable List<String> losses, @Nullable SequencedMap<String, List<String>> each,
            @Nullable Map<String, Object> set, @Nullable SequencedMap<String, String> let) {}

    /**
     * Reads a text.
     *
     * @param name the name for messages
     * @throws RouteFileException with the fault and its line
     */
    public static TypedSql read(String name, String text, SharedPieces pieces) {
        SqlWithHeader file = SqlWithHeader.read(name, text);
        Header header = header(name, file);
        LineTemplate template = new LineTemplate(Map.of(), header.each == null ? new LinkedHashMap<>() : header.each);
        Conditions conditions = header.let == null ? Conditions.NONE : new Conditions(header.let);
        List<SqlLine> lines = conditions.fill(pieces.fill(file.lines(), template, header.with == null
                ? List.of() : header.with,
                new PieceUse("", null, header.rows, null, header.sums, header.losses, Map.of()), CellTables.BY_WEIGHT,
                new SqlLine("", name, 1)));
        if (lines.isEmpty()) {
            throw new RouteFileException(name, 1, "there is no SQL");
        }
        return new TypedSql(NamedSql.of(lines), header.set == null ? Map.of() : header.set);
    }

    // any other comment at the start is an ordinary comment
    private static Header header(String name, SqlWithHeader file) {
        if (!file.header().lines().anyMatch(line -> line.matches("(with|rows|sums|losses|each|set|let):.*"))) {
            return NONE;
        }
        try {
            return YAML.readValue(file.header(), Header.class);
        } catch (JsonProcessingException e) {
            int line = file.headerLine() + (e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNr()));
            throw new RouteFileException(name, line, "the header cannot be read: " + YamlFault.words(e));
        }
    }
}
