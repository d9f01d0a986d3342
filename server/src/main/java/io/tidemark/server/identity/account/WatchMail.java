package io.tidemark.server.identity.account;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Whether an account gets the messages of the watch over its company's pens by mail, and in which language. */
public enum WatchMail {
    /** It gets none. */
    OFF,
    /** Norwegian. */
    NB,
    /** English. */
    EN;

    /** The name as written, such as {@code nb}. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The value of a name as written. */
    public static Optional<WatchMail> of(String name) {
        return Arrays.stream(values()).filter(value -> value.wireName().equals(name)).findFirst();
    }
}
