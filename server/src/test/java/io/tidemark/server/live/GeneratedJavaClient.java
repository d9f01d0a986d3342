package io.tidemark.server.live;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The generator's Java client on java.net.http. */
final class GeneratedJavaClient implements GeneratedClient {

    private final ClassLoader classes;
    private final URI server;

    private GeneratedJavaClient(ClassLoader classes, URI server) {
        this.classes = classes;
        this.server = server;
    }

    /** Generates and compiles it. */
    static GeneratedJavaClient make(Path description, Path folder, URI server) throws IOException,
            InterruptedException {
        GeneratedClient.generate(description, folder, "-g", "java", "--additional-properties",
                "library=native,invokerPackage=client,apiPackage=client.api,modelPackage=client.model,openApiNullable=false");
        List<String> sources;
        try (Stream<Path> files = Files.walk(folder.resolve("src/main/java"))) {
            sources = files.map(Path::toString).filter(each -> each.endsWith(".java")).toList();
        }
        Path arguments = Files.write(folder.resolve("sources.txt"), sources);
        Path compiled = folder.resolve("classes");
        String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
                + File.pathSeparator
                + GeneratedClient.jars().stream().map(each -> each.toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
        GeneratedClient.run(folder, List.of(System.getProperty("java.home") + "/bin/javac", "-proc:none",
                "-parameters", "-cp", path, "-d", compiled.toString(), "@" + arguments));
        return new GeneratedJavaClient(new URLClassLoader(new URL[] {compiled.toUri().toURL()},
                GeneratedJavaClient.class.getClassLoader()),
                server);
    }

    @Override
    public ClientCall.Answer call(ClientCall call) throws ReflectiveOperationException, IOException {
        Object client = classes.loadClass("client.ApiClient").getConstructor().newInstance();
        set(client, "setHost", String.class, server.getHost());
        set(client, "setPort", int.class, server.getPort());
        set(client, "setScheme", String.class, server.getScheme());
        Consumer<HttpRequest.Builder> identity = request -> {
            if (call.token() != null) {
                request.header("Authorization", "Bearer " + call.token());
            }
            if (call.secret() != null) {
                request.header("x-client-secret", call.secret());
            }
        };
        set(client, "setRequestInterceptor", Consumer.class, identity);
        ObjectMapper mapper = (ObjectMapper) client.getClass().getMethod("getObjectMapper").invoke(client);
        Class<?> api = classes.loadClass("client.api." + call.api());
        Method method = Stream.of(api.getMethods())
                .filter(each -> each.getName().equals(call.operation() + "WithHttpInfo"))
                .min(Comparator.comparingInt(Method::getParameterCount)).orElseThrow();
        List<@Nullable Object> values = new ArrayList<>();
        for (Parameter parameter : method.getParameters()) {
            JsonNode value = call.values().entrySet().stream()
                    .filter(each -> ClientCall.camel(each.getKey(), false).equals(parameter.getName()))
                    .map(Map.Entry::getValue).findFirst()
                    .orElse(parameter.getType().getName().startsWith("client.model.") ? call.body() : null);
            values.add(value == null ? null : mapper.convertValue(value,
                    mapper.constructType(parameter.getParameterizedType())));
        }
        try {
            Object answer = method.invoke(api.getConstructor(client.getClass()).newInstance(client), values.toArray());
            Object data = answer.getClass().getMethod("getData").invoke(answer);
            return new ClientCall.Answer((int) answer.getClass().getMethod("getStatusCode").invoke(answer),
                    data instanceof File file ? TextNode.valueOf(Files.readString(file.toPath()))
                    : mapper.valueToTree(data));
        } catch (InvocationTargetException e) {
            Throwable cause = Objects.requireNonNull(e.getCause());
            Object status = cause.getClass().getName().endsWith("ApiException") ? cause.getClass().getMethod("getCode")
                    .invoke(cause) : 0;
            return new ClientCall.Answer((int) status, TextNode.valueOf(cause.toString()));
        }
    }

    private static void set(Object client, String method, Class<?> type, Object value)
            throws ReflectiveOperationException {
        client.getClass().getMethod(method, type).invoke(client, value);
    }
}
