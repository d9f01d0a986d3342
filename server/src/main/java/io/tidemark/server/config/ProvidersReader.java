package io.tidemark.server.config;

import io.tidemark.server.config.ProviderSetting.Field;
import io.tidemark.server.identity.provider.CompanyProvider;
import io.tidemark.server.identity.provider.CompanyProvider.Found;
import io.tidemark.server.identity.provider.ExternalIssuer;
import io.tidemark.server.identity.provider.ProviderSignIn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the identity providers of all companies, and what must differ between them. */
final class ProvidersReader {

    private final SettingValues values;
    private final Found by;
    /** The setting that names an issuer, by the issuer. */
    private final Map<String, String> issuers = new HashMap<>();
    /** The provider that has a domain. */
    private final Map<String, String> domains = new HashMap<>();

    private ProvidersReader(SettingValues values) {
        this.values = values;
        this.by = by(values);
    }

    /** Reads all settings of identity. */
    static ServerConfig.Identity read(SettingValues values) {
        ProvidersReader reader = new ProvidersReader(values);
        String own = values.text(Setting.ISSUER);
        reader.issuers.put(compared(own), Setting.ISSUER.key());
        ExternalReader one = ExternalReader.ofTheOne(values);
        ExternalIssuer external = one.issuer();
        if (external != null) {
            reader.checkAnother(external.issuer(), Setting.EXTERNAL_ISSUER);
        }
        List<CompanyProvider> companies = new ArrayList<>();
        values.providers().forEach(name -> reader.company(name).ifPresent(companies::add));
        return new ServerConfig.Identity(own, values.text(Setting.AUDIENCE), values.yes(Setting.REFRESH_SECRET), external, one.signIn(),
                companies, reader.by);
    }

    private static Found by(SettingValues values) {
        String text = values.text(Setting.SIGN_IN_BY);
        if (!text.equals("email") && !text.equals("list")) {
            values.mistake(Setting.SIGN_IN_BY, "must be email or list, not " + text);
        }
        return text.equals("list") ? Found.BY_LIST : Found.BY_EMAIL;
    }

    private Optional<CompanyProvider> company(String name) {
        ExternalReader reader = ExternalReader.of(values, name);
        ExternalIssuer issuer = reader.issuer();
        ProviderSignIn signIn = reader.signIn();
        Set<String> itsDomains = domains(reader, name);
        if (issuer == null) {
            reader.mistake(Field.ISSUER, "must be the issuer of its tokens, an https address");
            return Optional.empty();
        }
        checkAnother(issuer.issuer(), new ProviderSetting(name, Field.ISSUER));
        if (signIn != null && itsDomains.isEmpty() && by == Found.BY_EMAIL) {
            reader.mistake(Field.DOMAINS, "must be the domains of its users' e-mail addresses, since " + Setting.SIGN_IN_BY.key() + " is email");
        }
        if (signIn == null && !itsDomains.isEmpty()) {
            reader.mistake(Field.DOMAINS, "are of no use without " + new ProviderSetting(name, Field.CLIENT).key());
        }
        String title = reader.text(Field.TITLE);
        return Optional.of(new CompanyProvider(issuer, title.isEmpty() ? name : title, itsDomains, signIn, secret(reader)));
    }

    /** An issuer belongs to one provider: otherwise the rights of its tokens would depend on the order in which they are read. */
    private void checkAnother(String issuer, SettingKey setting) {
        String before = issuers.putIfAbsent(compared(issuer), setting.key());
        if (before != null) {
            values.mistake(setting, "must be another than " + before);
        }
    }

    // a slash at the end makes another issuer, but never another provider
    private static String compared(String issuer) {
        return issuer.toLowerCase(Locale.ROOT).replaceFirst("/+$", "");
    }

    private Set<String> domains(ExternalReader reader, String name) {
        Set<String> found = new LinkedHashSet<>();
        for (String written : reader.list(Field.DOMAINS)) {
            String domain = CompanyProvider.domain(written).orElse(null);
            if (domain == null) {
                reader.mistake(Field.DOMAINS, "must be domains such as north.example.org, not " + written);
                continue;
            }
            String before = domains.putIfAbsent(domain, name);
            if (before != null && !before.equals(name)) {
                reader.mistake(Field.DOMAINS, "must not have " + domain + ", which " + new ProviderSetting(before, Field.DOMAINS).key() + " has");
            }
            found.add(domain);
        }
        return found;
    }

    private static @Nullable Path secret(ExternalReader reader) {
        String file = reader.text(Field.SECRET);
        if (file.isEmpty()) {
            return null;
        }
        if (!Files.isReadable(Path.of(file))) {
            reader.mistake(Field.SECRET, "must be a file that " + System.getProperty("user.name") + " may read, not " + file);
        }
        return Path.of(file);
    }
}
