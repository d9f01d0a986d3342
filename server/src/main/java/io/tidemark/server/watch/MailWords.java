package io.tidemark.server.watch;

import com.fasterxml.jackson.core.type.TypeReference;
import io.tidemark.data.text.YamlResource;
import io.tidemark.server.identity.account.WatchMail;
import java.util.Map;
import java.util.Objects;

/** The words of mails in one language, from mail-words.yaml. */
record MailWords(String code, String subject, String signals, String missing, String rejected, String nothing,
        String limit, String rising, String pen, String missingPen, String file, String more, String overview,
        String about, String caution, String unsubscribe, String stop, String stopButton, String stopped,
        String messages, String summaries, String weekSubject, String weekAbout, String calm, String beside,
        String noneBeside, String lice, String above, String treatments, String empty) {

    private static final Map<WatchMail, MailWords> ALL =
            YamlResource.read(MailWords.class, "mail-words.yaml", new TypeReference<>() {});

    /** The words of an account's language. */
    static MailWords of(WatchMail language) {
        return Objects.requireNonNull(ALL.get(language == WatchMail.EN ? language : WatchMail.NB));
    }

    /** A signal of the route in words. */
    String signal(String signal) {
        return signal.equals("limit") ? limit : rising;
    }
}
