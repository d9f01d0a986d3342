package io.tidemark.server.watch;

import io.tidemark.server.delivery.RejectedFiles.RejectsFile;
import io.tidemark.server.http.HtmlText;
import java.math.BigDecimal;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A mail.
 *
 * @param subject its subject
 * @param plain   its plain text
 * @param html    the same as HTML
 * @param end     the link that ends these messages; null for none
 */
record MailText(String subject, String plain, String html, @Nullable URI end) {

    /** The longest list in a mail; the dashboard has the rest. */
    private static final int MAX_LINES = 40;
    /** Pens with a signal that are named, as in the dashboard: of 100 some ten a week rise without a reason. */
    private static final int MAX_PENS = 10;
    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");

    private record Section(String title, List<String> lines) {}

    /**
     * Writes a report.
     *
     * @param account   name of the account that gets it
     * @param dashboard address for a link; null for none
     * @param end       the link that ends these messages; null for none
     */
    static MailText of(WatchReport report, MailWords words, String account, @Nullable URI dashboard,
            @Nullable URI end) {
        List<Section> sections = new ArrayList<>();
        add(sections, words, words.signals(), report.signals(), MAX_PENS,
                pen -> format(words.pen(), List.of(pen.siteId(), pen.siteName(), pen.unitId(),
                words.signal(pen.signal()), rate(Objects.requireNonNull(pen.mortalityPerMille()), words),
                pen.collected(), rate(pen.limitPerMille(), words), pen.daysAboveLimit())));
        add(sections, words, words.missing(), report.missing(), MAX_LINES,
                pen -> format(words.missingPen(), List.of(pen.siteId(), pen.siteName(), pen.unitId(),
                pen.missingDays())));
        add(sections, words, words.rejected(), report.rejected(), MAX_LINES,
                file -> format(words.file(), List.of(file.path(), rows(file))));
        String about = format(words.about(), List.of(report.farmerId(), report.snapshot()));
        String last = format(words.unsubscribe(), List.of(account))
                + (end == null ? "" : " " + words.stopButton() + ": " + end);
        return new MailText(clean(format(words.subject(), List.of(report.farmerId(), report.signals().size()))),
                plain(sections, words, about, last, dashboard), html(sections, words, about, last, dashboard), end);
    }

    private static <T> void add(List<Section> sections, MailWords words, String title, List<T> items, int max,
            Function<T, String> line) {
        if (!items.isEmpty()) {
            List<String> lines = new ArrayList<>(items.stream().limit(max).map(line).map(MailText::clean).toList());
            if (items.size() > max) {
                lines.add(format(words.more(), List.of(items.size() - max)));
            }
            sections.add(new Section(title, lines));
        }
    }

    private static String plain(List<Section> sections, MailWords words, String about, String last,
            @Nullable URI dashboard) {
        StringBuilder text = new StringBuilder(about).append("\n\n");
        if (sections.isEmpty()) {
            text.append(words.nothing()).append("\n\n");
        }
        for (Section section : sections) {
            text.append(section.title()).append('\n');
            section.lines().forEach(line -> text.append("- ").append(line).append('\n'));
            text.append('\n');
        }
        text.append(words.caution()).append('\n');
        if (dashboard != null) {
            text.append(words.overview()).append(": ").append(dashboard).append('\n');
        }
        return text.append('\n').append(last).append('\n').toString();
    }

    private static String html(List<Section> sections, MailWords words, String about, String last,
            @Nullable URI dashboard) {
        StringBuilder text = new StringBuilder("<!DOCTYPE html>\n<html lang=\"").append(words.code())
                .append("\"><head><meta charset=\"utf-8\"></head><body>\n<p>").append(HtmlText.escaped(about))
                .append("</p>\n");
        if (sections.isEmpty()) {
            text.append("<p>").append(HtmlText.escaped(words.nothing())).append("</p>\n");
        }
        for (Section section : sections) {
            text.append("<h2>").append(HtmlText.escaped(section.title())).append("</h2>\n<ul>\n");
            section.lines().forEach(line -> text.append("<li>").append(HtmlText.escaped(line)).append("</li>\n"));
            text.append("</ul>\n");
        }
        text.append("<p>").append(HtmlText.escaped(words.caution())).append("</p>\n");
        if (dashboard != null) {
            text.append("<p><a href=\"").append(HtmlText.escaped(dashboard.toString())).append("\">")
                    .append(HtmlText.escaped(words.overview())).append("</a></p>\n");
        }
        return text.append("<p><small>").append(HtmlText.escaped(last)).append("</small></p>\n</body></html>\n")
                .toString();
    }

    private static String rows(RejectsFile file) {
        return file.rows() + (file.more() ? "+" : "");
    }

    private static String rate(BigDecimal value, MailWords words) {
        String text = value.stripTrailingZeros().toPlainString();
        return words.code().equals("nb") ? text.replace('.', ',') : text;
    }

    private static String format(String words, List<?> values) {
        return String.format(Locale.ROOT, words, values.toArray());
    }

    // a name with a line end could otherwise begin a line of its own
    private static String clean(String text) {
        return CONTROL.matcher(text).replaceAll(" ");
    }
}
