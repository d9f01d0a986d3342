package io.tidemark.server.identity.state;

import com.fasterxml.jackson.core.type.TypeReference;
import io.tidemark.data.text.YamlResource;
import java.util.List;

/** The state file's tables, as the steps of schema.yaml from each version to the next. */
final class StateSchema {

    /** The statements that lead from version n to n + 1, at place n. */
    static final List<List<String>> STEPS =
            YamlResource.read(StateSchema.class, "schema.yaml", new TypeReference<>() {});

    /** Kept in {@code PRAGMA user_version}. */
    static final int VERSION = STEPS.size();

    private StateSchema() {}
}
