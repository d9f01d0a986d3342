package io.tidemark.server.config;

import io.tidemark.data.text.NearestName;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Checks the names of environment variables: an unknown one with Tidemark's prefix would have no effect. */
final class EnvironmentNames {

    private static final String PREFIX = "TIDEMARK_";
    /**
     * Those that are no settings: the configuration's path, and what the scripts read that start the program (Java's
     * options, the packaged file's cache folder, whether the start is rehearsed, and how a printed command is called).
     */
    private static final List<String> NO_SETTINGS = List.of("TIDEMARK_CONFIG", "TIDEMARK_JAVA_OPTIONS",
            "TIDEMARK_CACHE", "TIDEMARK_REHEARSE", "TIDEMARK_COMMAND");
    /** Kubernetes sets these in every container beside a service of that name. */
    private static final Pattern OF_A_SERVICE =
            Pattern.compile("TIDEMARK_(SERVICE_HOST|SERVICE_PORT(_.*)?|PORT|PORT_\\d+_.*)");

    private EnvironmentNames() {}

    /** The errors in these names. */
    static List<String> mistakes(Collection<String> names) {
        List<String> known = Stream.concat(SettingKey.ALL.values().stream().map(SettingKey::environment),
                NO_SETTINGS.stream()).toList();
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
