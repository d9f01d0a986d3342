package io.tidemark.server.dashboard;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.List;
import java.util.Properties;

/** Finds files of browser libraries that come from Maven. */
public final class BrowserLibrary {

    /** The Maven groups of WebJars: packages of npm, and hand-made ones. */
    private static final List<String> GROUPS = List.of("org.webjars.npm", "org.webjars");

    private BrowserLibrary() {}

    /**
     * A file of a library; the jar itself names the version.
     *
     * @param artifact the library's artifact, such as echarts
     * @param file     its path in the library's package
     * @throws IllegalStateException if the file does not exist
     */
    public static URL of(String artifact, String file) {
        Properties jar = new Properties();
        String maven = GROUPS.stream().map(group -> "/META-INF/maven/" + group + "/" + artifact + "/pom.properties")
                .filter(path -> BrowserLibrary.class.getResource(path) != null).findFirst()
                .orElseThrow(() -> missing("/META-INF/maven/*/" + artifact + "/pom.properties"));
        try (InputStream in = resource(maven).openStream()) {
            jar.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the version of " + artifact + " in " + maven, e);
        }
        return resource("/META-INF/resources/webjars/" + artifact + "/" + jar.getProperty("version") + "/" + file);
    }

    /** A shipped file. */
    static URL resource(String path) {
        URL url = BrowserLibrary.class.getResource(path);
        if (url == null) {
            throw missing(path);
        }
        return url;
    }

    private static IllegalStateException missing(String file) {
        return new IllegalStateException("the program was built without " + file
                + "; build it anew, with mvn clean package");
    }
}
