package io.tidemark.data.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqlFileTest {

    private static final SqlFile FILE = SqlFile.parse("a.sql", """
            -- What the file is for: no statement.

            -- name: fish
            -- A comment with :nothing and {nothing}.
            SELECT {columns} FROM (VALUES (1, 'a:b {c}'), (2, 'd')) AS t(n, s)
            WHERE n >= :least AND n::INTEGER <= :most AND :least > 0 -- at the end, :nothing

            -- name: count
            SELECT count(*) FROM ({rows}) WHERE s <> :other;
            """);

    @TempDir
    private Path folder;

    @Test
    void valuesAreBoundAndPartsPutIn() {
        try (DuckSession session = DuckSession.open(new EngineSettings(1, 128, folder))) {
            SqlStatement fish = FILE.get("fish").part("columns", "n, s").with("least", 1).with("most", 1);

            assertThat(fish.list(session, row -> row.getString(2))).containsExactly("a:b {c}");
            // a nested statement keeps its values
            SqlStatement count = FILE.get("count").part("rows", fish.with("most", 2));
            assertThat(count.with("other", "'; DROP TABLE t; --").number(session)).isEqualTo(2);
            assertThat(count.with("other", "d").number(session)).isEqualTo(1);
            count.with("other", "d").after("CREATE TABLE made AS").run(session);
            assertThat(session.number("SELECT * FROM made")).isEqualTo(1);
        }
        assertThat(FILE.statements()).containsOnlyKeys("fish", "count");
    }

    @Test
    void whatIsMissingOrTooMuchIsToldWithTheStatement() {
        SqlStatement fish = FILE.get("fish").part("columns", "n").with("least", 1);

        assertThatThrownBy(fish::text).hasMessage("sql/a.sql fish needs the value :most");
        assertThatThrownBy(FILE.get("fish").with("least", 1)::text)
                .hasMessage("sql/a.sql fish needs the part {columns}");
        assertThatThrownBy(fish.with("most", 2).with("more", 3)::text).hasMessage("sql/a.sql fish has no :more");
        assertThatThrownBy(fish.with("most", 2)::text).hasMessage("sql/a.sql fish has values that must be bound");
        assertThatThrownBy(() -> FILE.get("fishes")).hasMessage("sql/a.sql has no statement fishes");
        assertThatThrownBy(() -> SqlFile.parse("b.sql", "-- name: a\nSELECT 1\n-- name: a\nSELECT 2\n"))
                .hasMessage("sql/b.sql has the name a twice");
    }

    @Test
    void theSameValueTwiceMustBeTheSame() {
        SqlStatement fish = FILE.get("fish").part("columns", "n, s").with("least", 1).with("most", 2);
        SqlStatement outer = SqlFile.parse("c.sql", "-- name: c\nSELECT * FROM ({rows}) WHERE n > :least\n").get("c");

        assertThatThrownBy(outer.part("rows", fish).with("least", 2)::text)
                .hasMessage("sql/c.sql c and a part of it have two values :least");
    }
}
