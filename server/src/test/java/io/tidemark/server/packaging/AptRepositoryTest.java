package io.tidemark.server.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code bin/packaging/apt-repository}: apt itself takes what is signed and whole, from lists of its own, and refuses
 * the rest.
 */
final class AptRepositoryTest {

    private static final String PACKAGE = "apt/pool/main/t/tidemark/tidemark_1.2.3_amd64.deb";

    @TempDir
    private Path folder;
    private Script script;

    @BeforeEach
    void keysAndPackage() throws Exception {
        script = new Script(folder);
        script.needs("gpg", "gpgv", "dpkg-deb", "apt-get");
        Files.createDirectories(folder.resolve("tree/DEBIAN"));
        Files.writeString(folder.resolve("tree/DEBIAN/control"), """
                Package: tidemark
                Version: 1.2.3
                Architecture: amd64
                Maintainer: Tidemark <tidemark@localhost>
                Description: benchmark analytics
                 In several lines.
                """);
        Files.writeString(folder.resolve("tree/content"), "the program");
        script.run("dpkg-deb", "--root-owner-group", "--build", "tree", "tidemark_1.2.3_amd64.deb");
        for (String name : List.of("releaser", "stranger")) {
            script.run("gpg", "--batch", "--quiet", "--passphrase", "", "--quick-gen-key", name + "@example.org",
                    "ed25519", "sign", "never");
        }
    }

    @AfterEach
    void stopTheAgent() throws Exception {
        script.run("gpgconf", "--kill", "all");
    }

    @Test
    void aptTakesWhatIsSignedAndWhole() throws Exception {
        repository("--sign", "releaser@example.org");

        for (List<String> signed : List.of(List.of("apt/dists/stable/InRelease"),
                List.of("apt/dists/stable/Release.gpg", "apt/dists/stable/Release"))) {
            script.run(Script.words("gpgv", List.of("--keyring", "./apt/tidemark-archive-keyring.gpg"), signed));
        }
        assertThat(apt("update", "--error-on=any")).isEmpty();
        assertThat(apt("download", "tidemark")).isEmpty();
        assertThat(folder.resolve("download/tidemark_1.2.3_amd64.deb")).hasSameBinaryContentAs(folder.resolve(PACKAGE));

        byte[] bytes = Files.readAllBytes(folder.resolve(PACKAGE));
        bytes[bytes.length / 2] ^= 1;
        Files.write(folder.resolve(PACKAGE), bytes);
        Files.delete(folder.resolve("download/tidemark_1.2.3_amd64.deb"));
        assertThat(apt("download", "tidemark")).contains("Hash Sum mismatch");

        Files.writeString(folder.resolve("apt/dists/stable/main/binary-amd64/Packages"), "Package: other\n");
        Files.delete(folder.resolve("apt/dists/stable/main/binary-amd64/Packages.gz"));
        script.run("rm", "-rf", "lists");
        assertThat(apt("update", "--error-on=any")).contains("E: ");
    }

    @Test
    void aptRefusesAnotherKeyAndNone() throws Exception {
        repository("--sign", "stranger@example.org");
        script.run("gpg", "--batch", "--yes", "--export", "--output", "apt/tidemark-archive-keyring.gpg",
                "releaser@example.org");
        assertThat(apt("update", "--error-on=any")).containsAnyOf("NO_PUBKEY", "Missing key");

        script.run("rm", "-rf", "apt", "lists");
        repository();
        script.run("gpg", "--batch", "--yes", "--export", "--output", "apt/tidemark-archive-keyring.gpg",
                "releaser@example.org");
        assertThat(apt("update", "--error-on=any")).contains("is not signed");
    }

    private void repository(String... sign) throws Exception {
        script.run(Script.words(Path.of("../bin/packaging/apt-repository").toAbsolutePath().toString(),
                List.of("apt", "1.2.3"), List.of(sign), List.of("tidemark_1.2.3_amd64.deb")));
    }

    /** What apt complains of; nothing if it did what it was asked. */
    private String apt(String... words) throws Exception {
        Files.createDirectories(folder.resolve("lists/partial"));
        Files.createDirectories(folder.resolve("cache/archives/partial"));
        Files.createDirectories(folder.resolve("download"));
        Files.writeString(folder.resolve("status"), "");
        Files.writeString(folder.resolve("sources.list"),
                "deb [signed-by=" + folder + "/apt/tidemark-archive-keyring.gpg] file:" + folder
                + "/apt stable main\n");
        Files.writeString(folder.resolve("apt.conf"), """
                Dir::State "%1$s";
                Dir::State::Lists "%1$s/lists";
                Dir::State::status "%1$s/status";
                Dir::Cache "%1$s/cache";
                Dir::Etc::sourcelist "%1$s/sources.list";
                Dir::Etc::sourceparts "/dev/null";
                Dir::Etc::preferencesparts "/dev/null";
                APT::Architecture "amd64";
                APT::Architectures { "amd64"; };
                APT::Sandbox::User "";
                Acquire::Languages "none";
                """.formatted(folder));
        return script.complaint(folder.resolve("download"),
                Script.words("apt-get", List.of("-q", "-q"), List.of(words)));
    }
}
