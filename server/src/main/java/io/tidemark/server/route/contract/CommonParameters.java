package io.tidemark.server.route.contract;

import java.util.List;

/** The parameters of every route: response format and snapshot. */
public final class CommonParameters {

    /** The answer's format. */
    public static final String FORMAT = "format";
    /** The decimal sign in CSV. */
    public static final String DECIMAL = "decimal";
    /** The snapshot. */
    public static final String SNAPSHOT = "snapshot";
    /** All common parameters. */
    public static final List<String> PARAMETERS = List.of(FORMAT, DECIMAL, SNAPSHOT);

    private CommonParameters() {}
}
