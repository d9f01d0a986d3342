package io.tidemark.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.server.identity.account.Role;
import io.tidemark.server.identity.provider.CompanyProvider;
import io.tidemark.server.identity.provider.ExternalIssuer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The settings of our own issuer, another one, and a provider of each company. */
class IdentitySettingsTest {

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "issuer | http://id.example.org | identity.external.issuer must be an https address",
        "issuer | http://127.0.0.1.example.org | identity.external.issuer must be an https address",
        "issuer | https://id.example.org/?a=b | identity.external.issuer must be an https address",
        "issuer | https://me@id.example.org | identity.external.issuer must be an https address",
        "issuer | file:///etc/passwd | identity.external.issuer must be an https address",
        "issuer | kari | identity.external.issuer must be an https address",
        "jwks | http://id.example.org/keys | identity.external.jwks must be an https address",
        "audience | '' | identity.external.audience must not be empty",
        "roles-claim | '' | identity.external.roles-claim must not be empty",
        "scopes | profile | identity.external.scopes must include openid",
        "client-id | the board | identity.external.client-id must be ASCII without spaces",
        "roles | boss=god | identity.external.roles must be pairs such as tidemark-admin=admin",
        "roles | boss | identity.external.roles must be pairs such as tidemark-admin=admin",
        "roles | boss=admin,boss=farmer | identity.external.roles must be pairs such as tidemark-admin=admin"})
    void mistakesOfAnotherIssuer(String key, String value, String message) {
        Map<String, String> flags = new HashMap<>(Map.of("identity.external.issuer", "https://id.example.org"));
        flags.put("identity.external." + key, value);
        assertThatThrownBy(() -> ConfigReader.read(null, Map.of(), flags)).hasMessageStartingWith(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://localhost:8080/realms/a", "http://127.0.0.1:1", "http://[::1]:8080",
        "https://id.example.org/"})
    void anotherIssuerIsFarWithTlsOrHere(String issuer) {
        assertThat(ConfigReader.read(null, Map.of(), Map.of("identity.external.issuer", issuer)).identity().external())
                .isEqualTo(new ExternalIssuer("", issuer, "tidemark", null,
                        new ExternalIssuer.Claims("roles", "permissions", "farmer_id"), Map.of("admin", Role.ADMIN,
                                "analyst", Role.ANALYST, "farmer", Role.FARMER, "readonly", Role.READONLY), null,
                                true));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {north: {client-id: board}} | north.issuer must be the issuer of its tokens, an https address
            {north: {issuer: "https://n.example.org"}} | north.farmers must be the farmer ids that its farmers may have, such as F1,F2; * for any
            {north: {issuer: "https://n.example.org", farmers: [F1, "*"]}} | north.farmers must be farmer ids, or * alone for any, not *
            {north: {issuer: "https://n.example.org", farmers: [F1/2]}} | north.farmers must be farmer ids, or * alone for any, not F1/2
            {north: {farmers: [F1]}} | north.issuer must be the issuer of its tokens, an https address
            {north: {issuer: "http://n.example.org", farmers: F1}} | north.issuer must be an https address, or http on this machine
            {north: {issuer: "https://n.example.org", farmers: F1, roles: [boss=god]}} | north.roles must be pairs such as tidemark-admin=admin
            {north: {issuer: "https://n.example.org", farmers: F1}, south: {issuer: "https://N.example.org/", farmers: F2}} | south.issuer must differ from identity.providers.north.issuer
            {north: {issuer: "https://n.example.org", farmers: F1}, south: {issuer: "https://n.example.org", farmers: F2}} | south.issuer must differ from identity.providers.north.issuer
            {north: {issuer: "https://one.example.org", farmers: F1}} | north.issuer must differ from identity.external.issuer
            {north: {issuer: "https://own.example.org", farmers: F1}} | north.issuer must differ from identity.issuer
            {north: {issuer: "https://n.example.org", farmers: F1, client-id: board}} | north.domains must list the domains of its users' e-mail addresses, because identity.sign-in-by is email
            {north: {issuer: "https://n.example.org", farmers: F1, domains: n.example.org}} | north.domains has no effect without identity.providers.north.client-id
            {north: {issuer: "https://n.example.org", farmers: F1, client-id: board, domains: [n]}} | north.domains must be domains such as north.example.org, not n
            {north: {issuer: "https://n.example.org", farmers: F1, client-id: b, domains: [a.no]}, south: {issuer: "https://s.example.org", farmers: F2, client-id: b, domains: [A.no]}} | south.domains must not have a.no, which identity.providers.north.domains has
            {north: {issuer: "https://n.example.org", farmers: F1, may-deliver: yes}} | north.may-deliver must be true or false, not yes
            {north: {issuer: "https://n.example.org", farmers: F1, client-secret-file: /no/such}} | north.client-secret-file must be a file that
            """)
    void mistakesOfCompaniesProviders(String yaml, String message) throws IOException {
        Path file = Files.writeString(folder.resolve("companies.yaml"),
                "identity:\n  issuer: https://own.example.org\n  external: "
                + "{issuer: \"https://one.example.org\"}\n  providers: " + yaml + "\n");
        assertThatThrownBy(() -> ConfigReader.read(file, Map.of(), Map.of())).isInstanceOf(ConfigException.class)
                .hasMessageContaining("identity.providers." + message);
    }

    @Test
    void theExampleOfTwoCompaniesIsRightButForItsSecret() throws IOException {
        String guide = Files.readString(Path.of("../docs/oidc.md"));
        int start = guide.indexOf("```yaml\n", guide.indexOf("## A provider of each company")) + "```yaml\n".length();
        Path file = Files.writeString(folder.resolve("guide.yaml"),
                guide.substring(start, guide.indexOf("```", start)));
        assertThatThrownBy(() -> ConfigReader.read(file, Map.of(), Map.of()))
                .hasMessage(file + ":18:7: identity.providers.sunnhav.client-secret-file"
                + " must be a file that " + System.getProperty("user.name")
                + " may read, not /etc/tidemark/sunnhav.secret");
        Files.writeString(file, Files.readString(file).replace("/etc/tidemark/sunnhav.secret", "/dev/null"));
        assertThat(ConfigReader.read(file, Map.of(), Map.of()).identity().companies()).extracting(CompanyProvider::name)
                .containsExactly("nordfjord", "sunnhav");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {North: {issuer: x}}  | there is no setting identity.providers.North.issuer; the name of a provider has at most 40 small letters, digits and hyphens
            {n: {isuer: x}}       | there is no setting identity.providers.n.isuer; did you mean identity.providers.n.issuer?
            {n: {secret: x}}      | there is no setting identity.providers.n.secret; a provider has the settings issuer, audience, jwks, roles-claim,
            {n: x}                | there is no setting identity.providers.n; did you mean identity.providers.n.issuer?
            """)
    void aKeyOfACompanysProviderIsToldWithWhatThereIs(String yaml, String message) throws IOException {
        Path file = Files.writeString(folder.resolve("companies.yaml"), "identity: {providers: " + yaml + "}\n");
        assertThatThrownBy(() -> ConfigReader.read(file, Map.of(), Map.of())).hasMessageContaining(message);
    }

    @Test
    void theWayToFindAProviderIsOneOfTwo() {
        assertThatThrownBy(() -> ConfigReader.read(null, Map.of(), Map.of("identity.sign-in-by", "guess")))
                .hasMessage("identity.sign-in-by must be email or list, not guess");
    }

    @Test
    void anotherIssuerIsNotOurselves() {
        assertThatThrownBy(() -> ConfigReader.read(null, Map.of(), Map.of("identity.issuer", "https://id.example.org",
                "identity.external.issuer", "https://id.example.org")))
                .hasMessage("identity.external.issuer must differ from identity.issuer");
    }
}
