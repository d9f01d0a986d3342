package io.tidemark.server.docs;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.AttributeProvider;
import org.commonmark.renderer.html.HtmlRenderer;
import org.commonmark.renderer.text.TextContentRenderer;

/** Converts Markdown with tables to HTML. Headings get anchors, and links between Markdown files lead to their pages. Thread-safe. */
final class Markdown {

    private static final List<Extension> TABLES = List.of(TablesExtension.create());
    private static final Parser PARSER = Parser.builder().extensions(TABLES).build();
    private static final TextContentRenderer PLAIN = TextContentRenderer.builder().extensions(TABLES).build();
    private static final Pattern NO_WORD = Pattern.compile("[^\\p{L}\\p{N}_ -]+");

    private Markdown() {}

    /**
     * As HTML. HTML in the text is escaped, and comments are left out.
     * @param links link targets by their Markdown form; other links are unchanged
     */
    static String html(String markdown, Map<String, String> links) {
        Node document = PARSER.parse(markdown);
        document.accept(new AbstractVisitor() {
            @Override
            public void visit(Link link) {
                String[] parts = link.getDestination().split("#", 2);
                String page = links.get(parts[0]);
                if (page != null) {
                    link.setDestination(page + (parts.length == 2 ? "#" + parts[1] : ""));
                }
                visitChildren(link);
            }

            @Override
            public void visit(HtmlBlock block) {
                if (block.getLiteral().startsWith("<!--")) {
                    block.unlink();
                }
            }
        });
        return HtmlRenderer.builder().extensions(TABLES).escapeHtml(true).sanitizeUrls(true)
                .attributeProviderFactory(context -> new Anchors()).build().render(document);
    }

    /** The words of a text, for search. */
    static String words(String markdown) {
        return PLAIN.render(PARSER.parse(markdown)).replaceAll("\\s+", " ");
    }

    /** The title of a file: its first heading. */
    static String title(String markdown) {
        return markdown.lines().filter(line -> line.startsWith("# ")).findFirst().map(line -> line.substring(2).strip()).orElse("");
    }

    /** Converts a text to the content of a table cell. */
    static String cell(String text) {
        return text.replace("\\", "\\\\").replace("|", "\\|").replace("<", "\\<").replace("*", "\\*").replace("_", "\\_").replace('\n', ' ');
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
                String anchor = NO_WORD.matcher(words.toString().toLowerCase(Locale.ROOT)).replaceAll("").strip().replace(' ', '-');
                int before = used.merge(anchor, 1, Integer::sum) - 1;
                attributes.put("id", before == 0 ? anchor : anchor + "-" + before);
            }
        }
    }
}
