package io.tidemark.server.certify;

import io.tidemark.data.snapshot.Lake;
import io.tidemark.server.http.HtmlText;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Writes a certificate as one page for people, with the figures as JSON at its end. */
public final class CertificatePage {

    private static final String STYLE = "body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem "
            + "auto;padding:0 1rem;color:#1b2733}"
            + "h1{font-size:1.5rem}h2{font-size:1.1rem;margin-top:1.5rem}"
            + "table{border-collapse:collapse}td,th{padding:.2rem .8rem .2rem 0;"
            + "text-align:left;vertical-align:top}code{font-size:.8rem;overflow-wrap:anywhere}"
            + ".no{color:#a11}pre{font-size:.75rem;overflow:auto}";

    private CertificatePage() {}

    /** The page. */
    public static String of(Certificate made) {
        String title = "Confidentiality of snapshot " + HtmlText.escaped(made.snapshot());
        StringBuilder page = new StringBuilder("<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>"
                + title + "</title><style>" + STYLE + "</style><h1>" + title + "</h1>");
        page.append("<p>The promise: whatever a caller who is no admin asks, what it learns about others are sums "
                + "over at least ")
                .append(made.rule().minFarmers()).append(" farmer groups besides itself.</p>");
        page.append(made.holds() ? "<p>No fault was found. What was audited, and what was not, is below.</p>"
                : "<p class=\"no\"><strong>The promise is not certified:</strong> see below.</p>");
        list(page, "Faults", made.faults());
        list(page, "Exposures", made.exposures());
        page.append("<h2>Found</h2><table>");
        row(page, "Farmer groups in the smallest atom", String.valueOf(made.atoms().fewestGroups())
                + ", the caller's too");
        row(page, "Narrowest interval", made.atoms().narrowestPercent() == null ? "-"
                : String.format(Locale.ROOT, "±%.1f %% of a group's part, for a "
                + "member of the same sum", made.atoms().narrowestPercent()));
        row(page, "Atoms", String.valueOf(made.atoms().count()));
        row(page, "Fish in benchmarks without a filter", percent(made.coverage().noFilter()));
        row(page, "by generation", percent(made.coverage().generation()));
        row(page, "by 500 g of weight", percent(made.coverage().weight()));
        row(page, "Fish in no benchmark", percent(made.coverage().waiting()));
        row(page, "Released through", made.releasedThrough() == null ? "-" : made.releasedThrough().toString());
        row(page, "Earlier snapshots compared with it", String.valueOf(made.predecessors().size()));
        page.append("</table><h2>Rule</h2><p>At least ").append(made.rule().minFarmers())
                .append(" farmer groups besides the caller's, none with more than ")
                .append(made.rule().maxSharePercent()).append(" % of a sum after any other group is left out; "
                + "released ")
                .append(made.rule().releaseLagDays()).append(" days after a period is complete.</p>");
        page.append("<h2>Audited</h2><p>The rows of the ledger, for the groups of today: ")
                .append(String.join(", ", made.audits()).replace('_', ' ')).append(".</p>");
        list(page, "Not covered", made.notCovered());
        page.append("<h2>Of what</h2><table>");
        row(page, "Made at", made.madeAt().toString());
        row(page, "Program", made.program());
        code(page, "SHA-256 of the program", made.programSha256());
        code(page, "SHA-256 of the manifest", made.manifestSha256());
        code(page, "SHA-256 of the ledger's entry " + made.ledgerEntries(), made.ledgerSha256());
        return page.append("</table><h2>As JSON</h2><pre>").append(HtmlText.escaped(json(made)))
                .append("</pre></html>\n").toString();
    }

    /** The certificate as JSON, for programs. */
    public static String json(Certificate made) {
        try {
            return Lake.JSON.writeValueAsString(made);
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw new IllegalStateException("a certificate cannot be written as JSON", e);
        }
    }

    private static void list(StringBuilder page, String title, List<String> lines) {
        if (!lines.isEmpty()) {
            page.append("<h2>").append(title).append("</h2><ul>");
            lines.forEach(line -> page.append("<li>").append(HtmlText.escaped(line)));
            page.append("</ul>");
        }
    }

    private static void row(StringBuilder page, String name, String value) {
        page.append("<tr><th>").append(HtmlText.escaped(name)).append("<td>").append(HtmlText.escaped(value));
    }

    private static void code(StringBuilder page, String name, @Nullable String value) {
        page.append("<tr><th>").append(HtmlText.escaped(name)).append("<td><code>")
                .append(value == null || value.isEmpty() ? "-" : HtmlText.escaped(value)).append("</code>");
    }

    private static String percent(@Nullable Double share) {
        return share == null ? "-" : String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }
}
