package io.tidemark.server.dashboard;

import io.tidemark.data.file.Sha256;
import io.tidemark.data.file.TextTree;
import io.tidemark.server.http.coding.CodedBody;
import io.tidemark.server.http.coding.ContentCoding;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The dashboard's files, shipped with the program, and their common hash. The hash is part of every file's URL, so that
 * browsers may cache files permanently and never mix two versions. Thread-safe.
 */
final class DashboardFiles {

    /** The path of the charting library's file among the dashboard's files. */
    static final String CHARTS = "lib/echarts.js";

    private static final String FOLDER = "/web/";
    private static final String INDEX = "index.html";
    private static final Map<String, String> MEDIA_TYPES = Map.of("html", "text/html; charset=utf-8", "css",
            "text/css; charset=utf-8",
            "js", "text/javascript; charset=utf-8", "json", "application/json", "svg", "image/svg+xml");
    private static final int HASH_LENGTH = 16;
    /** The scripts that the first view loads; their imports follow from them. */
    private static final List<String> FIRST_VIEW = List.of("js/main.js", "js/pages/overview.js");
    /** The script that has the addresses of all pages. */
    static final String PAGES = "js/shell/pages.js";
    private static final Pattern PAGE_PATH = Pattern.compile("\\bpath: '(/[^']*)'");

    private final Map<String, byte[]> files;
    private final String hash;
    private final Map<String, byte[]> coded = new ConcurrentHashMap<>();

    private DashboardFiles(Map<String, byte[]> files, String hash) {
        this.files = files;
        this.hash = hash;
    }

    /**
     * Reads the files.
     *
     * @param base the path before all addresses of the page's files; empty for none
     */
    static DashboardFiles load(String base) {
        Map<String, byte[]> found = shipped();
        found.put(CHARTS, bytes(BrowserLibrary.of("echarts", "dist/echarts.esm.min.js")));
        var digest = Sha256.digest();
        found.forEach((name, bytes) -> {
            digest.update(name.getBytes(StandardCharsets.UTF_8));
            digest.update(bytes);
        });
        // the page has it in its addresses: under another path it is another page
        digest.update(base.getBytes(StandardCharsets.UTF_8));
        String hash = HexFormat.of().formatHex(digest.digest()).substring(0, HASH_LENGTH);
        Map<String, byte[]> files = new HashMap<>(found);
        String index = new String(found.get(INDEX), StandardCharsets.UTF_8).replace("{modules}", preloads(found))
                .replace("{base}", base + FOLDER + hash);
        files.put(INDEX, index.getBytes(StandardCharsets.UTF_8));
        return new DashboardFiles(Map.copyOf(files), hash);
    }

    /** The files as they ship, without the libraries. */
    static Map<String, byte[]> shipped() {
        Map<String, byte[]> found = new TreeMap<>();
        TextTree.shipped(BrowserLibrary.resource(FOLDER + INDEX), name -> MEDIA_TYPES.containsKey(extension(name)))
                .forEach((name, text) -> found.put(name, text.getBytes(StandardCharsets.UTF_8)));
        return found;
    }

    /**
     * A preload link for each script of the first view, so that the browser requests all of them at once and not import
     * after import.
     */
    private static String preloads(Map<String, byte[]> files) {
        Set<String> modules = new LinkedHashSet<>();
        FIRST_VIEW.forEach(script -> ScriptImports.addWithImports(script, files, modules));
        return modules.stream().map(script -> "  <link rel=\"modulepreload\" href=\"{base}/" + script + "\">")
                .collect(Collectors.joining("\n"));
    }

    private static byte[] bytes(URL url) {
        try (InputStream in = url.openStream()) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + url, e);
        }
    }

    private static String extension(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    /** The hash of all files, hexadecimal. */
    String hash() {
        return hash;
    }

    /** The addresses of all pages, as the scripts have them; one may have a part such as {@code {id}}. */
    List<String> pages() {
        return PAGE_PATH.matcher(ScriptImports.text(PAGES, files)).results().map(found -> found.group(1)).toList();
    }

    /** The names of all files, below their common folder. */
    Set<String> names() {
        return files.keySet();
    }

    /**
     * A file's bytes in a coding; empty if the file does not exist. Short files are not compressed, see {@link
     * #coding}.
     */
    Optional<byte[]> content(String name, ContentCoding coding) {
        byte[] plain = files.get(name);
        return plain == null ? Optional.empty() : Optional.of(coded.computeIfAbsent(coding.wireName() + " " + name,
                _ -> CodedBody.of(plain, coding).with(new byte[0])));
    }

    /** The coding of a file for a client that accepts this one. */
    ContentCoding coding(String name, ContentCoding accepted) {
        byte[] plain = files.get(name);
        return plain == null || plain.length < CodedBody.MIN_CODED ? ContentCoding.IDENTITY : accepted;
    }

    /** The media type of a file. */
    static String mediaType(String name) {
        return MEDIA_TYPES.getOrDefault(extension(name), "application/octet-stream");
    }

    /** The single HTML page of the dashboard. */
    static String index() {
        return INDEX;
    }
}
