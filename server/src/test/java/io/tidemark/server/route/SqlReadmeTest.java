package io.tidemark.server.route;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import io.tidemark.data.table.LakeTables;
import io.tidemark.data.table.LedgerTables;
import io.tidemark.data.table.TableContract;
import io.tidemark.server.route.contract.AmbientValue;
import io.tidemark.server.route.contract.Confidentiality;
import io.tidemark.server.route.contract.FieldType;
import io.tidemark.server.sql.SqlTree;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The lists of sql/README.md name everything that there is, and nothing else. */
class SqlReadmeTest {

    private static final Pattern NAME = Pattern.compile("`:?([^`]+)`");
    private static final Pattern SHARED = Pattern.compile("shared/([a-z_]+)\\.sql");

    private static final String README = text();

    private static String text() {
        try (InputStream in = Objects.requireNonNull(SqlReadmeTest.class.getResourceAsStream(
                "/guides/sql/README.md"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The names in the first column of the table with this head. */
    private static Set<String> column(String head) {
        return names(README.lines().dropWhile(line -> !line.startsWith("| " + head + " |")).skip(2)
                .takeWhile(line -> line.startsWith("|")).map(line -> line.split("\\|", 3)[1]));
    }

    private static Set<String> names(Stream<String> texts) {
        return texts.flatMap(text -> NAME.matcher(text).results()).map(name -> name.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void everyKeyOfAHeader() {
        Set<String> keys = Arrays.stream(RouteHeader.class.getRecordComponents()).map(component -> {
            JsonProperty written = component.getAccessor().getAnnotation(JsonProperty.class);
            return written == null ? PropertyNamingStrategies.SnakeCaseStrategy.INSTANCE.translate(component.getName())
                    : written.value();
        }).collect(Collectors.toCollection(TreeSet::new));

        assertThat(column("key")).isEqualTo(keys);
    }

    @Test
    void everyValueThatAllFilesHave() {
        assertThat(column("name")).containsAll(AmbientValue.sqlNames()).containsAll(NamedConditions.WINDOW);
    }

    @Test
    void everyKindOfAField() {
        assertThat(column("kind")).isEqualTo(Arrays.stream(Confidentiality.Figure.values())
                .map(Confidentiality.Figure::wireName).collect(Collectors.toSet()));
    }

    @Test
    void everySharedPiece() {
        assertThat(column("piece")).isEqualTo(SqlTree.shipped().keySet().stream()
                .flatMap(file -> SHARED.matcher(file).results())
                .map(name -> name.group(1)).collect(Collectors.toSet()));
    }

    @Test
    void everyPlaceOfTheFolder() {
        Set<String> places = SqlTree.shipped().keySet().stream()
                .map(file -> file.contains("/") ? file.substring(0, file.indexOf('/') + 1) : file)
                .collect(Collectors.toCollection(TreeSet::new));
        // these travel with other modules
        Stream.of("derive/claims.sql", "ingest/staging.sql").forEach(file -> {
            assertThat(SqlReadmeTest.class.getResource("/sql/" + file)).isNotNull();
            places.add(file.substring(0, file.indexOf('/') + 1));
        });

        assertThat(column("file")).isEqualTo(places);
    }

    @Test
    void everyTable() {
        Set<String> tables = Stream.of(LakeTables.all(), LedgerTables.all()).flatMap(all -> all.stream())
                .map(TableContract::name).collect(Collectors.toCollection(TreeSet::new));
        String paragraph = README.substring(README.indexOf("Tables can be used by name"),
                README.indexOf(" `release` has one row"));

        assertThat(names(Stream.of(paragraph))).isEqualTo(tables);
    }

    @Test
    void everyTypeOfAField() {
        String row = README.lines().filter(line -> line.startsWith("| `fields`")).findFirst().orElseThrow();

        assertThat(names(Stream.of(row))).containsAll(Arrays.stream(FieldType.values()).map(FieldType::wireName)
                .toList());
    }
}
