package io.tidemark.server.sql;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** All shared pieces, and their insertion into files that request them. Immutable. */
public final class SharedPieces {

    private static final Pattern FILE = Pattern.compile("shared/([a-z_]+)\\.sql");
    private static final Pattern PLACE = Pattern.compile("\\{([a-z_]+)\\}(,?)");
    private static final Pattern WITH = Pattern.compile("WITH\\b.*", Pattern.CASE_INSENSITIVE);

    private final SortedMap<String, SharedPiece> pieces = new TreeMap<>();

    private SharedPieces() {}

    /** Reads the pieces among the files. */
    public static SharedPieces read(Map<String, String> files) {
        SharedPieces all = new SharedPieces();
        files.forEach((file, text) -> {
            Matcher name = FILE.matcher(file);
            if (name.matches()) {
                all.pieces.put(name.group(1), SharedPiece.read(name.group(1), file, text));
            }
        });
        all.pieces.replaceAll((name, piece) -> piece.of(all.withFragments(piece.lines())));
        return all;
    }

    // a fragment's lines get the indentation of its name, and its comment is left out
    private List<SqlLine> withFragments(List<SqlLine> lines) {
        List<SqlLine> whole = new ArrayList<>();
        for (SqlLine line : lines) {
            Matcher place = PLACE.matcher(line.text().strip());
            SharedPiece fragment = place.matches() ? pieces.get(place.group(1)) : null;
            if (fragment == null || !fragment.isFragment()) {
                whole.add(line);
            } else {
                String depth = line.text().substring(0, line.text().indexOf('{'));
                fragment.lines().stream().filter(each -> !each.text().startsWith("--"))
                        .forEach(each -> whole.add(each.with(depth + each.text())));
            }
        }
        return whole;
    }

    /** A piece with its arguments. */
    private record Filled(PieceUse use, SharedPiece piece, List<SqlLine> lines) {}

    /**
     * The SQL of a file with the requested pieces inserted.
     *
     * @param lines    the file's own lines
     * @param template the placeholders of the file
     * @param asked    the requested pieces
     * @param defaults default arguments of the pieces
     * @param cells    the cells that the pieces read
     * @param line     a line of the file's header, for messages
     */
    public List<SqlLine> fill(List<SqlLine> lines, LineTemplate template, List<PieceUse> asked, PieceUse defaults,
            CellTables cells, SqlLine line) {
        SequencedMap<String, Filled> filled = new LinkedHashMap<>();
        asked.forEach(use -> use.texts().keySet().stream().filter(text -> !text.equals("atom")).forEach(text -> {
            throw new RouteFileException(List.of(line.fault("shared piece " + use.name() + " has no argument " + text
                    + "; there are as, rows, parts, sums, losses and atom")));
        }));
        asked.forEach(use -> collect(use.or(defaults), cells, filled, line, new TreeSet<>()));
        Set<String> placed = new TreeSet<>();
        List<SqlLine> body = new ArrayList<>();
        List<SqlLine> own = new ArrayList<>();
        for (SqlLine each : withFragments(lines)) {
            Matcher place = PLACE.matcher(each.text());
            if (place.matches() && pieces.containsKey(place.group(1))) {
                List<Filled> here = filled.values().stream().filter(f -> f.use.name().equals(place.group(1))).toList();
                if (here.isEmpty()) {
                    throw new RouteFileException(List.of(each.fault("the header's with does not ask for "
                            + place.group(1))));
                }
                placed.add(place.group(1));
                body.addAll(template.fill(own));
                own.clear();
                body.addAll(joined(here, !place.group(2).isEmpty()));
            } else {
                own.add(each);
            }
        }
        body.addAll(template.fill(own));
        List<Filled> inFront = filled.values().stream().filter(f -> !placed.contains(f.use.name())).toList();
        return inFront.isEmpty() ? body : inFront(inFront, body);
    }

    // inserts the pieces directly after the file's WITH, or before its SELECT
    private static List<SqlLine> inFront(List<Filled> pieces, List<SqlLine> body) {
        int start = 0;
        while (start < body.size() && (body.get(start).text().isBlank() || body.get(start).text().startsWith("--"))) {
            start++;
        }
        List<SqlLine> all = new ArrayList<>(body.subList(0, start));
        if (start < body.size() && WITH.matcher(body.get(start).text()).matches()) {
            all.add(body.get(start));
            all.addAll(joined(pieces, true));
            all.addAll(body.subList(start + 1, body.size()));
        } else {
            all.add(pieces.getFirst().lines.getFirst().with("WITH"));
            all.addAll(joined(pieces, false));
            all.addAll(body.subList(start, body.size()));
        }
        return all;
    }

    private static List<SqlLine> joined(List<Filled> pieces, boolean commaAtEnd) {
        List<SqlLine> lines = new ArrayList<>();
        for (int i = 0; i < pieces.size(); i++) {
            lines.addAll(pieces.get(i).lines);
            if (i < pieces.size() - 1 || commaAtEnd) {
                SqlLine last = lines.removeLast();
                lines.add(last.with(last.text() + ","));
            }
        }
        return lines;
    }

    private void collect(PieceUse use, CellTables cells, SequencedMap<String, Filled> filled, SqlLine line,
            Set<String> above) {
        SharedPiece piece = pieces.get(use.name());
        if (piece == null) {
            throw new RouteFileException(List.of(line.fault("there is no shared piece " + use.name() + "; there are "
                    + String.join(", ", pieces.keySet()))));
        }
        if (piece.isFragment()) {
            throw new RouteFileException(List.of(line.fault(use.name() + " is a fragment: write {" + use.name()
                    + "} on a line of the SQL, and leave it out of with")));
        }
        if (!above.add(use.name())) {
            throw new IllegalStateException("shared piece " + use.name() + " includes itself");
        }
        for (String parameter : piece.parameters()) {
            if (missing(use, parameter)) {
                throw new RouteFileException(List.of(line.fault("shared piece " + use.name() + " needs " + parameter)));
            }
        }
        piece.with().forEach(under -> collect(under.or(use), cells, filled, line, above));
        above.remove(use.name());
        Filled made = new Filled(use, piece, use.template(cells, piece.parameters().contains("losses"))
                .fill(piece.lines()));
        String key = use.name() + " " + (use.as() == null ? "" : use.as());
        Filled before = filled.putIfAbsent(key, made);
        if (before != null && !before.lines.equals(made.lines)) {
            throw new RouteFileException(List.of(line.fault("shared piece " + use.name()
                    + " is requested with different arguments; give one of them another name with as")));
        }
    }

    private static boolean missing(PieceUse use, String parameter) {
        Object said = switch (parameter) {
            case "rows" -> use.rows();
            case "sums" -> use.sums();
            case "losses" -> use.losses();
            case "atom" -> "atom";
            default -> use.texts().get(parameter);
        };
        return said == null;
    }

    /** Whether rows of the response depend on weights. */
    public static boolean readWeights(List<PieceUse> asked, PieceUse defaults) {
        return asked.stream().anyMatch(use -> use.or(defaults).readsWeights());
    }

    /** Whether a piece keeps benchmarks confidential because it is based on the piece that selects the atoms. */
    public boolean keepsBenchmarks(@Nullable String piece) {
        SharedPiece found = piece == null ? null : pieces.get(piece);
        return found != null && (found.name().equals("included")
                || found.with().stream().anyMatch(under -> keepsBenchmarks(under.name())));
    }
}
