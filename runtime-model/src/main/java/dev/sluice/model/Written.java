package dev.sluice.model;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * How the document of a record has this component, if not as a field of the same name and value; or that it has what
 * this method returns, too. A class without components has two such methods: one returns what its documents have, the
 * other, which is static, makes it of that.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.METHOD})
public @interface Written {
    /** The name of the field, if another. */
    String value() default "";

    /** The component behind which the result of this method stands; the last one without. */
    String after() default "";

    /** True if the fields of this record are among those around it. */
    boolean flat() default false;

    /** Units of the component in one of the field: 1e9 for seconds of nanoseconds. */
    double per() default 1;

    /** Digits behind the point to which the value is rounded; all without. */
    int digits() default -1;

    /** True if documents do not have it. */
    boolean omitted() default false;

    /** True if milliseconds since 1970 are a time. */
    boolean instant() default false;

    /** True if a number that is not known, NaN, is null. */
    boolean orNull() default false;

    /** True if a number without a limit, infinity, is null. */
    boolean orUnlimited() default false;

    /** True if a whole number above 2^53, which JavaScript would round, is text. */
    boolean exact() default false;
}
