package io.tidemark.ingest.staging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.data.duckdb.SqlScript;
import io.tidemark.data.duckdb.SqlStatement;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.StagedSnapshot;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StagingTablesTest {

    @TempDir
    private Path folder;

    @Test
    void eachTableSaysWhatItIs() {
        assertThat(StagingTables.all()).allSatisfy(table -> {
            assertThat(table.meaning()).isNotBlank();
            assertThat(table.columns()).isNotBlank();
        });
    }

    // one that is written in another form would not be seen
    @Test
    void eachDeclarationOfTheFileIsRead() {
        String declarations = SqlScript.text("ingest/staging.sql").split("-- name: ", 2)[0];

        assertThat(SqlScript.statements(declarations.replaceAll("(?m)^--.*$", "")))
                .extracting(written -> written.split("\\(", 2)[0])
                .containsExactlyElementsOf(StagingTables.all().stream().map(StagingTable::name).toList());
    }

    @Test
    void aTableThatIsMadeOtherwiseFails() {
        try (StagedSnapshot staged = Lake.at(folder).stage(Instant.EPOCH);
                StagingDatabase staging = StagingDatabase.open(staged, LocalDate.EPOCH, 0)) {
            assertThatThrownBy(() -> staging.make("twice", SqlStatement.made("SELECT 1 AS h")))
                    .hasMessage("staging table twice was made as h INTEGER, declared as h UBIGINT");
        }
    }

    @Test
    void aTableThatIsNotDeclaredFails() {
        try (StagedSnapshot staged = Lake.at(folder).stage(Instant.EPOCH)) {
            StagingDatabase staging = StagingDatabase.open(staged, LocalDate.EPOCH, 0);
            staging.session().run("CREATE TABLE other(n INTEGER)");

            assertThatThrownBy(staging::close).hasMessage("staging tables that are not declared: [other]");
            staging.cancel();
            staging.close();
        }
    }
}
