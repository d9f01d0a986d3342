package io.tidemark.server.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.server.delivery.RejectedFiles.RejectsFile;
import io.tidemark.server.identity.account.WatchMail;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The words of mails: every value has its place in both languages, and none is left empty or over. */
final class MailWordsTest {

    private static final URI DASHBOARD = URI.create("https://bm.example.org/dashboard/");
    /** Words of the Monday summary alone, which is written from a snapshot. */
    private static final Set<String> WEEKLY = Set.of("summaries", "weekSubject", "weekAbout", "calm", "beside",
            "noneBeside", "lice", "above", "treatments", "empty");
    private static final Pattern PLACE = Pattern.compile("%.");

    // one more pen than a mail names; the first is above the limit, the others rise
    private static WatchReport report() {
        List<WatchedPen> signals = IntStream.rangeClosed(1, 11).mapToObj(i -> pen("A" + i, i == 1 ? "limit" : "rising",
                0)).toList();
        return new WatchReport("F07", "20270131T060000.000Z", signals, List.of(pen("B", "quiet", 3)),
                List.of(new RejectsFile("farmers/F07/losses.csv", 12, true, List.of())));
    }

    private static WatchedPen pen(String unit, String signal, int missing) {
        return new WatchedPen("2027-01-31", "10001", "Vik", unit, 100_000, 1, 60L, new BigDecimal("0.6"),
                new BigDecimal("0.25"), 4, signal, missing);
    }

    private static MailText mail(WatchReport report, WatchMail language) {
        return MailText.of(report, MailWords.of(language), "kari", DASHBOARD,
                URI.create("https://bm.example.org/dashboard/web/unsubscribe/0a1b"));
    }

    @Test
    void aMailIsWrittenInEnglish() {
        MailText mail = mail(report(), WatchMail.EN);
        assertThat(mail.subject()).isEqualTo("Tidemark: F07, pens that need you: 11");
        assertThat(mail.plain()).isEqualTo("""
                Company F07, data 20270131T060000.000Z.

                Pens that need you
                - site 10001 (Vik), pen A1: above the limit over three collections, 0.6 ‰ dead a day at the collection \
                of 2027-01-30, the limit is 0.25 ‰, 4 days above it
                %s- and 1 more

                Missing days
                - site 10001 (Vik), pen B: 3 of the last 14 days are missing

                Rejected rows of the last delivery
                - farmers/F07/losses.csv: 12+ rows

                A signal is a reason to look, not a diagnosis: of 100 pens some ten a week rise without a reason.
                The overview: https://bm.example.org/dashboard/

                You get this message because the account kari asked for it. Turn it off on My page of the \
                dashboard, or ask whoever runs Tidemark. Stop these messages: \
                https://bm.example.org/dashboard/web/unsubscribe/0a1b
                """.formatted(rising("- site 10001 (Vik), pen A%d: rising, 0.6 ‰ dead a day at the collection of "
                + "2027-01-30, the limit is 0.25 ‰, 4 days above it\n")));
    }

    @Test
    void aMailIsWrittenInNorwegian() {
        MailText mail = mail(report(), WatchMail.NB);
        assertThat(mail.subject()).isEqualTo("Tidemark: F07, merder som trenger deg: 11");
        assertThat(mail.plain()).isEqualTo("""
                Selskap F07, data 20270131T060000.000Z.

                Merder som trenger deg
                - lokalitet 10001 (Vik), merd A1: over grensen i tre opptak til sammen, 0,6 ‰ døde per dag ved \
                opptaket 2027-01-30, grensen er 0,25 ‰, 4 dager over den
                %s- og 1 til

                Dager som mangler
                - lokalitet 10001 (Vik), merd B: 3 av de siste 14 dagene mangler

                Avviste rader i siste leveranse
                - farmers/F07/losses.csv: 12+ rader

                Et signal er en grunn til å se etter, ikke en diagnose: av 100 merder stiger omtrent ti i uken \
                uten grunn.
                Oversikten: https://bm.example.org/dashboard/

                Du får denne meldingen fordi kontoen kari har bedt om det. Slå den av på Min side i \
                dashbordet, eller be den som drifter Tidemark om det. Stopp meldingene: \
                https://bm.example.org/dashboard/web/unsubscribe/0a1b
                """.formatted(rising("- lokalitet 10001 (Vik), merd A%d: stigende, 0,6 ‰ døde per dag ved opptaket "
                + "2027-01-30, grensen er 0,25 ‰, 4 dager over den\n")));
    }

    private static String rising(String line) {
        StringBuilder lines = new StringBuilder();
        IntStream.rangeClosed(2, 10).forEach(pen -> lines.append(line.formatted(pen)));
        return lines.toString();
    }

    @ParameterizedTest
    @EnumSource(names = {"NB", "EN"})
    void everyTextIsWrittenAndNoPlaceIsLeftOver(WatchMail language) throws ReflectiveOperationException {
        MailText full = mail(report(), language);
        MailText empty = mail(new WatchReport("F07", "S", List.of(), List.of(), List.of()), language);
        // the last two are of the page that the link opens
        String written = full.subject() + full.plain() + empty.plain() + full.html()
                + MailText.format(MailWords.of(language).stop() + MailWords.of(language).stopped(),
                        List.of(MailWords.of(language).messages(), MailWords.of(language).messages()));
        assertThat(written).doesNotContainPattern(PLACE).doesNotContain("null");
        for (RecordComponent text : MailWords.class.getRecordComponents()) {
            String words = String.valueOf(text.getAccessor().invoke(MailWords.of(language)));
            assertThat(words).as(text.getName()).isNotBlank();
            Stream<String> parts = WEEKLY.contains(text.getName()) ? Stream.of() : PLACE.splitAsStream(words);
            assertThat(parts.map(String::strip)).as(text.getName())
                    .allSatisfy(part -> assertThat(written).contains(part));
            assertThat(places(words)).as(text.getName()).isEqualTo(places(String.valueOf(text.getAccessor()
                    .invoke(MailWords.of(language == WatchMail.NB ? WatchMail.EN : WatchMail.NB)))));
        }
    }

    private static List<String> places(String words) {
        return PLACE.matcher(words).results().map(MatchResult::group).toList();
    }
}
