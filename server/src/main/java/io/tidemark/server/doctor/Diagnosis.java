package io.tidemark.server.doctor;

/**
 * One thing that was looked at.
 *
 * @param level  how it is
 * @param check  which check said so, such as {@code lake}
 * @param found  what was found
 * @param advice what to do about it; empty when nothing is to be done
 */
public record Diagnosis(Level level, String check, String found, String advice) {

    /** How bad it is: a fault stops the server or harms what it holds, a warning will, or may. */
    public enum Level { OK, WARNING, FAULT }

    /** All is well. */
    static Diagnosis ok(String check, String found) {
        return new Diagnosis(Level.OK, check, found, "");
    }

    /** Something that will go wrong, or may. */
    static Diagnosis warning(String check, String found, String advice) {
        return new Diagnosis(Level.WARNING, check, found, advice);
    }

    /** Something that stops the server or harms what it holds. */
    static Diagnosis fault(String check, String found, String advice) {
        return new Diagnosis(Level.FAULT, check, found, advice);
    }
}
