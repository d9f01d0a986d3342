package io.tidemark.server.docs;

import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.AttributeProvider;
import org.commonmark.renderer.html.HtmlRenderer;
import org.commonmark.renderer.text.TextContentRenderer;

/**
 * Converts Markdown with tables to HTML. Headings get anchors,
 * and links between Markdown files lead to their pages. Thread-safe.
 */
final class Markdown {

    private static final List<Extension> TABLES = List.of(TablesExtension.create());
    private static final Parser PARSER = Parser.builder().extensions(TABLES).build();
    private static final TextContentRenderer PLAIN = TextContentRenderer.builder().extensions(TABLES).build();
    private static final Pattern NO_WORD = Pattern.compile("[^\\p{L}\\p{N}_ -]+");
    private static final Pattern HEADING = Pattern.compile("<h[1-6] id=\"([^\"]*)\">");

    private Markdown() {}

    /**
     * As HTML. HTML in the text is escaped, and comments are left out.
     *
     * @param links   the form that a link or the place of a picture takes in the page
     * @param anchors the anchors of the same text in another language, heading by heading, which lead to these headings
     *                too; none where there is no such text
     */
    static String html(String markdown, UnaryOperator<String> links, List<String> anchors) {
        Node document = PARSER.parse(markdown);
        document.accept(new AbstractVisitor() {
            @Override
            public void visit(Link link) {
                link.setDestination(links.apply(link.getDestination()));
                visitChildren(link);
            }

            @Override
            public void visit(Image image) {
                image.setDestination(links.apply(image.getDestination()));
                visitChildren(image);
            }

            @Override
            public void visit(HtmlBlock block) {
                if (block.getLiteral().startsWith("<!--")) {
                    block.unlink();
                }
            }
        });
        String html = HtmlRenderer.builder().extensions(TABLES).escapeHtml(true).sanitizeUrls(true)
                .attributeProviderFactory(context -> new Anchors()).build().render(document);
        // a heading without a word is none
        return withAnchors(html.replace("<th></th>", "<td></td>"), anchors);
    }

    /** Gives the headings further anchors, as far as the page has no such anchor itself. */
    private static String withAnchors(String html, List<String> anchors) {
        Set<String> taken = HEADING.matcher(html).results().map(heading -> heading.group(1))
                .collect(Collectors.toSet());
        Iterator<String> more = anchors.iterator();
        return HEADING.matcher(html).replaceAll(heading -> {
            String anchor = more.hasNext() ? more.next() : "";
            return Matcher.quoteReplacement(heading.group()
                    + (anchor.isEmpty() || taken.contains(anchor) ? "" : "<a id=\"" + anchor + "\"></a>"));
        });
    }

    /** The anchors of a text's headings, in their order. */
    static List<String> anchors(String markdown) {
        return HEADING.matcher(html(markdown, link -> link, List.of())).results().map(heading -> heading.group(1))
                .toList();
    }

    /** The words of a text, for search. */
    static String words(String markdown) {
        return PLAIN.render(PARSER.parse(markdown)).replaceAll("\\s+", " ");
    }

    /** The title of a file: its first heading. */
    static String title(String markdown) {
        return markdown.lines().filter(line -> line.startsWith("# ")).findFirst().map(line -> line.substring(2).strip())
                .orElse("");
    }

    /** Converts a text to the content of a table cell. */
    static String cell(String text) {
        return text.replace("\\", "\\\\").replace("|", "\\|").replace("<", "\\<").replace("*", "\\*")
                .replace("_", "\\_").replace('\n', ' ');
    }

    /** Makes heading anchors from the words, as code hosts do; duplicates get a number. */
    private static final class Anchors implements AttributeProvider {
        private final Map<String, Integer> used = new HashMap<>();

        @Override
        public void setAttributes(Node node, String tag, Map<String, String> attributes) {
            if (node instanceof Heading) {
                StringBuilder words = new StringBuilder();
                node.accept(new AbstractVisitor() {
                    @Override
                    public void visit(Text text) {
                        words.append(text.getLiteral());
                    }

                    @Override
                    public void visit(Code code) {
                        words.append(code.getLiteral());
                    }
                });
                String anchor = NO_WORD.matcher(words.toString().toLowerCase(Locale.ROOT)).replaceAll("").strip()
                        .replace(' ', '-');
                int before = used.merge(anchor, 1, Integer::sum) - 1;
                attributes.put("id", before == 0 ? anchor : anchor + "-" + before);
            }
        }
    }
}
