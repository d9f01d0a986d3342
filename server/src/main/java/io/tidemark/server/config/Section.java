package io.tidemark.server.config;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares when a component with settings is present, and what stands before their keys. An absent one is null, or an
 * empty list.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
@interface Section {

    /** Stands before the keys of its settings. */
    String prefix() default "";

    /** The key of the setting that must be set; empty for a section that is always present. */
    String with() default "";

    /** The value that this setting must have; empty for any. */
    String is() default "";

    /** The key of a setting that belongs to {@link #with}: both are set, or neither. */
    String together() default "";
}
