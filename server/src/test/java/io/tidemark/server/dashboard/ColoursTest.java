package io.tidemark.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The colours of the style sheets in both themes: read from the files, held against what WCAG 2.2 asks for, and against
 * each other.
 */
final class ColoursTest {

    private static final Path STYLES = Path.of("src/main/resources/web/css");
    private static final Pattern DECLARED =
            Pattern.compile("(--[\\w-]+): light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\);");
    /** The least distance in CIELAB at which two colours of one chart are told apart at a glance. */
    private static final double APART = 20;
    private static final double TEXT = 4.5;
    private static final double SHAPE = 3;

    /** By theme, then name. */
    private static Map<String, Map<String, String>> colours() throws IOException {
        Map<String, String> light = new HashMap<>();
        Map<String, String> dark = new HashMap<>();
        for (String file : List.of("base.css", "colours.css")) {
            Matcher declared = DECLARED.matcher(Files.readString(STYLES.resolve(file)));
            while (declared.find()) {
                light.put(declared.group(1), declared.group(2));
                dark.put(declared.group(1), declared.group(3));
            }
        }
        return Map.of("light", light, "dark", dark);
    }

    private static double[] linear(String colour) {
        double[] parts = new double[3];
        for (int i = 0; i < 3; i++) {
            double part = Integer.parseInt(colour.substring(1 + 2 * i, 3 + 2 * i), 16) / 255.0;
            parts[i] = part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4);
        }
        return parts;
    }

    private static double luminance(String colour) {
        double[] rgb = linear(colour);
        return 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2];
    }

    private static double contrast(String one, String other) {
        double a = luminance(one);
        double b = luminance(other);
        return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    }

    private static double lightness(double t) {
        return t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116.0;
    }

    private static double[] lab(String colour) {
        double[] rgb = linear(colour);
        double x = lightness((0.4124 * rgb[0] + 0.3576 * rgb[1] + 0.1805 * rgb[2]) / 0.95047);
        double y = lightness(luminance(colour));
        double z = lightness((0.0193 * rgb[0] + 0.1192 * rgb[1] + 0.9505 * rgb[2]) / 1.08883);
        return new double[] {116 * y - 16, 500 * (x - y), 200 * (y - z)};
    }

    private static double distance(String one, String other) {
        double[] a = lab(one);
        double[] b = lab(other);
        return Math.sqrt(Math.pow(a[0] - b[0], 2) + Math.pow(a[1] - b[1], 2) + Math.pow(a[2] - b[2], 2));
    }

    private static List<String> palette(Map<String, String> colours, String name) {
        List<String> found = new ArrayList<>();
        for (int i = 0; colours.containsKey("--" + name + "-" + i); i++) {
            found.add(String.valueOf(colours.get("--" + name + "-" + i)));
        }
        return found;
    }

    private static String named(Map<String, String> colours, String name) {
        String found = colours.get("--" + name);
        assertThat(found).as(name).isNotNull();
        return String.valueOf(found);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            text soft link bad good own benchmark authority main | page surface raised | 4.5
            on-main                                              | main                | 4.5
            text                                                 | warn                | 4.5
            edge                                                 | page surface        | 3
            """)
    void textsAndEdgesStandOut(String fronts, String backs, double least) throws IOException {
        for (Map.Entry<String, Map<String, String>> theme : colours().entrySet()) {
            for (String front : fronts.split(" ")) {
                for (String back : backs.split(" ")) {
                    assertThat(contrast(named(theme.getValue(), front), named(theme.getValue(), back)))
                            .as("%s on %s, %s", front, back, theme.getKey()).isGreaterThanOrEqualTo(least);
                }
            }
        }
    }

    /**
     * A line's label has the line's colour, so that each is a colour of text; any two of a palette, and each beside our
     * own blue, look different.
     */
    @ParameterizedTest
    @ValueSource(strings = {"cause", "method", "region", "year", "series"})
    void aPaletteIsReadableAndToldApart(String name) throws IOException {
        for (Map.Entry<String, Map<String, String>> theme : colours().entrySet()) {
            List<String> colours = palette(theme.getValue(), name);
            assertThat(colours).hasSizeGreaterThanOrEqualTo(3);
            for (String colour : colours) {
                for (String back : List.of("surface", "page")) {
                    assertThat(contrast(colour, named(theme.getValue(), back)))
                            .as("%s on %s, %s", colour, back, theme.getKey()).isGreaterThanOrEqualTo(TEXT);
                }
                assertThat(distance(colour, named(theme.getValue(), "own")))
                        .as("%s beside own, %s", colour, theme.getKey()).isGreaterThan(APART);
                assertThat(colours).filteredOn(each -> !each.equals(colour)).hasSize(colours.size() - 1)
                        .allSatisfy(other -> assertThat(distance(colour, other))
                        .as("%s beside %s, %s", colour, other, theme.getKey()).isGreaterThan(APART));
            }
        }
    }

    /** The largest amounts stand out most in both themes: in the dark they are the light ones. */
    @ParameterizedTest
    @ValueSource(strings = {"amount", "loss"})
    void theLargestAmountStandsOutMost(String name) throws IOException {
        for (Map<String, String> theme : colours().values()) {
            List<Double> steps = palette(theme, name).stream().map(each -> contrast(each, named(theme, "page")))
                    .toList();
            assertThat(steps).hasSize(7).isSorted();
            assertThat(steps.subList(4, 7)).allMatch(each -> each >= SHAPE);
        }
    }

    /** Cold is blue and warm is red; the middle stands out least. */
    @Test
    void warmIsRed() throws IOException {
        for (Map<String, String> theme : colours().values()) {
            List<String> steps = palette(theme, "warmth");
            assertThat(steps).hasSize(7);
            assertThat(linear(steps.getFirst())[2]).isGreaterThan(2 * linear(steps.getFirst())[0]);
            assertThat(linear(steps.getLast())[0]).isGreaterThan(2 * linear(steps.getLast())[2]);
            List<Double> seen = steps.stream().map(each -> contrast(each, named(theme, "page"))).toList();
            assertThat(seen.subList(0, 4)).isSortedAccordingTo(Comparator.reverseOrder());
            assertThat(seen.subList(3, 7)).isSorted();
            assertThat(List.of(seen.getFirst(), seen.getLast())).allMatch(each -> each >= SHAPE);
        }
    }
}
