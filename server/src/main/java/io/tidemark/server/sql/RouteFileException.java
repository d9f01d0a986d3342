package io.tidemark.server.sql;

import java.util.List;

/** Files under {@code sql/} that cannot be served, with all faults of all files, a line each. */
public final class RouteFileException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * A fault in a file.
     *
     * @param file    the file's name
     * @param line    line, counted from 1
     * @param message the fault, for people
     */
    public record Fault(String file, int line, String message) {
        @Override
        public String toString() {
            return file + ":" + line + ": " + message;
        }
    }

    private final transient List<Fault> faults;

    /** Takes all faults. */
    public RouteFileException(List<Fault> faults) {
        super(String.join("\n", faults.stream().map(Fault::toString).toList()));
        this.faults = List.copyOf(faults);
    }

    /** Takes one fault. */
    public RouteFileException(String file, int line, String message) {
        this(List.of(new Fault(file, line, message)));
    }

    /** The faults, in the order of the files. */
    public List<Fault> faults() {
        return faults;
    }
}
