package dev.sluice.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test run several times, each time with another seed. The method takes one {@link java.util.random.RandomGenerator}
 * or {@link java.util.SplittableRandom}, and all its chance comes from there.
 *
 * <p>Seeds follow from the method's name and the number of the run, so that the same code gives the same verdict on
 * every machine. A failure names its seed; {@code -Dsluice.seed=SEED} runs that one alone, and
 * {@code -Dsluice.seed=fresh} draws seeds that were never tried.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(SeededRuns.class)
public @interface SeededTest {
    /** Number of seeds to try, if {@code -Dsluice.seeds=N} allows so many. */
    int runs() default 100;

    /** The most seeds that are tried without that option. A test that takes long names fewer. */
    int usually() default 100;
}
