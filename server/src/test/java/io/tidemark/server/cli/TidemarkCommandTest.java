package io.tidemark.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.data.snapshot.LakeLock;
import io.tidemark.server.http.Json;
import io.tidemark.server.identity.state.StateStore;
import io.tidemark.server.identity.token.KeptSigningKeys;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Clock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The command line as an operator meets it: help, reports, exit codes. */
class TidemarkCommandTest {

    private static final String FARMERS = """
            farmer_id,farmer_name,farmer_group_key,farmer_group_name,tier,signed_on
            F1,Company,G1,Group,premium,2020-01-01
            """;
    private static final String SITES = """
            site_id,site_name,placement,latitude,longitude,production_area_id
            10001,Site,offshore,62.5,6.25,3
            """;
    private static final String STOCK = """
            date,site_id,unit_id,cohort_id,species_code,fish_count,avg_weight_gram,generation
            2026-03-02,10001,A,C,SAL,1000,2000,V2026
            """;

    @TempDir
    Path folder;

    private CommandRun type(String line) {
        return CommandRun.of(line.replace("DIR", folder.toString()).split(" "));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ingest DIR --today 32.13.2026            | '''32.13.2026'' is not a date such as 2026-11-20'
            ingest DIR --watch --publish-at 25:00    | '''25:00'' is not a time such as 05:00'
            ingest DIR --max-reject-rate much        | '''much'' is not a number'
            ingest DIR --settle 3                    | --settle needs --watch
            ingest DIR --missing NULL --missing a,b  | --missing must be a word without commas, semicolons and quotes
            ingest DIR --as week                     | --as must be month or year_to_date, not week
            ingest DIR --missing ;                   | --missing must be a word without commas, semicolons and quotes
            snapshot list --lake DIR/none            | there is no lake in
            """)
    void wrongUsageIsToldWithoutClassNames(String line, String message) {
        CommandRun run = type(line);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains(message).doesNotContain("java.").hasLineCount(1);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            sharks                                          | tidemark: there is no command sharks; see tidemark --help
            version                                         | tidemark: there is no command version; did you mean --version?; see tidemark --help
            ingset DIR                                      | tidemark: there is no command ingset; did you mean ingest?; see
            ingest DIR --lkae x                             | tidemark ingest: there is no option --lkae; did you mean --lake?; see tidemark ingest --help
            snapshot lst                                    | tidemark snapshot: there is no command lst; did you mean list?; see tidemark snapshot --help
            ingest                                          | Missing required parameter: 'DIR'
            ingest DIR/none                                 | there is no folder
            ingest DIR/something-else.txt                   | something-else.txt is not a folder
            ingest DIR --only farm/F1                       | 'farm/F1' is no part of a delivery; there are reference, authority
            ingest DIR --only farmers/F1/../F2              | is no part of a delivery
            ingest DIR --senders DIR/something-else.txt     | --senders needs --watch
            ingest DIR --watch --senders DIR/none.yaml      | there is no file
            ingest DIR --watch --only authority --senders DIR/none.yaml | --senders replaces --only and --sender
            ingest DIR --watch --senders DIR/something-else.txt | must hold lines such as havlaks: [farmers/F07]
            ingest DIR --config DIR/none.yaml               | there is no readable file
            ingest DIR --max-reject-rate 2                  | --max-reject-rate must be from 0 to 1, not 2.0
            ingest DIR --wait -1                            | --wait and --settle must be 0 or more seconds
            ingest DIR --watch --dry-run                    | it cannot be combined with --dry-run
            ingest DIR/none --watch                         | there is no folder
            ingest DIR --publish-at 06:00                   | need --watch
            ingest DIR --publish-each                       | need --watch
            ingest DIR --watch --publish-each --publish-at 06:00 | cannot both be
            ingest DIR --watch --publish-at 25:00           | --publish-at
            lake freshness --lake DIR                       | nothing is published in
            lake claims --lake DIR                          | nothing is published in
            farmer                                          | Missing required subcommand
            farmer exprot F1 DIR/F1.zip                     | there is no command exprot; did you mean export?; see tidemark farmer --help
            farmer export F1                                | Missing required parameter: 'FILE'
            farmer export F1 DIR/F1.zip --lake DIR          | nothing is published in
            farmer export F1 DIR/none/F1.zip --lake DIR     | is no file in a folder that is there
            farmer export F1 DIR/something-else.txt         | something-else.txt already
            snapshot publish                                | name the snapshot; tidemark snapshot list shows all
            snapshot publish x --engine sqlite              | --engine is duckdb or trino, not sqlite
            snapshot publish --engine trino                 | trino.location must be the lake's folder as Trino names it, such as s3://bucket/lake
            snapshot publish none --lake DIR                | there is no lake in
            snapshot verify --lake DIR                      | nothing is published in
            snapshot rollback --lake DIR                    | there is no lake in
            snapshot prune --lake DIR/typo                  | there is no lake in
            snapshot prune --keep 0                         | --keep must be 1 or more, not 0
            ingest DIR --today tomorrow                     | Invalid value for option '--today'
            generate DIR/new --sites 0                      | --sites is 0, it must lie between 1 and 5000
            generate DIR/new --register DIR/none.csv        | none.csv
            serve --port 99999                              | server.port must be a whole number from 0 to 65535, not 99999
            serve --metrics-port x                          | metrics.port must be a whole number from 0 to 65535, not x
            serve --metrics-port 8080                       | metrics.port must differ from server.port
            serve --host 0.0.0.0                            | put a proxy with TLS in front
            serve --config DIR/none.yaml                    | there is no readable file
            demo --dir DIR                                  | holds something other than a demo
            deliver DIR --to https://a.example --client-id x --secret-file DIR/none --name a/b | must have 1 to 64 letters from a to z
            """)
    void wrongUsageIsSaidAndExitsWith2(String line, String message) throws IOException {
        Files.writeString(folder.resolve("something-else.txt"), "not ours");

        CommandRun run = type(line);

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains(message).doesNotContain("\tat ", "Usage:");
        assertThat(run.err().lines().reduce((_, last) -> last))
                .hasValueSatisfying(last -> assertThat(last).contains(message.strip()));
    }

    @Test
    void aDeliveryIsPublishedOnceAndTheSecondTimeNothingIsNew() throws IOException {
        deliver(STOCK);

        CommandRun first = type("ingest DIR/delivery --lake DIR/lake --today 2026-03-08");
        assertThat(first.code()).as(first.err()).isZero();
        assertThat(first.out()).contains("farmers/F1/stock.csv", "published snapshot ");
        assertThat(first.err()).contains("created a new lake in " + folder.resolve("lake"));

        CommandRun second = type("ingest DIR/delivery --lake DIR/lake --today 2026-03-08");
        assertThat(second.code()).isZero();
        assertThat(second.out()).contains("nothing new");
        assertThat(second.err()).doesNotContain("created a new lake");
    }

    @Test
    void aRejectedDeliveryExitsWith3AndSaysWhy() throws IOException {
        deliver(STOCK + "2026-03-03,10001,A,C,SAL,-5,2000,V2026\n");

        CommandRun run = type("ingest DIR/delivery --lake DIR/lake --today 2026-03-08");

        assertThat(run.code()).isEqualTo(3);
        assertThat(run.out()).contains("stock.fish_count", "farmers/F1/stock.csv",
                "REJECTED: nothing of this delivery is published", "rejected rows: ");
        assertThat(Lake.at(folder.resolve("lake")).currentId()).isEmpty();
    }

    /** The setting names words for nothing; the option's words take the place of those. */
    @Test
    void wordsForNothingAreASettingOrAnOption() throws IOException {
        deliver(STOCK.replace("generation", "generation,sea_transfer_date").replace("V2026", "V2026,N/A"));
        Files.writeString(folder.resolve("words.yaml"), "missing: NULL, N/A\n");
        Files.writeString(folder.resolve("wrong.yaml"), "missing: NULL;N/A\n");
        String line = "ingest DIR/delivery --lake DIR/lake --today 2026-03-08 --dry-run ";
        assertThat(type(line).out()).contains("is a word for nothing: leave the field empty, or say --missing N/A");
        assertThat(type(line + "--config DIR/words.yaml").code()).isZero();
        assertThat(type(line + "--missing - --missing N/A").code()).isZero();
        assertThat(type(line + "--config DIR/words.yaml --missing -").code()).isEqualTo(3);
        CommandRun wrong = type(line + "--config DIR/wrong.yaml");
        assertThat(wrong.code()).isEqualTo(2);
        assertThat(wrong.err()).contains("the setting missing must be a word without commas, semicolons and quotes")
                .hasLineCount(1);
    }

    @Test
    void onlyWhatIsAskedForIsTaken() throws IOException {
        deliver(STOCK);
        assertThat(type("ingest DIR/delivery --lake DIR/lake --today 2026-03-08 --only reference --only authority")
                .code()).isZero();
        Files.writeString(folder.resolve("delivery/farmers/F1/stocks.csv"), STOCK);

        CommandRun left = type("ingest DIR/delivery --lake DIR/lake --today 2026-03-08 --only farmers/F2");
        assertThat(left.code()).isEqualTo(3);
        assertThat(left.out()).contains("holds no file that can be ingested from farmers/F2");

        CommandRun misspelt = type("ingest DIR/delivery --lake DIR/lake --today 2026-03-08 --only farmers/F1");
        assertThat(misspelt.code()).isEqualTo(3);
        assertThat(misspelt.out()).contains("farmers/F1/stocks.csv: no table is named stocks; did you mean stock?",
                "warning: reference/ was left out: this delivery may only contain farmers/F1");

        CommandRun taken = type("ingest DIR/delivery --lake DIR/lake --today 2026-03-08 --only farmers/F1 "
                + "--ignore-unknown");
        assertThat(taken.code()).isZero();
        assertThat(taken.out()).contains("warning: farmers/F1/stocks.csv: no table is named stocks; did you mean "
                + "stock?; ignored");
    }

    @Test
    void theReportIsOneJsonDocument() throws IOException {
        deliver(STOCK);

        CommandRun run = type("ingest DIR/delivery --lake DIR/lake --today 2026-03-08 --dry-run --json");

        JsonNode report = Json.MAPPER.readTree(run.out());
        assertThat(run.code()).isZero();
        assertThat(report.get("outcome").asText()).isEqualTo("DRY_RUN");
        assertThat(report.get("files")).anySatisfy(file -> {
            assertThat(file.get("path").asText()).isEqualTo("farmers/F1/stock.csv");
            assertThat(file.get("accepted").asInt()).isEqualTo(1);
        });
        assertThat(Lake.at(folder.resolve("lake")).currentId()).isEmpty();
    }

    @Test
    void aLakeThatSomebodyElseWritesToExitsWith4() throws IOException {
        deliver(STOCK);
        try (LakeLock _ = Lake.at(folder.resolve("lake")).lock()) {
            CommandRun run = type("ingest DIR/delivery --lake DIR/lake --today 2026-03-08 --wait 0");
            assertThat(run.code()).isEqualTo(4);
            assertThat(run.err()).contains("another ingest is writing to");

            CommandRun patient = type("ingest DIR/delivery --lake DIR/lake --today 2026-03-08 --wait 1");
            assertThat(patient.code()).isEqualTo(4);
            assertThat(patient.err()).contains("waiting: another process is writing to the lake", "still after 1 s");
        }
    }

    @Test
    void aLogGetsPlainLines() throws IOException {
        deliver(STOCK);

        CommandRun run = type("ingest DIR/delivery --lake DIR/lake --today 2026-03-08");

        assertThat(run.err().lines().map(line -> line.replaceAll("[0-9.]+ s$", "N s"))).containsExactly(
                "created a new lake in " + folder.resolve("lake"), "checking", "writing", "deriving", "sealing",
                "publishing", "published");
    }

    @Test
    void eachFileIsPrintedOnceAndQuietIsQuiet() throws IOException {
        deliver(STOCK);
        CommandRun log = type("ingest DIR/delivery --lake DIR/lake --today 2026-03-08");
        assertThat(log.text()).containsOnlyOnce("farmers/F1/stock.csv");
        Files.writeString(folder.resolve("delivery/farmers/F1/stock.csv"), STOCK.replace(",1000,", ",1001,"));
        CommandRun quiet = type("ingest DIR/delivery --lake DIR/lake --today 2026-03-08 --quiet");
        assertThat(quiet.code()).isZero();
        assertThat(quiet.err()).isEmpty();
        assertThat(quiet.out().lines()).satisfiesExactly(
                line -> assertThat(line).startsWith("warning: nothing is in a benchmark yet"),
                line -> assertThat(line).startsWith("published snapshot "));
        Files.writeString(folder.resolve("delivery/farmers/F1/stock.csv"), STOCK.replace("date,", "dato,"));
        CommandRun wrong = type("ingest DIR/delivery --lake DIR/lake --today 2026-03-08 --dry-run -q");
        assertThat(wrong.code()).isEqualTo(3);
        assertThat(wrong.out()).contains("lacks the required column date; its header is dato,",
                "; is dato meant as date?", "the rejected rows are not kept: a dry run leaves nothing in the lake");
        assertThat(folder.resolve("lake/rejects")).satisfiesAnyOf(rejects -> assertThat(rejects).doesNotExist(),
                rejects -> assertThat(rejects).isEmptyDirectory());
    }

    @Test
    void aDamagedLakeExitsWith5() throws IOException {
        Files.createDirectories(folder.resolve("lake"));
        Files.writeString(folder.resolve("lake/CURRENT"), "20260101T000000.000Z\n");
        KeptSigningKeys.into(folder.resolve("state"));

        CommandRun run = type("serve --lake DIR/lake --state DIR/state --port 0");

        assertThat(run.code()).isEqualTo(5);
        assertThat(run.err()).contains("snapshot 20260101T000000.000Z has no readable manifest");
    }

    // FOREIGN and NEWER are databases that SQLite can read
    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', textBlock = """
            tidemark.db       | NEWER                 | has version 99, made by a newer Tidemark; this version reads up to 8. Nothing
            tidemark.db       | FOREIGN               | is not a Tidemark state file. Nothing was changed.
            tidemark.db       | text in the place of a database, and rather a lot of it | is damaged: restore it from a backup.
            tidemark.db       | FOLDER                | cannot be opened: it is not a file
            signing-keys.json | {"keys":[             | are damaged: restore the file from a backup
            signing-keys.json | {"keys":[]}           | hold no private RS256 key
            signing-keys.json | FOLDER                | cannot be read
            """)
    void aStateThatCannotBeUsedIsLeftAloneAndExitsWith5(String file, String content, String message) throws Exception {
        Path state = Files.createDirectories(folder.resolve("state"));
        Path path = state.resolve(file);
        if (!file.equals("tidemark.db")) {
            // keys without a database are those of a state that was lost
            StateStore.open(state, Clock.systemUTC());
        }
        switch (content) {
            case "FOLDER" -> Files.createDirectories(path);
            case "NEWER", "FOREIGN" -> {
                try (Connection database = DriverManager.getConnection("jdbc:sqlite:" + path);
                        Statement statement = database.createStatement()) {
                    statement.execute("CREATE TABLE music (title TEXT)");
                    statement.execute("PRAGMA user_version = " + (content.equals("NEWER") ? 99 : 0));
                }
            }
            default -> Files.writeString(path, content.repeat(content.startsWith("text") ? 40 : 1));
        }
        byte[] before = Files.isDirectory(path) ? new byte[0] : Files.readAllBytes(path);

        CommandRun run = type("serve --lake DIR/lake --state DIR/state --port 0");

        assertThat(run.code()).isEqualTo(5);
        assertThat(run.err()).contains(file, message).doesNotContain("\tat ").hasLineCount(1);
        assertThat(Files.isDirectory(path) ? new byte[0] : Files.readAllBytes(path)).isEqualTo(before);
    }

    @Test
    void aBrokenSqlFileExitsWith6AndIsNamedWithItsLine() throws IOException {
        Files.createDirectories(folder.resolve("sql/v3/custom"));
        Files.writeString(folder.resolve("sql/v3/custom/broken.sql"), """
                /*
                summary: Broken
                family: common
                fields:
                  name: {type: string, meaning: a name}
                */
                SELECT nome AS name FROM platform_area
                """);
        KeptSigningKeys.into(folder.resolve("state"));

        CommandRun run = type("serve --lake DIR/lake --state DIR/state --sql DIR/sql --port 0");

        assertThat(run.code()).isEqualTo(6);
        assertThat(run.err()).contains("v3/custom/broken.sql:7: the SQL does not run").doesNotContain("\tat ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--port", "--port 0 --metrics-port"})
    void aPortThatIsTakenExitsWith7AndSaysSo(String port) throws IOException {
        KeptSigningKeys.into(folder.resolve("state"));
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CommandRun run = type("serve --lake DIR/lake --state DIR/state " + port + " " + taken.getLocalPort());

            assertThat(run.code()).isEqualTo(7);
            assertThat(run.err()).isEqualTo("tidemark serve: cannot listen on 127.0.0.1:" + taken.getLocalPort()
                    + "; is the port taken?" + System.lineSeparator());
        }
    }

    // its messages name this command to those who look for a setting
    @Test
    void aWrongConfigurationIsDumpedAsTheDefaults() throws IOException {
        Files.writeString(folder.resolve("wrong.yaml"), "fjord: {deep: true}\n");

        CommandRun run = type("serve --config DIR/wrong.yaml --port 9000 --dump-config");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("there is no setting fjord.deep; tidemark serve --dump-config shows all")
                .hasLineCount(1);
        assertThat(run.out()).startsWith("# these are the defaults").contains("TIDEMARK_SERVER_PORT", "port: 8080")
                .doesNotContain("9000");
    }

    @ParameterizedTest(name = "a lake that is {0}")
    @CsvSource({"not there, 1", "empty, 1", "asked for wrongly, 0", "there, 0"})
    void theNightlyPruneIsSkippedBeforeTheFirstDelivery(String how, int code) throws Exception {
        if (how.equals("there")) {
            deliver(STOCK);
            assertThat(type("ingest DIR/delivery --lake DIR/lake --today 2026-03-08").code()).isZero();
        } else if (how.equals("empty")) {
            Files.createDirectories(folder.resolve("lake/snapshots"));
        }
        CommandRun list = type(how.equals("asked for wrongly")
                ? "snapshot list --laek DIR/lake" : "snapshot list --lake DIR/lake");
        // what the unit's shell sees of it
        Path program = folder.resolve("tidemark");
        Files.writeString(program, "#!/bin/sh\ncat >&2 <<'END'\n" + list.err() + "END\ncat <<'END'\n" + list.out()
                + "END\nexit " + list.code() + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        String condition = Files.readAllLines(Path.of("../docs/systemd/tidemark-prune.service")).stream()
                .filter(line -> line.startsWith("ExecCondition=/bin/sh -c '")).findFirst().orElseThrow();
        String shell = condition.substring(condition.indexOf('\'') + 1, condition.lastIndexOf('\'')).replace("$$", "$");
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", shell).inheritIO();
        builder.environment().merge("PATH", folder.toString(), (path, first) -> first + ":" + path);

        assertThat(builder.start().waitFor()).as("%s", list).isEqualTo(code);
    }

    @Test
    void theConfigurationInForceCanBeSeen() {
        CommandRun run = type("serve --port 9000 --metrics-port 9464 --dump-config");

        assertThat(run.code()).isZero();
        assertThat(run.out()).contains("  port: 9000\n", "\nmetrics:\n", "(TIDEMARK_METRICS_PORT)\n  port: 9464\n");
    }

    private void deliver(String stock) throws IOException {
        write("delivery/reference/farmers.csv", FARMERS);
        write("delivery/authority/site.csv", SITES);
        write("delivery/farmers/F1/stock.csv", stock);
    }

    private void write(String file, String text) throws IOException {
        Path path = folder.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }
}
