package io.tidemark.server.part;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The parts of a server, in the order of their start. They are closed in the reverse order; if one fails, the others
 * are closed all the same. Not thread-safe.
 */
public final class PartStack implements AutoCloseable {

    private final Deque<AutoCloseable> parts = new ArrayDeque<>();

    /** Adds a part that has started, and returns it. */
    public <T extends AutoCloseable> T add(T part) {
        parts.push(part);
        return part;
    }

    /** Hands the parts over to another stack; closing this one closes none of them then. */
    public PartStack release() {
        PartStack other = new PartStack();
        other.parts.addAll(parts);
        parts.clear();
        return other;
    }

    /** Closes all parts; {@link IllegalStateException} with the first failure, which carries the others. */
    @Override
    public void close() {
        IllegalStateException problem = null;
        while (!parts.isEmpty()) {
            try {
                parts.pop().close();
            } catch (Exception | Error e) {
                // an Error too: after an upgrade of the package a class that is needed only now may be gone
                if (problem == null) {
                    problem = new IllegalStateException("a part of the server cannot be closed", e);
                } else {
                    problem.addSuppressed(e);
                }
            }
        }
        if (problem != null) {
            throw problem;
        }
    }
}
