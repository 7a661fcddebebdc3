package dev.sluice.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

class SeededTestTest {
    @Test
    void shouldRunAsOftenAsAsked() {
        run("passes", "").assertStatistics(stats -> stats.succeeded(7).failed(0));
    }

    @Test
    void shouldGiveTheSameSeedsEachTime() {
        assertThat(SeededRuns.seeds("a#b", 5, "").toArray())
                .isEqualTo(SeededRuns.seeds("a#b", 5, "").toArray())
                .isNotEqualTo(SeededRuns.seeds("a#c", 5, "").toArray())
                .doesNotHaveDuplicates();
    }

    @Test
    void shouldDrawFreshSeedsWhenAsked() {
        assertThat(SeededRuns.seeds("a#b", 3, "fresh").toArray())
                .isNotEqualTo(SeededRuns.seeds("a#b", 3, "fresh").toArray());
    }

    @Test
    void shouldNameTheSeedOfAFailure() {
        Throwable failure = failureOf(run("failsOnOddNumbers", ""));
        assertThat(failure)
                .hasMessageMatching("(?s)With seed -?\\d+ \\(replay: -Dsluice.seed=-?\\d+\\): .*odd")
                .hasCauseInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldReplayOneSeed() {
        String message = String.valueOf(failureOf(run("failsOnOddNumbers", "")).getMessage());
        String seed = message.replaceAll("(?s)With seed (-?\\d+).*", "$1");

        Events replay = run("failsOnOddNumbers", seed);

        replay.assertStatistics(stats -> stats.started(1).failed(1));
        assertThat(failureOf(replay)).hasMessage(message);
    }

    @Test
    void shouldRefuseASeedThatIsNoNumber() {
        assertThatThrownBy(() -> SeededRuns.seeds("a#b", 1, "x"))
                .hasMessage("-Dsluice.seed=x (expected: a whole number or 'fresh')");
    }

    @Test
    void shouldLetASkippedRunBeSkipped() {
        run("skips", "").assertStatistics(stats -> stats.aborted(3).failed(0));
    }

    @Test
    void shouldTryTheUsualNumberOfSeedsUnlessMoreAreAllowed() {
        run("many", "").assertStatistics(stats -> stats.succeeded(100));
        run("costly", "").assertStatistics(stats -> stats.succeeded(2));
        Map<String, String> more = Map.of(SeededRuns.SEEDS_PROPERTY, "1000");
        run("many", more).assertStatistics(stats -> stats.succeeded(120));
        run("costly", more).assertStatistics(stats -> stats.succeeded(8));
    }

    private static Events run(String method, String seed) {
        return run(method, Map.of(SeededRuns.SEED_PROPERTY, seed));
    }

    private static Events run(String method, Map<String, String> parameters) {
        return EngineTestKit.engine("junit-jupiter")
                .configurationParameters(parameters)
                .enableImplicitConfigurationParameters(false)
                .selectors(selectMethod(Cases.class, method, RandomGenerator.class))
                .execute()
                .testEvents();
    }

    private static Throwable failureOf(Events events) {
        return events.failed()
                .map(event -> event.getRequiredPayload(org.junit.platform.engine.TestExecutionResult.class))
                .map(result -> result.getThrowable().orElseThrow())
                .findFirst()
                .orElseThrow();
    }

    /** Run by the tests above, not by the build: its name ends with neither Test nor IT. */
    static class Cases {
        @SeededTest(runs = 7)
        void passes(RandomGenerator random) {
            assertThat(random).isInstanceOf(SplittableRandom.class);
        }

        @SeededTest(runs = 120)
        void many(RandomGenerator random) {
            assertThat(random).isNotNull();
        }

        @SeededTest(runs = 8, usually = 2)
        void costly(RandomGenerator random) {
            assertThat(random).isNotNull();
        }

        @SeededTest(runs = 50)
        void failsOnOddNumbers(RandomGenerator random) {
            int number = random.nextInt();
            if (number % 2 != 0) {
                throw new IllegalStateException(number + " is odd");
            }
        }

        @SeededTest(runs = 3)
        void skips(RandomGenerator random) {
            Assumptions.abort("nothing to try with " + random);
        }
    }
}
