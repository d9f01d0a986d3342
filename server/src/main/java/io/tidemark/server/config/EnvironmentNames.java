package io.tidemark.server.config;

import io.tidemark.data.text.NearestName;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Checks the names of environment variables: an unknown one with Tidemark's prefix would have no effect. */
final class EnvironmentNames {

    private static final String PREFIX = "TIDEMARK_";
    /** The variable that bin/tidemark reads before the server starts. */
    private static final String JAVA_OPTIONS = "TIDEMARK_JAVA_OPTIONS";
    /** The variables of the packaged file's cache folder, and of whether the program rehearses its start. */
    private static final List<String> OF_THE_PACKAGE = List.of("TIDEMARK_CACHE", "TIDEMARK_REHEARSE");
    /** The variable with the configuration's path, for all commands. */
    private static final String CONFIG = "TIDEMARK_CONFIG";
    /** Kubernetes sets these in every container beside a service of that name. */
    private static final Pattern OF_A_SERVICE =
            Pattern.compile("TIDEMARK_(SERVICE_HOST|SERVICE_PORT(_.*)?|PORT|PORT_\\d+_.*)");

    private EnvironmentNames() {}

    /** The errors in these names. */
    static List<String> mistakes(Collection<String> names) {
        List<String> known = Stream.of(SettingKey.ALL.values().stream().map(SettingKey::environment),
                Stream.of(JAVA_OPTIONS, CONFIG), OF_THE_PACKAGE.stream()).flatMap(all -> all).toList();
        return names.stream().filter(name -> name.startsWith(PREFIX) && !known.contains(name)
                && !OF_A_SERVICE.matcher(name).matches()).sorted().map(name -> mistake(name, known)).toList();
    }

    private static String mistake(String name, List<String> known) {
        if (name.startsWith(PREFIX + "PRIVACY_")) {
            return "there is no setting " + name + "; " + ConfigReader.RULE;
        }
        if (name.startsWith(PREFIX + "IDENTITY_PROVIDERS_")) {
            return "there is no environment variable " + name
                    + "; settings of companies' providers can only be in the file";
        }
        String hint = NearestName.hint(name, known);
        return "there is no environment variable " + name
                + (hint.isEmpty() ? "; tidemark serve --dump-config shows all" : hint);
    }
}
