package io.tidemark.server.doctor;

import io.tidemark.server.config.ServerConfig;
import io.tidemark.server.setup.MemoryBudget;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/** Compares the machine's memory with the needs of the engine and Java. */
record MemoryCheck() implements Doctor.Check {

    private static final String NAME = "memory";

    @Override
    public List<Diagnosis> look(ServerConfig config) {
        return List.of(judge(config.engine().memoryMb(), MemoryBudget.available()));
    }

    /** The result for an engine of this size, megabytes. */
    static Diagnosis judge(int engineMb, OptionalLong available) {
        int needed = MemoryBudget.process(engineMb);
        if (available.isEmpty()) {
            return Diagnosis.ok(NAME, "the server may take " + needed + " MB; how much there is cannot be told here");
        }
        String words = String.format(Locale.ROOT, "the server may take %,d MB with query.engine-memory-mb: %d, of %,d MB", needed, engineMb,
                available.getAsLong());
        return needed <= available.getAsLong() ? Diagnosis.ok(NAME, words)
                : new Diagnosis(engineMb > available.getAsLong() ? Diagnosis.Level.FAULT : Diagnosis.Level.WARNING, NAME, words,
                        "set query.engine-memory-mb to " + MemoryBudget.engine(available.getAsLong())
                                + ", or give it more memory (MemoryMax of the unit)");
    }
}
