package dev.sluice.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.cli.launch.StartTimes;
import dev.sluice.hosts.HostFile;
import dev.sluice.hosts.HostSpec;
import dev.sluice.launch.LaunchListener;
import dev.sluice.launch.Launcher;
import dev.sluice.master.Launched;
import dev.sluice.master.RunEnd;
import dev.sluice.master.tune.WorkerStart;
import dev.sluice.model.RunId;
import dev.sluice.net.message.PoolNeeds;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.runfile.RunFile;
import dev.sluice.net.runfile.Secret;
import dev.sluice.net.runfile.UnitNeeds;
import dev.sluice.testing.NoLeaks;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

@NoLeaks
class LaunchersTest {
    private static final RunFile FILE = new RunFile(
            new RunId("run-of-test"),
            List.of(InetSocketAddress.createUnresolved("master", 1)),
            null,
            "0".repeat(64),
            Role.WORKER,
            Secret.create(),
            false,
            UnitNeeds.NONE);

    private final List<String> seen = new CopyOnWriteArrayList<>();
    private final List<String> failed = new CopyOnWriteArrayList<>();
    private final One planned = new One("planned");
    private final One more = new One("more");
    private final Launchers launchers = new Launchers(List.of(planned), seen::add, new StartTimes());

    /** Notes what it is told. */
    private final class One implements Launcher {
        private final String name;
        private @Nullable LaunchListener listener;

        One(String name) {
            this.name = name;
        }

        @Override
        public int expectedSlots() {
            return 1;
        }

        @Override
        public List<String> byHand(Path runFile) {
            return List.of();
        }

        @Override
        public void start(LaunchListener news) {
            listener = news;
            seen.add(name + " starts");
        }

        @Override
        public void join(RunFile run) {
            seen.add(name + " joins " + run.run());
        }

        @Override
        public void ending() {}

        @Override
        public void awaitEnd(long millis) {
            seen.add(name + " ends");
        }
    }

    private final Launched run = new Launched() {
        @Override
        public void processStarted(String host, long pid, int slots) {}

        @Override
        public void processDied(String host, long pid) {}

        @Override
        public void allGone(RunEnd how) {
            seen.add("all are gone");
        }

        @Override
        public CompletableFuture<PoolNeeds> needs() {
            return CompletableFuture.completedFuture(PoolNeeds.UNKNOWN);
        }
    };

    private WorkerStart starter(Function<HostSpec, Launcher> made) {
        launchers.start(run, true);
        launchers.join(FILE);
        launchers.begun();
        seen.clear();
        return launchers.starter(
                List.of(
                        HostFile.line("--host", "west").get(0),
                        HostFile.line("--host", "east").get(0)),
                made);
    }

    @Test
    void shouldStartAWorkerOnAHostOnceAndEndIt() throws Exception {
        WorkerStart starter = starter(host -> more);
        starter.start("west", failed::add);
        starter.start("west", failed::add);
        await().until(() -> seen.size() == 2);
        assertThat(seen).containsExactly("more starts", "more joins run-of-test");
        assertThat(failed).containsExactly("a worker was started there before");
        assertThat(starter.hosts()).containsExactly("east");
        launchers.awaitEnd(0);
        assertThat(seen).contains("planned ends", "more ends");
    }

    /** The run fails when both are gone, and not before. */
    @Test
    void shouldCountTheWorkersThatWereStarted() {
        starter(host -> more).start("west", failed::add);
        await().until(() -> seen.size() == 2);
        planned.listener.allGone("");
        assertThat(seen).doesNotContain("all are gone");
        more.listener.allGone("");
        assertThat(seen).contains("all are gone");
    }

    @Test
    void shouldSayWhyNoneWasStarted() {
        starter(host -> {
                    throw new IllegalStateException("no jar for " + host.name());
                })
                .start("east", failed::add);
        await().until(() -> !failed.isEmpty());
        assertThat(failed).containsExactly("no jar for east");
    }

    @Test
    void shouldStartNoneOfARunThatEnds() {
        starter(host -> more);
        launchers.ending();
        launchers.add(more);
        assertThat(seen).isEmpty();
    }
}
