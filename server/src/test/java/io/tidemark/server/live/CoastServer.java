package io.tidemark.server.live;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** One server over {@link CoastDelivery} for all test classes that ask for it as a parameter. */
final class CoastServer implements ParameterResolver {

    /** The server and the folder that it lives in; closed after the last test. */
    private record Running(LiveServer server, Path folder) implements AutoCloseable {

        static Running start() {
            try {
                Path folder = Files.createTempDirectory("coast");
                LiveServer server = LiveServer.start(folder, CoastDelivery.TODAY);
                return new Running(server.ingest(CoastDelivery.write(folder.resolve("delivery")), CoastDelivery.RULE), folder);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void close() throws IOException {
            server.close();
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == LiveServer.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getRoot().getStore(ExtensionContext.Namespace.create(CoastServer.class))
                .computeIfAbsent(Running.class, key -> Running.start(), Running.class).server();
    }
}
