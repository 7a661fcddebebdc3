package dev.sluice.cli.foresight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.None;
import dev.sluice.cli.ApplicationJar;
import dev.sluice.cli.Executed;
import dev.sluice.cli.NumberedUnits;
import dev.sluice.cli.launch.WorkersToStart;
import dev.sluice.hosts.HostFile;
import dev.sluice.hosts.HostSpec;
import dev.sluice.hosts.HostTree;
import dev.sluice.insight.plan.PlanHandout;
import dev.sluice.insight.predict.RunCosts;
import dev.sluice.insight.predict.RunKind;
import dev.sluice.master.report.Due;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.net.runfile.UnitNeeds;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Finish times of runs on six hosts. */
@Tag("slow")
class PromiseAnswerTest {
    private static final int HOSTS = 6;

    @TempDir
    static Path directory;

    private static Path jar = Path.of("");

    private final List<String> news = new ArrayList<>();

    /** Forty seconds of units. */
    public static final class Sleeping extends NumberedUnits {
        public Sleeping() {
            super(2_000);
        }

        @Override
        protected Long compute(None setup, Long unit) {
            long end = System.nanoTime() + 20_000_000;
            for (long left = 1; left > 0; left = end - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            return unit;
        }
    }

    @BeforeAll
    static void predict() throws IOException {
        jar = ApplicationJar.in(directory, Sleeping.class);
        Executed predicted = Executed.sluice(
                "predict", jar.toString(), "--error=20%", "--workers=1", "--out=" + directory.resolve("told.json"));
        assertThat(predicted.code()).as(predicted.err()).isZero();
    }

    private PromiseAnswer.Promised asked(long seconds, int active) throws IOException, InterruptedException {
        List<HostSpec> hosts = IntStream.range(0, HOSTS)
                .mapToObj(i -> HostFile.line("--host", "elsewhere-" + i).get(0).withSlots(1))
                .toList();
        WorkersToStart workers = new WorkersToStart(
                new WorkersToStart.Here(0, 0, false),
                null,
                UnitNeeds.NONE,
                new WorkersToStart.Reached(hosts, "ssh", true, HostTree.FLAT),
                null,
                null,
                List.of(),
                null);
        Path prediction = directory.resolve("told.json");
        ForesightTerms terms = new ForesightTerms(
                RunKind.HOSTS,
                List.of(jar),
                prediction,
                workers,
                0,
                SimulationTerms.DEFAULT,
                false,
                null,
                RunExpectation.NONE);
        return PromiseAnswer.of(
                new Due(Instant.now().plusSeconds(seconds), false),
                terms,
                new RunCosts.Asked(List.of(jar), null, List.of(), prediction, List.of()),
                new PromiseAnswer.Asked(PlanHandout.Free.ALL, active),
                news::add);
    }

    @Test
    void shouldBeginWithAsFewWorkersAsAreEnough() throws Exception {
        assertThat(asked(3_600, -1).active()).isEqualTo(1);
        assertThat(news)
                .anySatisfy(line -> assertThat(line).endsWith("1 of 6 workers is enough at first; the others wait"));
    }

    @Test
    void shouldLetAllWorkersWorkUnlessAskedOtherwise() throws Exception {
        assertThat(asked(3_600, 0).active()).isZero();
        assertThat(news).anySatisfy(line -> assertThat(line).contains(": units by SS: "));
    }

    @Test
    void shouldExpectTheWorkOfThoseThatAreAtWorkWhereTheySuffice() throws Exception {
        assertThat(asked(3_600, 2))
                .extracting(each -> each.active(), each -> each.assumed())
                .containsExactly(2, 2);
        assertThat(asked(25, 1))
                .extracting(each -> each.active(), each -> each.assumed())
                .containsExactly(0, 0);
        assertThat(news)
                .anyMatch(line ->
                        line.endsWith("1 worker cannot surely keep it, so that all work from the" + " beginning"));
    }

    @Test
    void shouldNeedMoreWorkersForAnEarlierTime() throws Exception {
        int active = asked(25, -1).active();
        assertThat(active).as(String.join("; ", news)).isBetween(2, HOSTS - 1);
    }
}
