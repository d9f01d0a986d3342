package io.tidemark.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The dashboard says everything in Norwegian and in English. */
final class DictionaryTest {

    private static final Path WEB = Path.of("src/main/resources/web");
    private static final Pattern USED = Pattern.compile("\\bt\\('([^']+)'");
    /** {@code {n}}, or {@code {n|site|sites}}: one language may need a word for each number where the other does not. */
    private static final Pattern PLACE = Pattern.compile("\\{(\\w+)[|}]");

    private static Map<String, String> dictionary(String language) throws IOException {
        return new ObjectMapper().readValue(WEB.resolve("i18n/" + language + ".json").toFile(),
                new TypeReference<>() { });
    }

    private static Set<String> places(String text) {
        return PLACE.matcher(text).results().map((MatchResult each) -> each.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void bothLanguagesHaveTheSameTextsWithTheSamePlacesForValues() throws IOException {
        Map<String, String> norwegian = dictionary("nb");
        Map<String, String> english = dictionary("en");

        assertThat(norwegian.keySet()).isEqualTo(english.keySet()).hasSizeGreaterThan(200);
        assertThat(norwegian).allSatisfy((key, text) -> {
            assertThat(text).as(key).isNotBlank();
            assertThat(english.get(key)).as(key).isNotBlank();
            assertThat(places(text)).as(key).isEqualTo(places(String.valueOf(english.get(key))));
        });
    }

    /**
     * What the authority calls utkast is discarded at slaughter, which is no culling; words that readers of the trade
     * take for something else.
     */
    @Test
    void theWordsAreThoseOfTheTrade() throws IOException {
        Map<String, String> norwegian = dictionary("nb");
        Map<String, String> english = dictionary("en");

        assertThat(norwegian).allSatisfy((key, text) -> {
            if (!key.equals("mortality.risk.authority")) {
                assertThat(text).as(key).doesNotContainIgnoringCase("utkast");
            }
            assertThat(text).as(key).doesNotContainIgnoringCase("risiko").doesNotContain("Fôrrate");
        });
        assertThat(norwegian).containsEntry("kind.culling", "Avlivet og destruert")
                .containsEntry("kind.loss", "Tap (døde + avlivet)")
                .containsEntry("kpi.kpi-risk", "Rullerende tap siste 12 måneder")
                .containsEntry("authority.name", "Fiskeridirektoratet")
                .containsEntry("cause.B", "Skader (traume)").containsEntry("cause.C", "Miljøforhold")
                .containsEntry("treatments.target", "Behandlet mot")
                .containsEntry("category.Bath", "Medikamentelt bad")
                .containsEntry("category.Medicinal", "Medikamentelt fôr")
                .containsEntry("target.Health", "Forebyggende").containsEntry("sites.type", "Vanntype")
                .containsEntry("sites.region", "Økoregion");
        assertThat(english).containsEntry("region.Midt", "Central Norway")
                .containsEntry("authority.name", "Directorate of Fisheries")
                .containsEntry("kpi.kpi-risk", "Rolling 12-month loss")
                .containsEntry("overview.area", "Status in {area}");
    }

    @Test
    void everyTextThatAScriptNamesIsThere() throws IOException {
        Map<String, String> norwegian = dictionary("nb");
        Set<String> used = new TreeSet<>();
        try (Stream<Path> scripts = Files.walk(WEB.resolve("js"))) {
            for (Path script : scripts.filter(Files::isRegularFile).toList()) {
                USED.matcher(Files.readString(script)).results().forEach(each -> used.add(each.group(1)));
            }
        }

        assertThat(used).hasSizeGreaterThan(100).isSubsetOf(norwegian.keySet());
    }
}
