package io.tidemark.server.watch;

import io.tidemark.server.identity.account.WatchMail;

/** The words of mails in one language; the places of values are those of {@link String#format}. */
enum MailWords {
    NB("nb", "Tidemark: %s, merder som trenger deg: %d", "Merder som trenger deg", "Dager som mangler",
            "Avviste rader i siste leveranse",
            "Ingen merd har et signal, ingen dag mangler, og ingen rad er avvist.", "over grensen", "stigende",
            "lokalitet %s (%s), merd %s: %s, %s ‰ døde %s, grensen er %s ‰, %d dager over den",
            "lokalitet %s (%s), merd %s: %d av de siste 14 dagene mangler", "%s: %s rader", "og %d til", "Oversikten",
            "Selskap %s, data %s.", "Et signal er en grunn til å se etter, ikke en diagnose.",
            "Du får denne meldingen fordi kontoen %s har bedt om det. Be den som drifter Tidemark om å slå den av "
            + "(watch-mail off)."),
    EN("en", "Tidemark: %s, pens that need you: %d", "Pens that need you", "Missing days",
            "Rejected rows of the last delivery",
            "No pen has a signal, no day is missing, and no row was rejected.", "above the limit", "rising",
            "site %s (%s), pen %s: %s, %s ‰ dead on %s, the limit is %s ‰, %d days above it",
            "site %s (%s), pen %s: %d of the last 14 days are missing", "%s: %s rows", "and %d more", "The overview",
            "Company %s, data %s.", "A signal is a reason to look, not a diagnosis.",
            "You get this message because the account %s asked for it. Ask whoever runs Tidemark to turn it off "
            + "(watch-mail off).");

    final String code;
    final String subject;
    final String signals;
    final String missing;
    final String rejected;
    final String nothing;
    final String limit;
    final String rising;
    final String pen;
    final String missingPen;
    final String file;
    final String more;
    final String overview;
    final String about;
    final String caution;
    final String unsubscribe;

    MailWords(String code, String subject, String signals, String missing, String rejected, String nothing,
            String limit, String rising, String pen,
            String missingPen, String file, String more, String overview, String about, String caution,
            String unsubscribe) {
        this.code = code;
        this.subject = subject;
        this.signals = signals;
        this.missing = missing;
        this.rejected = rejected;
        this.nothing = nothing;
        this.limit = limit;
        this.rising = rising;
        this.pen = pen;
        this.missingPen = missingPen;
        this.file = file;
        this.more = more;
        this.overview = overview;
        this.about = about;
        this.caution = caution;
        this.unsubscribe = unsubscribe;
    }

    /** The words of an account's language. */
    static MailWords of(WatchMail language) {
        return language == WatchMail.EN ? EN : NB;
    }

    /** A signal of the route in words. */
    String signal(String signal) {
        return signal.equals("limit") ? limit : rising;
    }
}
