package io.tidemark.server;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a server, in the order of their start. They are closed in the reverse order; if one fails, the others are closed all the same.
 * Not thread-safe.
 */
final class PartStack implements AutoCloseable {

    private final Deque<AutoCloseable> parts = new ArrayDeque<>();

    /** Adds a part that has started, and returns it. */
    <T extends AutoCloseable> T add(T part) {
        parts.push(part);
        return part;
    }

    /** Adds a part that a configuration may leave out. */
    void addIfAny(@Nullable AutoCloseable part) {
        if (part != null) {
            parts.push(part);
        }
    }

    /** Hands the parts over to another stack; closing this one closes none of them then. */
    PartStack release() {
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
