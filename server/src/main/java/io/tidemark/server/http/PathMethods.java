package io.tidemark.server.http;

import io.helidon.http.Method;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.ServerRequest;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Adds handlers to paths by their method, and refuses all other methods of these paths with 405, which names those that
 * are there in the order in which they were added.
 */
public final class PathMethods {

    private final HttpRules rules;
    private final Map<String, Set<String>> methods = new LinkedHashMap<>();

    /** Takes the routing that the paths are added to. */
    public PathMethods(HttpRules rules) {
        this.rules = rules;
    }

    /** Adds a handler. */
    public PathMethods on(Method method, String path, Handler handler) {
        methods.computeIfAbsent(path, _ -> new LinkedHashSet<>()).add(method.text());
        rules.route(method, path, handler);
        return this;
    }

    /** Refuses the other methods of all paths so far. */
    public void only() {
        only(_ -> { });
    }

    /** Refuses the other methods of all paths so far, once a check of the request has passed. */
    public void only(Consumer<ServerRequest> check) {
        methods.forEach((path, known) -> rules.any(path, (request, _) -> {
            check.accept(request);
            throw new ApiException.MethodNotAllowed(String.join(", ", known));
        }));
    }
}
