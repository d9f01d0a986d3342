package io.tidemark.server.doctor;

/**
 * One thing that was looked at.
 *
 * @param level  how it is
 * @param check  which check said so, such as {@code lake}
 * @param found  what was found
 * @param advice what to do about it; empty when nothing is to be done
 */
public record Finding(Level level, String check, String found, String advice) {

    /** How bad it is: a fault stops the server or harms what it holds, a warning will, or may. */
    public enum Level { OK, WARNING, FAULT }

    /** All is well. */
    static Finding ok(String check, String found) {
        return new Finding(Level.OK, check, found, "");
    }

    /** Something that will go wrong, or may. */
    static Finding warning(String check, String found, String advice) {
        return new Finding(Level.WARNING, check, found, advice);
    }

    /** Something that stops the server or harms what it holds. */
    static Finding fault(String check, String found, String advice) {
        return new Finding(Level.FAULT, check, found, advice);
    }
}
