package dev.sluice.model;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** How the document of a record has this component, if not as a field of the same name and value. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Written {
    /** The name of the field, if another. */
    String value() default "";

    /** Whether the fields of this record are among those around it. */
    boolean flat() default false;

    /** What one of the field is in the component: 1e9 for seconds of nanoseconds. */
    double per() default 1;

    /** Digits behind the point to which the value is rounded; all without. */
    int digits() default -1;

    /** Whether a number that is not known, NaN, is null. */
    boolean orNull() default false;
}
