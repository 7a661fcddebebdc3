package dev.sluice.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Fails a test that leaves threads or child processes behind which were not there before it. They get a while to end;
 * what remains is named in the failure, with stack traces, and processes are killed so that the next test starts clean.
 * On a class it also watches what the class starts before its first test and ends after its last.
 */
@Documented
@Inherited
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(LeakWatch.class)
public @interface NoLeaks {
    /** How long threads and processes may take to end after the test [s]. */
    int seconds() default 30;

    /** Beginnings of names of threads that may stay. */
    String[] stay() default {};
}
