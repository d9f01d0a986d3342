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
    static final int MAX_LINES = 40;
    /** Pens with a signal that are named, as in the dashboard: of 100 some ten a week rise without a reason. */
    private static final int MAX_PENS = 10;
    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");

    /** A list under a title. */
    record Section(String title, List<String> lines) {}

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
        add(sections, words.signals(), signals(report, words));
        add(sections, words.missing(), missing(report, words));
        add(sections, words.rejected(), lines(report.rejected(), words, MAX_LINES,
                file -> format(words.file(), List.of(file.path(), rows(file)))));
        List<String> notes = sections.isEmpty() ? List.of(words.nothing(), words.caution()) : List.of(words.caution());
        return of(format(words.subject(), List.of(report.farmerId(), report.signals().size())),
                format(words.about(), List.of(report.farmerId(), report.snapshot())), sections, notes, words, account,
                dashboard, end);
    }

    /** Writes lists and, below them, notes. */
    static MailText of(String subject, String about, List<Section> sections, List<String> notes, MailWords words,
            String account, @Nullable URI dashboard, @Nullable URI end) {
        String last = format(words.unsubscribe(), List.of(account))
                + (end == null ? "" : " " + words.stopButton() + ": " + end);
        List<String> said = notes.stream().map(MailText::clean).toList();
        return new MailText(clean(subject), plain(clean(about), sections, said, words, last, dashboard),
                html(clean(about), sections, said, words, last, dashboard), end);
    }

    /** The pens with a signal. */
    static List<String> signals(WatchReport report, MailWords words) {
        return lines(report.signals(), words, MAX_PENS, pen -> format(words.pen(), List.of(pen.siteId(), pen.siteName(),
                pen.unitId(), words.signal(pen.signal()), rate(Objects.requireNonNull(pen.mortalityPerMille()), words),
                pen.collected(), rate(pen.limitPerMille(), words), pen.daysAboveLimit())));
    }

    /** The pens with missing days. */
    static List<String> missing(WatchReport report, MailWords words) {
        return lines(report.missing(), words, MAX_LINES, pen -> format(words.missingPen(), List.of(pen.siteId(),
                pen.siteName(), pen.unitId(), pen.missingDays())));
    }

    /** A line for each item, and one that counts those that are left out. */
    static <T> List<String> lines(List<T> items, MailWords words, int max, Function<T, String> line) {
        List<String> lines = new ArrayList<>(items.stream().limit(max).map(line).map(MailText::clean).toList());
        if (items.size() > max) {
            lines.add(format(words.more(), List.of(items.size() - max)));
        }
        return lines;
    }

    private static void add(List<Section> sections, String title, List<String> lines) {
        if (!lines.isEmpty()) {
            sections.add(new Section(title, lines));
        }
    }

    private static String plain(String about, List<Section> sections, List<String> notes, MailWords words, String last,
            @Nullable URI dashboard) {
        StringBuilder text = new StringBuilder(about).append("\n\n");
        for (Section section : sections) {
            text.append(section.title()).append('\n');
            section.lines().forEach(line -> text.append("- ").append(line).append('\n'));
            text.append('\n');
        }
        notes.forEach(note -> text.append(note).append('\n'));
        if (dashboard != null) {
            text.append(words.overview()).append(": ").append(dashboard).append('\n');
        }
        return text.append('\n').append(last).append('\n').toString();
    }

    private static String html(String about, List<Section> sections, List<String> notes, MailWords words, String last,
            @Nullable URI dashboard) {
        StringBuilder text = new StringBuilder("<!DOCTYPE html>\n<html lang=\"").append(words.code())
                .append("\"><head><meta charset=\"utf-8\"></head><body>\n<p>").append(HtmlText.escaped(about))
                .append("</p>\n");
        for (Section section : sections) {
            text.append("<h2>").append(HtmlText.escaped(section.title())).append("</h2>\n<ul>\n");
            section.lines().forEach(line -> text.append("<li>").append(HtmlText.escaped(line)).append("</li>\n"));
            text.append("</ul>\n");
        }
        notes.forEach(note -> text.append("<p>").append(HtmlText.escaped(note)).append("</p>\n"));
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

    /** A number as it is, with the language's decimal sign. */
    static String rate(BigDecimal value, MailWords words) {
        String text = value.stripTrailingZeros().toPlainString();
        return words.code().equals("nb") ? text.replace('.', ',') : text;
    }

    /** Words with values in their places. */
    static String format(String words, List<?> values) {
        return String.format(Locale.ROOT, words, values.toArray());
    }

    // a name with a line end could otherwise begin a line of its own
    private static String clean(String text) {
        return CONTROL.matcher(text).replaceAll(" ");
    }
}
