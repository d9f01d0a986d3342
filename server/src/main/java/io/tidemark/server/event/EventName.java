package io.tidemark.server.event;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The names of events in logs and metrics, one for each kind: {@code sign_in_refused} of {@link Event.SignInRefused}.
 */
public final class EventName {

    private static final Pattern WORD = Pattern.compile("(?<=[a-z])(?=[A-Z])");
    /** Those that are named after what happened to. */
    private static final Map<Class<?>, String> SHORTER = Map.of(Event.RequestAnswered.class, "request",
            Event.DataAccessed.class, "data_access", Event.QueryRan.class, "query");
    private static final Map<Class<?>, String> NAMES = new LinkedHashMap<>();

    static {
        Stream.of(Event.class, Event.Audited.class).flatMap(group -> Stream.of(group.getPermittedSubclasses()))
                .filter(Class::isRecord).forEach(kind -> NAMES.put(kind, SHORTER.getOrDefault(kind,
                        WORD.matcher(kind.getSimpleName()).replaceAll("_").toLowerCase(Locale.ROOT))));
    }

    private EventName() {}

    /** All names. */
    public static Collection<String> all() {
        return Collections.unmodifiableCollection(NAMES.values());
    }

    /** The name of an event. */
    public static String of(Event event) {
        return of(event.getClass());
    }

    /** The name of a kind of events. */
    public static String of(Class<? extends Event> kind) {
        return Objects.requireNonNull(NAMES.get(kind));
    }
}
