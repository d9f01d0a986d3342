package io.tidemark.server.config;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares the setting of a record's component. Names, ranges,
 * help and documentation of settings are all made from this.
 *
 * <p>The component's type is the unit: a {@code Duration} is written in seconds, or milliseconds if the key ends with
 * {@code -ms}; a {@link ByteSize}
 * in megabytes. A component that is {@code @Nullable} is null where the setting is empty.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
@interface Setting {

    /** The default that is the machine's number of processors, at least two. */
    String PROCESSORS = "processors";

    /** The key in the YAML file, with dots, after the prefix of its {@link Section}; settings.yaml has its meaning. */
    String key();

    /** The default, as text. */
    String byDefault() default "";

    /** The least and the largest number. */
    int[] range() default {0, 0};

    /** The form of a text, or of each item of a list. */
    Form form() default Form.OF_ITS_TYPE;

    /** Whether its value must not be shown. */
    boolean secret() default false;
}
