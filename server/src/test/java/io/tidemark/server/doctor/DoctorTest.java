package io.tidemark.server.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.data.file.DurableFiles;
import io.tidemark.data.file.Sha256;
import io.tidemark.data.history.JobRecord;
import io.tidemark.data.snapshot.Lake;
import io.tidemark.server.config.ConfigReader;
import io.tidemark.server.config.ServerConfig;
import io.tidemark.server.doctor.Diagnosis.Level;
import io.tidemark.server.identity.account.Access;
import io.tidemark.server.identity.account.Accounts;
import io.tidemark.server.identity.account.Role;
import io.tidemark.server.identity.provider.TestProvider;
import io.tidemark.server.identity.state.StateStore;
import io.tidemark.server.identity.token.KeptSigningKeys;
import io.tidemark.server.tls.TestCertificate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the doctor finds, and what it advises. */
class DoctorTest {

    @TempDir
    Path folder;

    private final Map<String, String> flags = new HashMap<>();

    private List<Diagnosis> look(Clock clock) {
        flags.putIfAbsent("lake", folder.resolve("lake").toString());
        flags.putIfAbsent("state", folder.resolve("state").toString());
        flags.putIfAbsent("server.port", "0");
        return Doctor.look(null, Map.of(), flags, clock);
    }

    private static Diagnosis only(List<Diagnosis> findings, String check, Level level) {
        List<Diagnosis> found = findings.stream()
                .filter(finding -> finding.check().equals(check) && finding.level() == level).toList();
        assertThat(found).as("%s", findings).hasSize(1);
        return found.getFirst();
    }

    @Test
    void aNewInstallationHasWarningsThatSayWhatToDo() {
        List<Diagnosis> findings = look(Clock.systemUTC());
        assertThat(findings).noneMatch(finding -> finding.level() == Level.FAULT && !finding.check().equals("disk"));
        assertThat(only(findings, "state", Level.WARNING).advice()).contains("tidemark user add NAME --role admin");
        assertThat(only(findings, "lake", Level.WARNING).advice()).contains("tidemark ingest DELIVERY");
        assertThat(findings).filteredOn(finding -> finding.level() != Level.OK)
                .noneMatch(finding -> finding.advice().isEmpty());
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void anEmptyStateIsNotALostOne() throws Exception {
        Files.createDirectory(folder.resolve("state"), PosixFilePermissions.asFileAttribute(
                PosixFilePermissions.fromString("rwx------")));
        assertThat(only(look(Clock.systemUTC()), "state", Level.WARNING).found())
                .isEqualTo("there is no state in " + folder.resolve("state"));
    }

    @Test
    void aSpillThatIsLargerThanTheDiskIsNamed() {
        flags.put("query.spill-mb", "100000000");
        assertThat(look(Clock.systemUTC())).anySatisfy(finding -> {
            assertThat(finding).returns("disk", Diagnosis::check).returns(Level.FAULT, Diagnosis::level);
            assertThat(finding.found()).contains(folder.resolve("state") + ", 100,000,000 MB should be");
            assertThat(finding.advice()).endsWith("or set a smaller query.spill-mb");
        });
    }

    @Test
    void aWrongConfigurationIsAllThatIsSaid() throws Exception {
        Path file = folder.resolve("tidemark.yaml");
        Files.writeString(file, "server: {prot: 80}\nquery: {queue: x}\n");
        List<Diagnosis> findings = Doctor.look(file, Map.of(), Map.of(), Clock.systemUTC());
        assertThat(findings).hasSize(2).allMatch(finding -> finding.level() == Level.FAULT
                && finding.check().equals("configuration"));
        assertThat(findings).anySatisfy(finding -> assertThat(finding.found()).contains("did you mean server.port?"));
        assertThat(only(Doctor.look(folder.resolve("none.yaml"), Map.of(), Map.of(), Clock.systemUTC()),
                "configuration", Level.FAULT).advice())
                .contains("tidemark init writes one");
    }

    // nobody listens on that port
    @Test
    void aTrinoThatDoesNotAnswerIsAFault() {
        flags.putAll(Map.of("engine", "trino", "trino.url", "http://127.0.0.1:9", "trino.location", "s3://coast/lake"));
        List<Diagnosis> findings = look(Clock.systemUTC());
        assertThat(only(findings, "trino", Level.FAULT).found())
                .isEqualTo("http://127.0.0.1:9 does not answer tidemark");
        assertThat(only(findings, "trino", Level.OK).found())
                .contains("tidemark snapshot publish --engine trino");
    }

    @Test
    void eachIdentityProviderIsAskedAndNamed() throws Exception {
        try (TestProvider north = TestProvider.withSignIn(); TestProvider south = new TestProvider()) {
            flags.putAll(north.companySettings("north", "F1"));
            flags.putAll(south.companySettings("south", "F2"));
            // nobody listens on that port
            flags.put("identity.external.issuer", "http://127.0.0.1:9");
            List<Diagnosis> findings = look(Clock.systemUTC()).stream()
                    .filter(finding -> finding.check().equals("identity provider")).toList();
            assertThat(findings).extracting(Diagnosis::level)
                    .containsExactly(Level.WARNING, Level.OK, Level.WARNING, Level.OK, Level.OK);
            assertThat(findings).extracting(Diagnosis::found).satisfiesExactly(
                    found -> assertThat(found).startsWith("http://127.0.0.1:9: "
                    + "http://127.0.0.1:9/.well-known/openid-configuration does not answer"),
                    found -> assertThat(found).isEqualTo("north, " + north.issuer() + ": 1 usable keys"),
                    found -> assertThat(found).isEqualTo("south, " + south.issuer() + ": none of its keys can be used"),
                    found -> assertThat(found).isEqualTo("north: users sign in at " + north.issuer() + "/authorize"),
                    found -> assertThat(found).isEqualTo("south: users sign in at " + south.issuer() + "/authorize"));
        }
    }

    @Test
    void aStateThatOthersMayReadIsNamed() throws Exception {
        new Accounts(StateStore.open(folder.resolve("state"), Clock.systemUTC()))
                .addUser("kari", null, Access.of(Role.ADMIN, null, null), "correct horse battery");
        assertThat(only(look(Clock.systemUTC()), "state", Level.OK).found()).contains("1 users");
        Files.setPosixFilePermissions(folder.resolve("state"), PosixFilePermissions.fromString("rwxr-xr-x"));
        assertThat(only(look(Clock.systemUTC()), "permissions", Level.WARNING).advice())
                .isEqualTo("chmod go= " + folder.resolve("state"));
    }

    @Test
    void aDamagedStateIsAFault() throws Exception {
        Files.createDirectories(folder.resolve("state"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.writeString(folder.resolve("state/tidemark.db"), "no database, and rather a lot of it ".repeat(40));
        Diagnosis finding = only(look(Clock.systemUTC()), "state", Level.FAULT);
        assertThat(finding.found()).contains("is damaged");
        assertThat(finding.advice()).contains("tidemark restore");
    }

    @ParameterizedTest(name = "a state that is {0}")
    @ValueSource(strings = {"closed", "of an older version", "open in a server", "left by a killed server",
            "readable by others"})
    void nothingIsChanged(String how) throws Exception {
        Path state = folder.resolve("state");
        Path file = state.resolve("tidemark.db");
        new Accounts(StateStore.open(state, Clock.systemUTC()))
                .addUser("kari", null, Access.of(Role.ADMIN, null, null), "correct horse battery");
        KeptSigningKeys.into(state);
        Files.delete(state.resolve("lock"));
        Path copy = Files.createDirectory(folder.resolve("copy"));
        try (Connection server = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = server.createStatement()) {
            statement.execute("UPDATE account SET email = 'kari@example.org'");
            if (how.equals("of an older version")) {
                statement.execute("ALTER TABLE account DROP COLUMN tokens_from");
                statement.execute("PRAGMA user_version = 2");
            }
            if (how.equals("open in a server")) {
                changesNothing(state, how);
            }
            copyFiles(state, copy);
        }
        switch (how) {
            case "left by a killed server" -> copyFiles(copy, state);
            case "readable by others" -> Files.setPosixFilePermissions(file,
                    PosixFilePermissions.fromString("rw-r--r--"));
            default -> { }
        }
        changesNothing(state, how);
    }

    private static void copyFiles(Path from, Path to) throws IOException {
        for (String name : List.of("tidemark.db", "tidemark.db-wal", "tidemark.db-shm")) {
            Files.copy(from.resolve(name), to.resolve(name), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private void changesNothing(Path state, String how) throws IOException {
        Map<String, String> before = tree(folder);
        List<Diagnosis> findings = look(Clock.systemUTC());
        assertThat(tree(folder)).isEqualTo(before);
        assertThat(findings).filteredOn(finding -> finding.check().equals("state")).extracting(Diagnosis::found)
                .contains(state + " is sound, 1 users", "1 signing keys");
        assertThat(findings).filteredOn(finding -> finding.found().contains("older version"))
                .hasSize(how.equals("of an older version") ? 1 : 0);
        assertThat(findings).filteredOn(finding ->
                finding.found().equals("others can read or change " + state.resolve("tidemark.db")))
                .hasSize(how.equals("readable by others") ? 1 : 0);
    }

    /** Every file with its permissions, time and content; the shared memory of SQLite has each reader's mark. */
    private static Map<String, String> tree(Path root) throws IOException {
        Map<String, String> tree = new TreeMap<>();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.toList()) {
                boolean marks = file.toString().endsWith("-shm");
                tree.put(root.relativize(file).toString(),
                        PosixFilePermissions.toString(Files.getPosixFilePermissions(file)) + " "
                        + (marks ? "" : Files.getLastModifiedTime(file) + " "
                        + (Files.isRegularFile(file) ? Sha256.hex(file) : "")));
            }
        }
        return tree;
    }

    @Test
    void aCurrentThatNamesNothingIsAFault() throws Exception {
        Files.createDirectories(folder.resolve("lake"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-x---")));
        DurableFiles.replace(folder.resolve("lake/CURRENT"), "20260101T000000.000Z\n".getBytes(StandardCharsets.UTF_8));
        Diagnosis finding = only(look(Clock.systemUTC()), "lake", Level.FAULT);
        assertThat(finding.found()).startsWith("manifest.json is missing, and CURRENT names the snapshot; it is in snapshot 2026");
        assertThat(finding.advice()).contains("tidemark snapshot rollback");
    }

    @ParameterizedTest(name = "{0} days from now: {1}")
    @CsvSource({"0, OK", "22, OK", "23, WARNING", "40, FAULT"})
    void aCertificateEnds(int days, Level level) throws Exception {
        // good for 30 days, of which a quarter is 7.5
        TestCertificate certificate = TestCertificate.make(folder, "EC", "localhost");
        certificate.writeCertificate(folder.resolve("cert.pem"));
        certificate.writeKey(folder.resolve("key.pem"));
        Files.setPosixFilePermissions(folder.resolve("key.pem"), PosixFilePermissions.fromString("rw-------"));
        flags.put("tls.certificate", folder.resolve("cert.pem").toString());
        flags.put("tls.key", folder.resolve("key.pem").toString());
        Clock later = Clock.fixed(Instant.now().plus(Duration.ofDays(days)), ZoneOffset.UTC);
        assertThat(only(look(later), "certificate", level).found()).contains("is good until");
    }

    @Test
    void aCertificateThatNoAuthorityHasIssuedYet() throws Exception {
        flags.putAll(Map.of("tls.acme.directory", "https://ca.example.org/directory", "tls.acme.domains",
                "benchmark.example.org", "tls.acme.agree-terms", "true", "tls.acme.port", "0"));
        Diagnosis none = only(look(Clock.systemUTC()), "certificate", Level.WARNING);
        assertThat(none.found()).isEqualTo("there is none of https://ca.example.org/directory yet, and TLS connections "
                + "are refused until then");
        assertThat(none.advice()).contains("io.tidemark.tls",
                "http://benchmark.example.org/.well-known/acme-challenge/", "tls.acme.port 0");
        assertThat(look(Clock.systemUTC())).extracting(Diagnosis::found).contains("tls.acme.port: any free one",
                "tls.acme.port answers at 127.0.0.1 alone, where an authority cannot reach it");

        TestCertificate certificate = TestCertificate.make(folder, "EC", "localhost");
        Path file = Files.createDirectory(folder.resolve("state")).resolve("acme-ca.example.org-directory.pem");
        certificate.writeKey(file);
        String key = Files.readString(file);
        certificate.writeCertificate(file);
        Files.writeString(file, key + Files.readString(file));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        Clock late = Clock.fixed(Instant.now().plus(Duration.ofDays(25)), ZoneOffset.UTC);
        Diagnosis ends = only(look(late), "certificate", Level.WARNING);
        assertThat(ends.found()).startsWith(file + " is good until ");
        assertThat(ends.advice()).contains("says why the authority issued none");
        Files.writeString(file, "cut");
        assertThat(only(look(Clock.systemUTC()), "certificate", Level.FAULT).advice())
                .startsWith("the server orders a new one when it starts");
    }

    @Test
    void uploadsAndTheWatchHaveOneFolder() throws IOException {
        Path landing = folder.resolve("landing");
        flags.putAll(Map.of("intake.port", "0", "intake.folder", landing.toString()));
        Diagnosis missing = only(look(Clock.systemUTC()), "uploads", Level.WARNING);
        assertThat(missing.found()).isEqualTo("there is no intake.folder " + landing);
        assertThat(missing.advice()).contains("install -d -o tidemark").endsWith(landing.toString());

        Files.createDirectory(landing);
        assertThat(only(look(Clock.systemUTC()), "uploads", Level.WARNING).advice())
                .startsWith("tidemark ingest --watch " + landing);
        assertThat(look(Clock.systemUTC())).extracting(Diagnosis::found).contains("intake.port: any free one");

        Files.createDirectories(folder.resolve("lake/watch"));
        Files.writeString(folder.resolve("lake/watch/0123456789abcdef.json"), "{\"folder\": \"" + landing + "\"}");
        assertThat(only(look(Clock.systemUTC()), "uploads", Level.OK).found())
                .isEqualTo("uploads land in " + landing + ", which a watch takes in");
    }

    /** What this process holds is a stranger's: it is no tidemark command. */
    @Test
    void aPortThatAStrangerHoldsIsAFault() throws Exception {
        try (ServerSocket stranger = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            flags.put("server.port", Integer.toString(stranger.getLocalPort()));
            Diagnosis taken = only(look(Clock.systemUTC()), "ports", Level.FAULT);
            assertThat(taken.found()).startsWith("server.port " + stranger.getLocalPort() + " is taken by process "
                    + ProcessHandle.current().pid() + " (")
                    .endsWith("which is not this server");
            assertThat(taken.advice()).contains("set server.port to another port");
        }
    }

    @ParameterizedTest(name = "held by user {0} with {1}, server's user {2}: {3}")
    @CsvSource({
        "7, /usr/lib/tidemark/runtime/bin/java io.tidemark.server.cli.Tidemark serve, 7, OK",
        "7, /usr/sbin/nginx, 7, FAULT",
        "7, '', 7, OK",
        "33, '', 7, FAULT",
        "33, '', , FAULT"})
    void whoHoldsAPortIsReadFromProc(int user, String command, @Nullable Integer server, Level level) throws Exception {
        Path proc = folder.resolve("proc");
        Files.createDirectories(proc.resolve("net"));
        Files.writeString(proc.resolve("net/tcp"), "  sl  local_address rem_address   st tx_queue rx_queue tr "
                + "tm->when retrnsmt   uid  timeout inode\n"
                + "   0: 0100007F:1F90 0100007F:0050 01 00000000:00000000 00:00000000 00000000    99        0 4710 1\n"
                + "   1: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000    " + user
                + "        0 4711 1\n");
        if (!command.isEmpty()) {
            Files.createDirectories(proc.resolve("12/fd"));
            Files.createSymbolicLink(proc.resolve("12/fd/3"), Path.of("socket:[4711]"));
            Files.writeString(proc.resolve("12/cmdline"), command.replace(' ', '\0') + "\0");
            Files.writeString(proc.resolve("12/comm"), "program\n");
        }
        Diagnosis taken = PortCheck.taken("server.port", 8080, PortHolder.of(proc, 8080), server);
        assertThat(taken.level()).isEqualTo(level);
        assertThat(taken.found()).contains(command.isEmpty() ? "a process of the user with number "
                + user : "process 12 (program)");
        assertThat(PortHolder.of(proc, 8081)).isEmpty();
    }

    /** Root can give a file to another user; others can close it to themselves. */
    private static String closeTo(Path folder, Path file) throws IOException {
        if (!System.getProperty("user.name").equals("root")) {
            Files.setPosixFilePermissions(file, Set.of());
            return System.getProperty("user.name");
        }
        UserPrincipal nobody = folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody");
        Files.setOwner(folder, nobody);
        return "nobody";
    }

    @Test
    void aStateFileOfRootIsGivenBack() throws Exception {
        Path state = folder.resolve("state");
        new Accounts(StateStore.open(state, Clock.systemUTC()))
                .addUser("kari", null, Access.of(Role.ADMIN, null, null), "correct horse battery");
        Path file = state.resolve("tidemark.db");
        String user = closeTo(state, file);
        List<Diagnosis> findings = look(Clock.systemUTC());
        assertThat(findings).anySatisfy(finding -> {
            assertThat(finding.found()).startsWith(state + "/").contains(" and cannot be read by " + user);
            assertThat(finding.advice()).startsWith("as root: chown ").contains(user + ": " + state);
        }).noneMatch(finding -> finding.advice().contains("tidemark restore"));
    }

    /** Deliveries may be others' as long as the server can read them; a backup in the server's folder is its user's. */
    @Test
    void whatTheServerMayNotReadBesideTheLakeIsNamed() throws Exception {
        Path lake = folder.resolve("lake");
        Files.createDirectories(lake.resolve("watch"));
        Path landing = Files.createDirectories(folder.resolve("landing/night"));
        Path backups = Files.createDirectory(folder.resolve("backups"));
        Files.writeString(landing.resolve("open.csv"), "");
        for (Path secret : List.of(landing.resolve("closed.csv"), backups.resolve("2026-03-01.zip"))) {
            Files.setPosixFilePermissions(Files.writeString(secret, ""), PosixFilePermissions.fromString("rw-------"));
        }
        Files.writeString(lake.resolve("watch/0123456789abcdef.json"),
                "{\"folder\": \"" + folder.resolve("landing") + "\"}");
        JobRecord.write(Lake.at(lake), "backup", Duration.ZERO, backups.toString());
        String user = closeTo(lake, landing.resolve("closed.csv"));
        closeTo(backups, backups.resolve("2026-03-01.zip"));
        List<String> found = look(Clock.systemUTC()).stream().map(Diagnosis::found).toList();
        assertThat(found).anyMatch(words -> words.startsWith(landing.resolve("closed.csv") + " belongs to ")
                && words.contains("cannot be read by " + user))
                .anyMatch(words -> words.startsWith(backups.resolve("2026-03-01.zip") + " belongs to "))
                .noneMatch(words -> words.startsWith(landing.resolve("open.csv").toString()));
    }

    @Test
    void aKeyThatTheServerMayNotReadIsNotMissing() throws Exception {
        TestCertificate certificate = TestCertificate.make(folder, "EC", "localhost");
        certificate.writeCertificate(folder.resolve("cert.pem"));
        certificate.writeKey(folder.resolve("key.pem"));
        Files.setPosixFilePermissions(folder.resolve("key.pem"), PosixFilePermissions.fromString("rw-------"));
        String user = closeTo(Files.createDirectory(folder.resolve("state")), folder.resolve("key.pem"));
        flags.put("tls.certificate", folder.resolve("cert.pem").toString());
        flags.put("tls.key", folder.resolve("key.pem").toString());
        Diagnosis closed = only(look(Clock.systemUTC()), "certificate", Level.FAULT);
        assertThat(closed.found()).isEqualTo(folder.resolve("key.pem") + " exists but cannot be read by " + user);
        assertThat(closed.advice()).contains("chown " + user);
        flags.put("tls.key", folder.resolve("none.pem").toString());
        assertThat(only(look(Clock.systemUTC()), "certificate", Level.FAULT).found())
                .isEqualTo("tls.key " + folder.resolve("none.pem") + " does not exist");
    }

    @Test
    void aFullDiskIsCalledFull() {
        assertThat(DiskCheck.judge(folder, 4096, 1 << 30, "make room"))
                .isEqualTo(Diagnosis.fault("disk", "disk full: nothing is free at " + folder, "make room"));
        assertThat(DiskCheck.judge(folder, 300L << 20, 1L << 30, "make room").found())
                .isEqualTo("300 MB are free at " + folder + ", 1,024 MB should be");
    }

    @ParameterizedTest(name = "an engine of {0} MB in {1} MB: {2}")
    @CsvSource({"4096, 6144, OK", "4096, 6143, WARNING", "4096, 4000, FAULT", "512, 1664, OK"})
    void theEngineMustFit(int engine, long available, Level level) {
        assertThat(MemoryCheck.judge(engine, OptionalLong.of(available)).level()).isEqualTo(level);
    }

    @ParameterizedTest(name = "a cache of {0} MB in {1} MB of Java''s: {2} MB, {3}")
    @CsvSource({"256, 1024, 256, ''", "256, 416, 138, ''", "341, 1024, 341, ''", "342, 1024, 341, -Xmx1368m",
            "1048576, 3072, 1024, -Xmx4194304m"})
    void aCacheTakesAThirdOfJavasMemoryAtMost(int set, long heapMb, long taken, String advice) throws IOException {
        ServerConfig.Query query = ConfigReader.read(null, Map.of(), Map.of("query.cache-mb", String.valueOf(set)))
                .query();
        assertThat(query.cacheBytes(heapMb << 20) >> 20).isEqualTo(taken);
        assertThat(MemoryCheck.cache(query, heapMb << 20).map(Diagnosis::advice).orElse("")).contains(advice).satisfies(
                said -> assertThat(said.isEmpty()).isEqualTo(advice.isEmpty()));
    }
}
