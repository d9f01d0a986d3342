package io.tidemark.server.http.limit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** One server for all test classes that ask for it as a parameter, closed after the last test. */
public abstract class OneServer<S extends AutoCloseable> implements ParameterResolver {

    /** The server and the folder that it lives in. */
    private record Running(AutoCloseable server, Path folder) implements AutoCloseable {
        @Override
        public void close() throws IOException {
            try {
                server.close();
            } catch (Exception e) {
                throw new IOException("the server cannot be closed", e);
            }
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    private final Class<S> type;

    /** Gives it to parameters of a type. */
    protected OneServer(Class<S> type) {
        this.type = type;
    }

    /** Starts it in a folder of its own. */
    protected abstract S start(Path folder) throws IOException, InterruptedException;

    private Running running() {
        try {
            Path folder = Files.createTempDirectory("server");
            return new Running(start(folder), folder);
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == type;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        // not of the root: that ends with each class where several processes share the classes
        return context.getStore(ExtensionContext.StoreScope.LAUNCHER_SESSION,
                ExtensionContext.Namespace.create(getClass()))
                .computeIfAbsent(Running.class, key -> running(), Running.class).server();
    }
}
