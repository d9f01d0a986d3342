package io.tidemark.server.config;

/**
 * Collects the mistakes in the settings of a section.
 *
 * @param values the values of all settings
 * @param prefix stands before the keys of the section
 */
record Mistakes(SettingValues values, String prefix) {

    /** Adds a mistake in the setting with this key. */
    void add(String key, String words) {
        values.mistake(prefix + key, words);
    }
}
