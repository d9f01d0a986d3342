package io.tidemark.server.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NamedSqlTest {

    @Test
    void namesBecomePlaceholdersInOrder() {
        NamedSql sql = NamedSql.of("SELECT :b, :a, :b", 1);

        assertThat(sql.names()).containsExactly("b", "a");
        assertThat(sql.bind(Map.of("a", 1, "b", "x"))).isEqualTo(new NamedSql.Bound("SELECT ?, ?, ?", List.of("x", 1, "x")));
    }

    @Test
    void listsBecomeAsManyPlaceholdersAsTheyHaveItems() {
        NamedSql sql = NamedSql.of("x IN (:list) AND y = :y", 1);

        assertThat(sql.bind(Map.of("list", List.of(7, 8, 9), "y", 1)))
                .isEqualTo(new NamedSql.Bound("x IN (?, ?, ?) AND y = ?", List.of(7, 8, 9, 1)));
        assertThat(sql.bind(Map.of("list", List.of(), "y", 1)))
                .isEqualTo(new NamedSql.Bound("x IN (?) AND y = ?", Arrays.asList(null, 1)));
    }

    @Test
    void textNamesAndCommentsAreLeftAlone() {
        String text = "SELECT ':no', 'it''s :no', \":no\", x::DATE -- :no\n /* :no\n :no */ FROM t WHERE a = :yes";

        assertThat(NamedSql.of(text, 1).names()).containsExactly("yes");
        assertThat(NamedSql.of(text, 1).bind(Map.of("yes", 1)).sql()).isEqualTo(text.replace(":yes", "?"));
    }

    @Test
    void valuesAreNeverPartOfTheText() {
        String evil = "1); DROP TABLE site; --$1\\";

        assertThat(NamedSql.of("SELECT :x", 1).bind(Map.of("x", evil)))
                .isEqualTo(new NamedSql.Bound("SELECT ?", List.of(evil)));
    }

    @Test
    void aNameWithoutAValueIsAnError() {
        assertThatThrownBy(() -> NamedSql.of("SELECT :x", 1).bind(Map.of())).hasMessage("no value for :x");
    }

    @Test
    void aNamesLineIsTheFiles() {
        assertThat(NamedSql.of("\nSELECT\n  :x", 10).lineOf("x")).isEqualTo(12);
    }
}
