package io.tidemark.server.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.BulletList;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Node;
import org.commonmark.node.OrderedList;
import org.commonmark.parser.Parser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The Norwegian guides say what the English ones say: the same parts in the same order, and in each section the same
 * code, names of routes and fields, links and numbers. Who changes the one has to change the other. Tables of figures
 * alone follow from the English ones; {@code -Dgolden.update=true} rewrites them.
 */
final class NorwegianGuidesTest {

    private static final Path ENGLISH = Path.of("../docs");
    private static final Path NORWEGIAN = ENGLISH.resolve("nb");
    private static final Parser PARSER = Parser.builder().extensions(List.of(TablesExtension.create())).build();
    private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} .*$");
    private static final Pattern FENCED = Pattern.compile("(?ms)^```.*?^```$");
    private static final Pattern INDENTED = Pattern.compile("(?m)^ {4}.*$");
    private static final Pattern CODE = Pattern.compile("`[^`]+`");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#]*)[^)]*\\)");
    private static final Pattern NUMBER = Pattern.compile("\\d+(?:\\.\\d+)*");
    private static final Pattern ENGLISH_THOUSANDS = Pattern.compile("(?<=\\d),(?=\\d{3}(?!\\d))");
    private static final Pattern NORWEGIAN_DECIMALS = Pattern.compile("(?<=\\d),(?=\\d)");
    private static final Pattern TABLE = Pattern.compile("(?m)^\\|.*\\|\\n\\|[-:| ]+\\|\\n((?:^\\|.*\\|\\n)+)");
    private static final Pattern FIGURE = Pattern.compile("[\\d.,%–-]*");
    private static final char THOUSANDS = '\u00a0';
    /** What tables of figures have besides figures and names of routes and fields. */
    private static final Map<String, String> WORDS = Map.ofEntries(Map.entry("real", "virkelig"),
            Map.entry("generated", "generert"),
            Map.entry("**Norway**", "**Norge**"), Map.entry("Troms and Finnmark (10–13)", "Troms og Finnmark (10–13)"),
            Map.entry("Nordland (8, 9)", "Nordland (8, 9)"), Map.entry("Trøndelag (6, 7)", "Trøndelag (6, 7)"),
            Map.entry("Møre og Romsdal (5)", "Møre og Romsdal (5)"), Map.entry("Vestland (3, 4)", "Vestland (3, 4)"),
            Map.entry("Rogaland and Agder (1, 2)", "Rogaland og Agder (1, 2)"), Map.entry("yes", "ja"),
            Map.entry("no", "nei"),
            Map.entry("yes, with own figures", "ja, med egne tall"), Map.entry("own rows", "egne rader"),
            Map.entry("everybody's rows", "alles rader"), Map.entry("sums", "summer"));

    static List<String> guides() {
        return Guides.inNorwegian();
    }

    private static String english(String guide) throws IOException {
        return Files.readString(ENGLISH.resolve(guide));
    }

    private static String norwegian(String guide) throws IOException {
        return Files.readString(NORWEGIAN.resolve(guide));
    }

    @Test
    void analystsHaveEachOfTheirGuides() throws IOException {
        try (Stream<Path> files = Files.list(NORWEGIAN)) {
            assertThat(files.map(file -> file.getFileName().toString())).containsExactlyInAnyOrderElementsOf(guides())
                    .hasSize(12);
        }
    }

    @ParameterizedTest
    @MethodSource("guides")
    void bothHaveTheSameParts(String guide) throws IOException {
        assertThat(parts(norwegian(guide))).isEqualTo(parts(english(guide)));
    }

    /**
     * Headings with their levels, paragraphs, lists with their lengths, tables with their sizes, and code as it stands.
     */
    private static List<String> parts(String text) {
        List<String> parts = new ArrayList<>();
        for (Node node = PARSER.parse(text).getFirstChild(); node != null; node = node.getNext()) {
            parts.add(switch (node) {
                case Heading heading -> "heading " + heading.getLevel();
                case FencedCodeBlock code -> code.getInfo() + "\n" + code.getLiteral();
                case IndentedCodeBlock code -> code.getLiteral();
                case HtmlBlock html -> html.getLiteral();
                case BulletList list -> "list of " + children(list);
                case OrderedList list -> "numbered list of " + children(list);
                case TableBlock table -> "table of " + children(table.getFirstChild().getFirstChild()) + " × "
                        + (table.getLastChild() == table.getFirstChild() ? 0 : children(table.getLastChild()));
                default -> node.getClass().getSimpleName();
            });
        }
        return parts;
    }

    private static int children(Node node) {
        int count = 0;
        for (Node child = node.getFirstChild(); child != null; child = child.getNext()) {
            count++;
        }
        return count;
    }

    @ParameterizedTest
    @MethodSource("guides")
    void eachSectionHasTheSameNamesLinksAndNumbers(String guide) throws IOException {
        List<String> english = sections(english(guide));
        List<String> norwegian = sections(norwegian(guide));
        assertThat(norwegian).hasSameSizeAs(english);
        for (int i = 0; i < english.size(); i++) {
            String one = english.get(i);
            String other = norwegian.get(i);
            String place = other.lines().findFirst().orElse("") + " / " + one.lines().findFirst().orElse("");
            assertThat(counted(CODE, other)).as("code in %s", place).isEqualTo(counted(CODE, one));
            assertThat(links(other)).as("links in %s", place).isEqualTo(links(one));
            assertThat(counted(NUMBER, NORWEGIAN_DECIMALS.matcher(words(other).replace(String.valueOf(THOUSANDS), ""))
                    .replaceAll(".")))
                    .as("numbers in %s", place)
                    .isEqualTo(counted(NUMBER, ENGLISH_THOUSANDS.matcher(words(one)).replaceAll("")));
        }
    }

    private static List<String> sections(String text) {
        String prose = INDENTED.matcher(FENCED.matcher(text).replaceAll("")).replaceAll("");
        List<Integer> starts = new ArrayList<>(HEADING.matcher(prose).results().map(MatchResult::start).toList());
        starts.add(prose.length());
        List<String> sections = new ArrayList<>();
        for (int i = 1; i < starts.size(); i++) {
            sections.add(prose.substring(starts.get(i - 1), starts.get(i)));
        }
        return sections;
    }

    /** Without names in code and targets of links. */
    private static String words(String text) {
        return CODE.matcher(LINK.matcher(text).replaceAll("]")).replaceAll("");
    }

    private static Map<String, Long> counted(Pattern pattern, String text) {
        return pattern.matcher(text.replace('\n', ' ')).results()
                .collect(Collectors.groupingBy(MatchResult::group, TreeMap::new, Collectors.counting()));
    }

    private static Map<String, Long> links(String text) {
        return LINK.matcher(text).results().map(link -> link.group(1).replace("../", ""))
                .collect(Collectors.groupingBy(target -> target, TreeMap::new, Collectors.counting()));
    }

    /** A reader who has chosen Norwegian stays in it where there is such a page. */
    @ParameterizedTest
    @MethodSource("guides")
    void linksLeadToTheNorwegianPage(String guide) throws IOException {
        assertThat(LINK.matcher(norwegian(guide)).results().map(link -> link.group(1))
                .filter(target -> target.startsWith("../"))
                .map(target -> target.substring(3))).doesNotContainAnyElementsOf(guides());
    }

    @ParameterizedTest
    @MethodSource("guides")
    void tablesOfFiguresFollowFromTheEnglishOnes(String guide) throws IOException {
        List<String> english = TABLE.matcher(english(guide)).results().map(table -> table.group(1)).toList();
        String text = norwegian(guide);
        StringBuilder wanted = new StringBuilder();
        int end = 0;
        int at = 0;
        for (MatchResult table : TABLE.matcher(text).results().toList()) {
            String body = at < english.size() && isFigures(english.get(at))
                    ? translated(english.get(at)) : table.group(1);
            wanted.append(text, end, table.start(1)).append(body);
            end = table.end(1);
            at++;
        }
        wanted.append(text, end, text.length());
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(NORWEGIAN.resolve(guide), wanted);
            text = wanted.toString();
        }
        assertThat(at).isEqualTo(english.size());
        assertThat(text).isEqualTo(wanted.toString());
    }

    private static Stream<String> cells(String row) {
        return Stream.of(row.substring(1, row.length() - 1).split("\\|", -1)).map(String::strip);
    }

    private static boolean isFigures(String body) {
        return body.lines().flatMap(NorwegianGuidesTest::cells)
                .allMatch(cell -> FIGURE.matcher(cell).matches() || CODE.matcher(cell).matches()
                || WORDS.containsKey(cell));
    }

    private static String translated(String body) {
        return body.lines().map(row -> cells(row).map(NorwegianGuidesTest::cell)
                .collect(Collectors.joining("|", "|", "|\n"))).collect(Collectors.joining());
    }

    private static String cell(String text) {
        String translated = CODE.matcher(text).matches() ? text : WORDS.containsKey(text)
                ? String.valueOf(WORDS.get(text))
                : ENGLISH_THOUSANDS.matcher(text).replaceAll(String.valueOf(THOUSANDS)).replace('.', ',');
        return translated.isEmpty() ? " " : " " + translated + " ";
    }

    /** The anchors of both languages lead to the headings of both, so that a link survives a change of the language. */
    @ParameterizedTest
    @MethodSource("guides")
    void anchorsOfEachLanguageAreInBoth(String guide) throws IOException {
        List<String> english = Markdown.anchors(english(guide));
        List<String> norwegian = Markdown.anchors(norwegian(guide));

        assertThat(norwegian).hasSameSizeAs(english).doesNotHaveDuplicates();
        assertThat(Markdown.html(norwegian(guide), link -> link, english)).contains(ids(english))
                .contains(ids(norwegian));
        assertThat(Markdown.html(english(guide), link -> link, norwegian)).contains(ids(english))
                .contains(ids(norwegian));
    }

    private static List<String> ids(List<String> anchors) {
        return anchors.stream().map(anchor -> "id=\"" + anchor + "\"").toList();
    }

    /**
     * Loss and mortality are counted; nobody says that fish are at risk of them. The statisticians' word stands in the
     * glossary.
     */
    @ParameterizedTest
    @MethodSource("guides")
    void theWordsAreThoseOfTheTrade(String guide) throws IOException {
        String text = norwegian(guide);
        if (!guide.equals("glossary.md")) {
            assertThat(text).doesNotContainIgnoringCase("risiko").doesNotContainIgnoringCase("benchmark ");
        }
        assertThat(text).doesNotContain("fiskedager", "Fôrrate");
    }

    @Test
    void theGuideToTheDashboardCallsPagesAsTheDashboardDoes() throws IOException {
        Map<String, String> texts = new ObjectMapper()
                .readValue(Path.of("src/main/resources/web/i18n/nb.json").toFile(), new TypeReference<>() { });
        String guide = norwegian("dashboard.md");
        assertThat(texts.entrySet().stream().filter(text -> text.getKey().startsWith("page."))).hasSize(14)
                .allSatisfy(text -> assertThat(guide).contains("\n| " + text.getValue() + " `/"));
    }

    /** The terms themselves are the same in both glossaries; what stands after them is in the reader's language. */
    @Test
    void glossariesHaveTheSameTerms() throws IOException {
        assertThat(terms(norwegian("glossary.md")))
                .isEqualTo(terms(english("glossary.md").replace("(short: ", "(kort: "))).hasSizeGreaterThan(50);
    }

    private static List<String> terms(String text) {
        return TABLE.matcher(text).results().flatMap(table -> table.group(1).lines())
                .map(row -> row.substring(0, row.lastIndexOf('|', row.length() - 2))).toList();
    }
}
