package io.tidemark.server.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NamedSqlTest {

    @Test
    void namesBecomePlaceholdersInOrder() {
        NamedSql sql = read("SELECT :b, :a, :b");

        assertThat(sql.names()).containsExactly("b", "a");
        assertThat(sql.bind(Map.of("a", 1, "b", "x")))
                .isEqualTo(new NamedSql.Bound("SELECT ?, ?, ?", List.of("x", 1, "x")));
    }

    @Test
    void listsBecomeAsManyPlaceholdersAsTheyHaveItems() {
        NamedSql sql = read("x IN (:list) AND y = :y");

        assertThat(sql.bind(Map.of("list", List.of(7, 8, 9), "y", 1)))
                .isEqualTo(new NamedSql.Bound("x IN (?, ?, ?) AND y = ?", List.of(7, 8, 9, 1)));
        assertThat(sql.bind(Map.of("list", List.of(), "y", 1)))
                .isEqualTo(new NamedSql.Bound("x IN (?) AND y = ?", Arrays.asList(null, 1)));
    }

    @Test
    void textNamesAndCommentsAreLeftAlone() {
        String text = "SELECT ':no', 'it''s :no', \":no\", x::DATE -- :no\n /* :no\n :no */ FROM t WHERE a = :yes";

        assertThat(read(text).names()).containsExactly("yes");
        assertThat(read(text).bind(Map.of("yes", 1)).sql()).isEqualTo(text.replace(":yes", "?"));
    }

    @Test
    void valuesAreNeverPartOfTheText() {
        String evil = "1); DROP TABLE site; --$1\\";

        assertThat(read("SELECT :x").bind(Map.of("x", evil)))
                .isEqualTo(new NamedSql.Bound("SELECT ?", List.of(evil)));
    }

    @Test
    void aNameWithoutAValueIsAnError() {
        assertThatThrownBy(() -> read("SELECT :x").bind(Map.of())).hasMessage("no value for :x");
    }

    @Test
    void aNamesLineIsTheFiles() {
        assertThat(read("/*\nsummary: x\n*/\n\nSELECT\n  :x").lineOf("x").line()).isEqualTo(6);
    }

    private static NamedSql read(String text) {
        return NamedSql.of(SqlWithHeader.read("x.sql", text).lines());
    }
}
