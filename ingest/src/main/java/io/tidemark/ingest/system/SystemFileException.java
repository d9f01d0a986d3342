package io.tidemark.ingest.system;

/**
 * A mapping of a farm system breaks its contract, or its SQL cannot be run. The message names file, line and column.
 */
public final class SystemFileException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * The position of a fault.
     * @param file   its path under the systems' folder
     * @param line   line from 1; 0 if unknown
     * @param column column from 1
     */
    public record Place(String file, long line, long column) {

        /** The place of a fault in a file as a whole. */
        public static Place of(String file) {
            return new Place(file, 0, 0);
        }

        @Override
        public String toString() {
            return line == 0 ? file : file + " line " + line + ", column " + column;
        }
    }

    /** Takes the position and the problem. */
    public SystemFileException(Place place, String problem) {
        super("farm system " + place + ": " + problem);
    }

    /** Takes the position, the problem, and the cause. */
    public SystemFileException(Place place, String problem, Throwable cause) {
        super("farm system " + place + ": " + problem, cause);
    }
}
