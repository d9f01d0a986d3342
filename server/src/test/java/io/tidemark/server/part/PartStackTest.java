package io.tidemark.server.part;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Parts are closed in the reverse order of their start, whatever fails. */
class PartStackTest {

    private final List<String> closed = new ArrayList<>();

    private AutoCloseable part(String name) {
        return () -> closed.add(name);
    }

    private AutoCloseable failing(String name) {
        return () -> {
            closed.add(name);
            throw new IOException(name);
        };
    }

    @Test
    void theLastStartedIsClosedFirst() {
        try (PartStack parts = new PartStack()) {
            parts.add(part("events"));
            parts.add(part("certificate"));
            parts.add(part("listener"));
        }
        assertThat(closed).containsExactly("listener", "certificate", "events");
    }

    @Test
    void oneThatCannotBeClosedLeavesNoneOpen() {
        PartStack parts = new PartStack();
        parts.add(failing("events"));
        parts.add(part("identity"));
        parts.add(failing("listener"));

        assertThatThrownBy(parts::close).isInstanceOf(IllegalStateException.class).cause().hasMessage("listener");
        assertThat(closed).containsExactly("listener", "identity", "events");
    }

    @Test
    void oneWhoseClassIsGoneLeavesNoneOpen() {
        PartStack parts = new PartStack();
        parts.add(part("events"));
        parts.add(() -> {
            closed.add("listener");
            throw new NoClassDefFoundError("io/tidemark/Gone");
        });

        assertThatThrownBy(parts::close).isInstanceOf(IllegalStateException.class)
                .hasRootCauseInstanceOf(NoClassDefFoundError.class);
        assertThat(closed).containsExactly("listener", "events");
    }

    @Test
    void aStartThatFailsClosesWhatHasStartedAndSaysWhyItFailed() {
        assertThatThrownBy(() -> {
            try (PartStack parts = new PartStack()) {
                parts.add(part("events"));
                parts.add(failing("listener"));
                throw new IllegalArgumentException("no snapshot");
            }
        }).isInstanceOf(IllegalArgumentException.class)
                .satisfies(e -> assertThat(e.getSuppressed()).singleElement().satisfies(
                suppressed -> assertThat(suppressed).hasRootCauseMessage("listener")));
        assertThat(closed).containsExactly("listener", "events");
    }

    @Test
    void aStartThatSucceedsHandsThePartsOver() {
        PartStack running;
        try (PartStack parts = new PartStack()) {
            parts.add(part("events"));
            parts.add(part("listener"));
            running = parts.release();
        }
        assertThat(closed).isEmpty();
        running.close();
        assertThat(closed).containsExactly("listener", "events");
    }
}
