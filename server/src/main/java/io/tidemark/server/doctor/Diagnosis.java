package io.tidemark.server.doctor;

/**
 * The result of a check.
 *
 * @param level  severity
 * @param check  the check's name, such as {@code lake}
 * @param found  the finding
 * @param advice the remedy; empty if none is needed
 */
public record Diagnosis(Level level, String check, String found, String advice) {

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
}
