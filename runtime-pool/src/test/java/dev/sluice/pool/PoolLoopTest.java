package dev.sluice.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.RunId;
import dev.sluice.net.message.AgentReport;
import dev.sluice.net.message.Goodbye;
import dev.sluice.net.message.PoolAnswer;
import dev.sluice.net.message.PoolNeeds;
import dev.sluice.net.message.PoolNews;
import dev.sluice.net.message.PoolRequest;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.session.SessionListener;
import dev.sluice.net.virtual.RecordingSession;
import java.util.List;
import org.junit.jupiter.api.Test;

class PoolLoopTest {
    private final FakePool fake = new FakePool();

    @Test
    void shouldGiveARunAllSlots() {
        FakePool.Agent node = fake.agent("node", 8);
        FakePool.Master run = fake.master("a", 100);
        fake.advance(1);

        assertThat(node.has("a")).isEqualTo(8);
        assertThat(run.session.last(PoolNews.class).slots()).isEqualTo(8);
    }

    @Test
    void shouldDivideOnceWhatChangesTogether() {
        int before = fake.clock.waiting();
        for (int i = 0; i < 100; i++) {
            fake.agent("node" + i, 1);
        }
        assertThat(fake.clock.waiting()).isEqualTo(before + 1);
        fake.advance(1);
        before = fake.clock.waiting();
        fake.agents.values().forEach(FakePool.Agent::report);
        assertThat(fake.clock.waiting()).as("reports that repeat the last").isEqualTo(before);
    }

    @Test
    void shouldShareAThousandHosts() {
        for (int i = 0; i < 1_000; i++) {
            fake.agent("node" + i, 1);
        }
        List<String> runs = List.of("a", "b", "c");
        runs.forEach(run -> fake.master(run, 100_000));
        fake.advance(10);
        for (String run : runs) {
            assertThat(fake.agents.values().stream()
                            .mapToInt(agent -> agent.has(run))
                            .sum())
                    .isBetween(333, 334);
        }
    }

    @Test
    void shouldShareWhenAnotherRunComes() {
        FakePool.Agent node = fake.agent("node", 8);
        fake.master("a", 100);
        fake.advance(1);
        FakePool.Master second = fake.master("b", 100);
        fake.advance(5);

        assertThat(node.has("a")).isEqualTo(4);
        assertThat(node.has("b")).isEqualTo(4);
        assertThat(second.session.last(PoolNews.class).slots()).isEqualTo(4);
    }

    @Test
    void shouldNotGiveSlotsThatAWorkerStillUses() {
        FakePool.Agent node = fake.agent("node", 8);
        node.prompt = false;
        fake.master("a", 100);
        fake.advance(1);
        fake.master("b", 100);
        fake.advance(20);
        assertThat(node.has("b")).as("the first worker computes its last unit").isZero();

        node.seats.values().stream()
                .filter(seat -> seat.state() == AgentReport.State.DRAINING)
                .toList()
                .forEach(seat -> node.state(seat, AgentReport.State.ENDED, 0));
        fake.advance(3);
        assertThat(node.has("a")).isEqualTo(4);
        assertThat(node.has("b")).isEqualTo(4);
    }

    @Test
    void shouldGiveNoMoreThanThereAreUnits() {
        FakePool.Agent node = fake.agent("node", 8);
        FakePool.Master run = fake.master("a", 100);
        run.needs(3);
        fake.advance(3);

        assertThat(node.has("a")).isEqualTo(3);
    }

    @Test
    void shouldTakeTheSlotsOfARunThatIsOver() {
        FakePool.Agent node = fake.agent("node", 8);
        FakePool.Master first = fake.master("a", 100);
        fake.master("b", 100);
        fake.advance(5);
        first.over();
        fake.advance(5);

        assertThat(node.has("a")).isZero();
        assertThat(node.has("b")).isEqualTo(8);
        assertThat(fake.pool.view().runs()).hasSize(1);
    }

    @Test
    void shouldKeepTheWorkersOfAMasterThatComesBack() {
        FakePool.Agent node = fake.agent("node", 8);
        FakePool.Master run = fake.master("a", 100);
        fake.advance(1);
        List<Long> before = List.copyOf(node.seats.keySet());
        run.lost();
        fake.advance(30);
        assertThat(node.has("a")).isEqualTo(8);
        run.connect();
        fake.advance(5);

        assertThat(node.seats.keySet()).containsExactlyElementsOf(before);
    }

    @Test
    void shouldLetTheWorkersOfAMasterThatStaysAwayLeave() {
        FakePool.Agent node = fake.agent("node", 8);
        FakePool.Master run = fake.master("a", 100);
        fake.advance(1);
        run.lost();
        fake.advance(70);

        assertThat(node.seats).isEmpty();
        assertThat(fake.pool.view().runs()).isEmpty();
        assertThat(fake.said).contains("a: its master stays away; its workers leave");
    }

    @Test
    void shouldLoseNoWorkerWhenThePoolIsStartedAgain() {
        FakePool.Agent node = fake.agent("node", 8);
        FakePool.Master first = fake.master("a", 100);
        FakePool.Master second = fake.master("b", 100);
        fake.advance(5);
        List<Long> before = List.copyOf(node.seats.keySet());
        assertThat(before).hasSize(2);

        fake.clock.clear(); // the pool is killed
        fake.pool = fake.start(1_000);
        node.connect();
        fake.advance(10);
        assertThat(node.seats.keySet()).as("their masters may come back").containsExactlyElementsOf(before);
        first.connect();
        second.connect();
        fake.advance(100);

        assertThat(node.seats.keySet()).containsExactlyElementsOf(before);
        assertThat(node.has("a")).isEqualTo(4);
    }

    @Test
    void shouldLetWorkersOfForgottenRunsLeaveInTheEnd() {
        FakePool.Agent node = fake.agent("node", 8);
        fake.master("a", 100);
        fake.advance(5);
        fake.clock.clear();
        fake.pool = fake.start(1_000);
        node.connect();
        fake.advance(100);

        assertThat(node.seats).isEmpty();
    }

    @Test
    void shouldStartWorkersAgainThatANewAgentDoesNotHave() {
        FakePool.Agent node = fake.agent("node", 8);
        fake.master("a", 100);
        fake.advance(1);
        node.disconnect();
        node.seats.clear();
        node.incarnation = 77;
        node.connect();
        fake.advance(3);

        assertThat(node.has("a")).isEqualTo(8);
    }

    @Test
    void shouldRefuseASecondAgentOfAHost() {
        fake.agent("node", 8);
        RecordingSession other = new RecordingSession(Role.AGENT);
        SessionListener end = fake.pool.accept(other);
        end.received(other, new AgentReport("node", 4, 0, "0", 2, 99, List.of()));

        assertThat(other.refused()).isEqualTo(ErrorCode.AGENT_TWICE);
    }

    @Test
    void shouldGiveUpAnAgentThatIsSilent() {
        FakePool.Agent node = fake.agent("node", 8);
        fake.agent("other", 8);
        fake.master("a", 8);
        fake.advance(1);
        node.silent = true;
        fake.advance(20);

        assertThat(node.session.refused()).isEqualTo(ErrorCode.LEASE_EXPIRED);
        assertThat(fake.agents.get("other").has("a")).isEqualTo(8);
    }

    @Test
    void shouldWaitBeforeItReplacesAFailedWorker() {
        FakePool.Agent node = fake.agent("node", 8);
        FakePool.Master run = fake.master("a", 100);
        fake.advance(1);
        int failures = 0;
        for (int second = 0; second < 120; second++) {
            if (node.has("a") > 0) {
                failures++;
                node.fail(3);
            }
            fake.advance(1);
        }

        assertThat(failures).isEqualTo(5);
        assertThat(run.session.sent(PoolNews.class).stream()
                        .flatMap(news -> news.lines().stream())
                        .toList())
                .contains("a worker on node ended with 3: it said why")
                .contains("no more workers on node for 10 minutes: five in a row have failed there");
        fake.advance(601);
        assertThat(node.has("a")).isEqualTo(8);
    }

    @Test
    void shouldDrainAHostAndTakeItBack() {
        FakePool.Agent node = fake.agent("node", 8);
        fake.master("a", 100);
        fake.advance(1);
        assertThat(fake.pool.drain(List.of("node", "nowhere"), true)).containsExactly("nowhere");
        assertThat(fake.pool.drain(List.of("node"), true)).isEmpty();
        fake.advance(3);
        assertThat(node.seats).isEmpty();
        fake.pool.drain(List.of("node"), false);
        fake.advance(3);

        assertThat(node.has("a")).isEqualTo(8);
    }

    @Test
    void shouldSayGoodbyeToARemovedHost() {
        FakePool.Agent node = fake.agent("node", 8);
        assertThat(fake.pool.remove(List.of("node"))).isEmpty();
        assertThat(node.session.sent(Goodbye.class)).hasSize(1);
        node.disconnect();

        assertThat(fake.pool.view().hosts()).isEmpty();
    }

    @Test
    void shouldAnswerCommands() {
        RecordingSession command = new RecordingSession(Role.ADMIN);
        SessionListener end = fake.pool.accept(command);
        end.received(command, new PoolRequest(PoolRequest.Verb.STATUS, List.of(), "", List.of()));

        assertThat(command.sent(PoolAnswer.class))
                .singleElement()
                .satisfies(answer -> assertThat(answer.text()).isEqualTo("STATUS"));
    }

    @Test
    void shouldRefuseNeedsOfARunThatHasNotJoined() {
        RecordingSession master = new RecordingSession(Role.ADMIN);
        fake.pool.accept(master).received(master, new PoolNeeds(1, 1, 1, 1, 1, false, "", 0));

        assertThat(master.refused()).isEqualTo(ErrorCode.UNEXPECTED_MESSAGE);
    }

    @Test
    void shouldShowItsState() {
        fake.agent("node", 8);
        fake.master("a", 6);
        fake.advance(1);
        PoolView view = fake.pool.view();

        assertThat(view.hosts()).singleElement().satisfies(host -> {
            assertThat(host.name()).isEqualTo("node");
            assertThat(host.seats()).containsExactly(new PoolView.Seat(new RunId("a"), 6, "joined", 1));
        });
        assertThat(view.runs())
                .singleElement()
                .satisfies(run -> assertThat(run.slots()).isEqualTo(6));
    }
}
