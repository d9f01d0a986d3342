package io.tidemark.server.config;

/** The name and the default of a setting. */
sealed interface SettingKey permits Setting, ProviderSetting {
    /** The key in the YAML file, with dots. */
    String key();

    /** The default value. */
    String defaultTo();

    /** The meaning, for people. */
    String meaning();
}
