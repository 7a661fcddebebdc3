package dev.sluice.worker.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.RunId;
import dev.sluice.net.message.AgentReport;
import dev.sluice.net.message.AgentTarget;
import dev.sluice.net.message.Goodbye;
import dev.sluice.net.message.Problem;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.runfile.RunFile;
import dev.sluice.net.session.SessionListener;
import dev.sluice.net.virtual.RecordingSession;
import dev.sluice.net.virtual.RunFiles;
import dev.sluice.net.virtual.VirtualLoop;
import dev.sluice.worker.Ending;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class AgentTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long PATIENCE = 600 * SECOND;
    private static final RunFile POOL = RunFiles.of(Role.AGENT, 7_000);

    private final VirtualLoop loop = new VirtualLoop();
    private final FakeWorkers workers = new FakeWorkers();
    private final List<SessionListener> dialled = new ArrayList<>();
    private final RecordingSession session = new RecordingSession();
    private final Agent agent = new Agent(
            loop,
            (place, address, listener) -> dialled.add(listener),
            new Agent.Terms(POOL, "node1", 8, 1L << 33, 77, 5, PATIENCE),
            workers,
            new SplittableRandom(1));

    private SessionListener connect() {
        loop.advance(0);
        SessionListener link = dialled.get(dialled.size() - 1);
        link.opened(session);
        return link;
    }

    private static AgentTarget target(long number, long... ids) {
        List<AgentTarget.Seat> seats = new ArrayList<>();
        for (long id : ids) {
            seats.add(new AgentTarget.Seat(id, new RunId("r"), 2, "run=r\nend\n"));
        }
        return new AgentTarget(number, seats);
    }

    private AgentReport newest() {
        List<AgentReport> reports = session.sent(AgentReport.class);
        return reports.get(reports.size() - 1);
    }

    /** Refuses each connection for this long [s]. */
    private void refuse(long seconds) {
        int refused = dialled.size();
        for (long i = 0; i < 10 * seconds; i++) {
            loop.advance(SECOND / 10);
            while (refused < dialled.size()) {
                dialled.get(refused++).closed(session, new Closing(ErrorCode.CONNECT_FAILED, "refused", false));
            }
        }
    }

    private Ending ending() {
        loop.advance(0);
        return agent.ending().getNow(null);
    }

    @Test
    void shouldReportItsHostFirst() {
        agent.start();
        connect();

        assertThat(session.sent()).hasSize(1);
        assertThat(newest().host()).isEqualTo("node1");
        assertThat(newest().slots()).isEqualTo(8);
        assertThat(agent.joined()).isNotDone();
    }

    @Test
    void shouldFollowTheTargetAndReportChanges() {
        agent.start();
        SessionListener link = connect();
        link.received(session, target(1, 4));
        assertThat(agent.joined()).isDone();
        workers.started.get(4L).news.joined();
        loop.advance(0);

        assertThat(newest().seats()).singleElement().satisfies(seat -> {
            assertThat(seat.id()).isEqualTo(4);
            assertThat(seat.pid()).isEqualTo(1_004);
            assertThat(seat.state()).isEqualTo(AgentReport.State.JOINED);
        });
    }

    @Test
    void shouldKeepItsWorkersWhileThePoolIsAway() {
        agent.start();
        SessionListener link = connect();
        link.received(session, target(1, 4));
        link.closed(session, new Closing(ErrorCode.CONNECTION_LOST, "reset", false));
        refuse(PATIENCE / SECOND / 2);
        assertThat(dialled.size()).isGreaterThan(100);
        connect().received(session, target(1, 4));

        assertThat(workers.started.get(4L).drains).isZero();
        assertThat(newest().seats())
                .singleElement()
                .satisfies(seat -> assertThat(seat.id()).isEqualTo(4));
    }

    @Test
    void shouldDrainAndEndWhenThePoolStaysAway() {
        agent.start();
        SessionListener link = connect();
        link.received(session, target(1, 4));
        link.closed(session, new Closing(ErrorCode.CONNECTION_LOST, "reset", false));
        refuse(PATIENCE / SECOND + 10);

        assertThat(workers.started.get(4L).drains).isEqualTo(1);
        assertThat(ending()).isNull(); // its unit still runs
        workers.started.get(4L).news.ended(0, "");
        assertThat(ending().code()).isEqualTo(ErrorCode.CONNECT_FAILED);
    }

    @Test
    void shouldReconnectToASilentPool() {
        agent.start();
        connect().received(session, target(1));
        loop.advance(10 * SECOND);

        assertThat(dialled.size()).isGreaterThan(1);
        assertThat(ending()).isNull();
    }

    @Test
    void shouldFinishItsUnitsAfterAGoodbye() {
        agent.start();
        SessionListener link = connect();
        link.received(session, target(1, 4));
        link.received(session, new Goodbye(ErrorCode.NONE, "the pool stops"));
        assertThat(workers.started.get(4L).drains).isEqualTo(1);
        assertThat(ending()).isNull();
        workers.started.get(4L).news.ended(0, "");

        assertThat(ending()).isEqualTo(new Ending(ErrorCode.NONE, "the pool stops"));
    }

    @Test
    void shouldLeaveWhenItIsRefused() {
        agent.start();
        connect().received(session, new Problem(ErrorCode.RUN_OVER, "another agent is on node1"));

        assertThat(ending().code()).isEqualTo(ErrorCode.RUN_OVER);
    }

    @Test
    void shouldReportWhileItDrainsAfterASignal() {
        agent.start();
        SessionListener link = connect();
        link.received(session, target(1, 4, 5));
        agent.leave("SIGTERM");
        loop.advance(0);
        workers.started.get(4L).news.ended(0, "");
        loop.advance(0);

        assertThat(newest().seats())
                .extracting(AgentReport.Seat::state)
                .containsExactly(AgentReport.State.ENDED, AgentReport.State.DRAINING);
        workers.started.get(5L).news.ended(0, "");
        assertThat(ending()).isEqualTo(new Ending(ErrorCode.NONE, "SIGTERM"));
        assertThat(session.isClosed()).isTrue();
    }
}
