package io.tidemark.server.doctor;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The result of a check.
 *
 * @param level  severity
 * @param check  the check's name, such as {@code lake}
 * @param found  the finding
 * @param advice the remedy; empty if none is needed
 * @param cure   carries out the remedy where that is safe; null where a person must
 */
public record Diagnosis(Level level, String check, String found, String advice, @Nullable Cure cure) {

    /** A remedy that loses nothing. */
    @FunctionalInterface
    public interface Cure {
        /** Carries it out. */
        void run() throws IOException;
    }

    /** A result that only a person can cure. */
    Diagnosis(Level level, String check, String found, String advice) {
        this(level, check, found, advice, null);
    }

    /** The severity: a fault stops the server or damages data; a warning may come to that. */
    public enum Level { OK, WARNING, FAULT }

    /** A good result. */
    static Diagnosis ok(String check, String found) {
        return new Diagnosis(Level.OK, check, found, "");
    }

    /** A result that may become a fault. */
    static Diagnosis warning(String check, String found, String advice) {
        return new Diagnosis(Level.WARNING, check, found, advice);
    }

    /** A result that stops the server or damages data. */
    static Diagnosis fault(String check, String found, String advice) {
        return new Diagnosis(Level.FAULT, check, found, advice);
    }

    /** A copy that can be cured. */
    Diagnosis curedBy(Cure remedy) {
        return new Diagnosis(level, check, found, advice, remedy);
    }
}
