package io.tidemark.ingest.authority.format;

/** Stops the reading of one row; {@link RowTally} turns it into a {@link RowFault}. Has no stack trace. */
public final class RowRejected extends Exception {

    private static final long serialVersionUID = 1L;

    private final String column;
    private final String value;

    public RowRejected(String column, String value, String reason) {
        super(reason, null, false, false);
        this.column = column;
        this.value = value;
    }

    public RowFault at(long line) {
        return new RowFault(line, column, value, reason());
    }

    public String reason() {
        return String.valueOf(getMessage());
    }
}
