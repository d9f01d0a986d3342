package io.tidemark.server.route;

import io.tidemark.server.sql.FarmersData;
import io.tidemark.server.sql.NamedSql;
import io.tidemark.server.sql.PieceUse;
import io.tidemark.server.sql.RouteFileException.Fault;
import io.tidemark.server.sql.RowColumn;
import io.tidemark.server.sql.SqlLine;
import io.tidemark.server.sql.SqlViews;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Checks an operator's own route file for mistakes that would reveal figures of single farmers. It guards against
 * mistakes only: the operator trusts everybody who may write such a file.
 */
final class OwnRouteRules {

    private static final String WITH = "with:";
    /** The sums that a file may request from a shared piece; a site's number or a group's key is no sum. */
    private static final Set<String> SUMS = Set.of("fish_days", "biomass_days", "mortality_count",
            "mortality_biomass_g", "culling_count",
            "culling_biomass_g", "loss_count", "loss_biomass_g", "feed_g", "fed_biomass_g");
    private static final Set<String> ATOMS = Set.of("atom", "feed_atom");
    /** Shared pieces with rows of single farmers and sites, which other pieces sum. */
    private static final List<String> UNSUMMED = List.of("stock", "loss", "included", "book", "shown_piece",
            "group_book", "ranked_book", "book_sum", "row_piece", "numbered_piece", "carried_piece", "kept_piece",
            "linked_piece", "begun_piece", "scaled_piece", "share_lost", "own_book");
    private static final Pattern NAME = Pattern.compile("[a-z_][a-z0-9_]*");
    private static final Set<String> QUERY_WORDS = Set.of("select", "where", "having", "union", "intersect", "except",
            "group", "join", "values");
    /**
     * Matches text that could hide a comment or a name from this class;
     * SQL with such text is checked with its comments.
     */
    private static final Pattern UNCLEAR = Pattern.compile("/\\*|[$\\\\]");
    private static final Pattern TOKEN = Pattern.compile("'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|(?<comment>--[^\n\r]*)");

    private final RouteFile written;
    private final FarmersData farmers;
    private final List<SqlLine> own;
    private final Set<String> words;

    /**
     * Creates the checks for a file.
     *
     * @param lines the file's SQL with the shared pieces
     */
    OwnRouteRules(RouteFile written, FarmersData farmers, List<SqlLine> lines) {
        this.written = written;
        this.farmers = farmers;
        this.own = lines.stream().filter(line -> line.file().equals(written.file())).toList();
        // a condition also stands in the pieces, where a row column has it
        this.words = wordsOf(Stream.concat(own.stream().map(SqlLine::text), written.header().let().values().stream())
                .collect(Collectors.joining("\n")));
    }

    /** Whether the file's own lines read rows of farmers, even if a string looks like a comment. */
    boolean readsFarmers() {
        return words.stream().anyMatch(farmers.names()::contains);
    }

    private static Set<String> wordsOf(String sql) {
        String text = UNCLEAR.matcher(sql).find() ? sql
                : TOKEN.matcher(sql).replaceAll(token -> token.group("comment") == null
                ? Matcher.quoteReplacement(token.group()) : " ");
        return SqlViews.everyWord(text);
    }

    /** The faults of any file that is not for admins only. */
    List<Fault> faults() {
        List<Fault> faults = new ArrayList<>();
        // the lake's own files, which bypass the tables
        words.stream().filter(word -> word.contains("parquet")).findFirst()
                .ifPresent(word -> faults.add(lineWith(word)
                .fault("files cannot be read here; read the lake's tables by name")));
        return faults;
    }

    /** The faults of a file with {@code confidentiality: own}, whose SQL with the shared pieces is this. */
    List<Fault> ownFaults(NamedSql sql) {
        Set<String> names = new TreeSet<>(farmers.names());
        names.addAll(unsummed());
        List<Fault> faults = new ArrayList<>(OwnRowRules.faults(sql, written.lineOf("confidentiality:"), names));
        if (!written.header().with().isEmpty()) {
            faults.addAll(insertedFaults());
        }
        return faults;
    }

    /** The faults of a file with {@code confidentiality: benchmark}. */
    List<Fault> benchmarkFaults() {
        List<Fault> faults = new ArrayList<>();
        for (String piece : unsummed()) {
            if (words.contains(piece)) {
                faults.add(lineWith(piece).fault("with confidentiality: benchmark figures come from the sums of "
                        + "shared pieces (total, cause, fed); " + piece + " has rows of single farmers and sites"));
            }
        }
        for (String word : List.of("sees_all", "min_farmers", "max_share")) {
            if (words.contains(word)) {
                faults.add(lineWith(word).fault("with confidentiality: benchmark the shared pieces alone look at :"
                        + word));
            }
        }
        faults.addAll(insertedFaults());
        return faults;
    }

    /** The faults of what the header puts into shared pieces. */
    private List<Fault> insertedFaults() {
        List<Fault> faults = new ArrayList<>();
        SqlLine with = written.lineOf(WITH);
        RouteHeader header = written.header();
        header.let().forEach((name, condition) -> {
            if (!isPlain(new RowColumn(name, condition))) {
                faults.add(written.lineOf("let:").fault("the condition " + name
                        + " may use the columns of a cell and functions, no query"));
            }
        });
        PieceUse defaults = header.defaults();
        Stream.concat(Stream.of(defaults), header.with().stream()).forEach(use -> faults.addAll(arguments(use, with)));
        return faults;
    }

    // the piece fed requests stock under its own prefix
    private Set<String> unsummed() {
        Set<String> prefixes = new TreeSet<>(Set.of("", "fed_"));
        written.header().with().stream().map(PieceUse::as).filter(Objects::nonNull)
                .forEach(as -> prefixes.add(as + "_"));
        return prefixes.stream().flatMap(prefix -> UNSUMMED.stream().map(piece -> prefix + piece))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private List<Fault> arguments(PieceUse use, SqlLine with) {
        List<Fault> faults = new ArrayList<>();
        if (use.as() != null && !NAME.matcher(use.as()).matches()) {
            faults.add(with.fault("as is a word in small letters"));
        }
        for (List<String> sums : Stream.of(use.sums(), use.losses()).filter(Objects::nonNull).toList()) {
            sums.stream().filter(sum -> !SUMS.contains(sum))
                    .forEach(sum -> faults.add(written.lineOf("sums:").fault("a shared piece sums no "
                    + sum + " for a file of one's own; there are " + String.join(", ", new TreeSet<>(SUMS)))));
        }
        for (Map.Entry<String, String> text : use.texts().entrySet()) {
            if (!text.getKey().equals("atom") || !ATOMS.contains(text.getValue())) {
                faults.add(with.fault("the argument " + text.getKey() + ": " + text.getValue()
                        + " is for files that ship with Tidemark"));
            }
        }
        for (List<RowColumn> columns : Stream.of(use.rows(), use.parts()).filter(Objects::nonNull).toList()) {
            columns.stream().filter(column -> !isPlain(column))
                    .forEach(column -> faults.add(written.lineOf("rows:").fault("the row column "
                    + column.name() + " may use the columns of a cell and functions, no query")));
        }
        return faults;
    }

    /**
     * Whether a column stays an expression where a piece inserts it: it can neither end the surrounding query nor
     * contain another one.
     */
    private boolean isPlain(RowColumn column) {
        String text = column.expression();
        Set<String> said = SqlViews.everyWord(text);
        if (!NAME.matcher(column.name()).matches() || text.contains("--") || text.contains("/*") || text.contains(";")
                || text.contains("$")
                || said.stream().anyMatch(word -> QUERY_WORDS.contains(word) || farmers.names().contains(word))) {
            return false;
        }
        int depth = 0;
        for (int i = 0; i < text.length(); i++) {
            depth += text.charAt(i) == '(' ? 1 : text.charAt(i) == ')' ? -1 : 0;
            if (depth < 0 || (depth == 0 && text.charAt(i) == ',')) {
                return false;
            }
        }
        return depth == 0;
    }

    private SqlLine lineWith(String word) {
        return own.stream().filter(line -> SqlViews.everyWord(line.text()).contains(word)).findFirst()
                .orElse(written.lineOf("confidentiality:"));
    }
}
