package io.tidemark.server.part;

import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.HttpService;
import io.tidemark.server.config.ServerConfig;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The parts of a server that starts, each found by its class. Not thread-safe. */
public final class Parts {

    private static final ZoneId NORWAY = ZoneId.of("Europe/Oslo");

    private final ServerConfig config;
    private final Clock clock;
    private final PartStack closing;
    private final List<Object> parts = new ArrayList<>();
    private final List<Consumer<HttpRouting.Builder>> paths = new ArrayList<>();

    /** No parts yet; those that can be closed are added to the stack. */
    public Parts(ServerConfig config, Clock clock, PartStack closing) {
        this.config = config;
        this.clock = clock;
        this.closing = closing;
    }

    /** The settings. */
    public ServerConfig config() {
        return config;
    }

    /** The clock by which tokens expire and days begin. */
    public Clock clock() {
        return clock;
    }

    /** The time in Norway. */
    public Supplier<ZonedDateTime> now() {
        return () -> clock.instant().atZone(NORWAY);
    }

    /** The current day in Norway, or the one that is set. */
    public Supplier<LocalDate> today() {
        LocalDate fixed = config.today();
        return () -> fixed == null ? now().get().toLocalDate() : fixed;
    }

    /** The folder for what does not fit into memory. */
    public Path spill() {
        return config.state().resolve("spill");
    }

    /** Adds a part, which is closed with the server if it can be, and returns it. */
    public <T> T add(T part) {
        parts.addFirst(part);
        if (part instanceof AutoCloseable closeable) {
            closing.add(closeable);
        }
        return part;
    }

    /** Adds something to do when the server stops. */
    public void atStop(AutoCloseable end) {
        closing.add(end);
    }

    /**
     * A part of a feature that started before, the newest of that type; {@link IllegalStateException} if there is none.
     * The newest receiver of events is the one that passes them on to all.
     */
    public <T> T get(Class<T> type) {
        return find(type).orElseThrow(() -> new IllegalStateException("nothing before this started a "
                + type.getName()));
    }

    /** A part that a configuration may leave out. */
    public <T> Optional<T> find(Class<T> type) {
        return all(type).stream().findFirst();
    }

    /** All parts of this type, the newest first. */
    public <T> List<T> all(Class<T> type) {
        return parts.stream().filter(type::isInstance).map(type::cast).toList();
    }

    /** Adds paths to the listener for callers. */
    public void paths(Consumer<HttpRouting.Builder> more) {
        paths.add(more);
    }

    /** Adds a service to the listener for callers. */
    public void service(String path, HttpService service) {
        paths.add(routing -> routing.register(path, service));
    }

    /** Registers the paths of all features in the order of their start. */
    public void register(HttpRouting.Builder routing) {
        paths.forEach(each -> each.accept(routing));
    }
}
