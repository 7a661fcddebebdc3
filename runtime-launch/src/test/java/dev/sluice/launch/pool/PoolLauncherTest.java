package dev.sluice.launch.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.launch.LaunchEnd;
import dev.sluice.launch.LaunchListener;
import dev.sluice.launch.Place;
import dev.sluice.launch.PlaceVerdict;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.RunId;
import dev.sluice.model.pool.Deadline;
import dev.sluice.net.message.Goodbye;
import dev.sluice.net.message.PoolJoin;
import dev.sluice.net.message.PoolNeeds;
import dev.sluice.net.message.PoolNews;
import dev.sluice.net.message.Problem;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.runfile.RunFile;
import dev.sluice.net.session.SessionListener;
import dev.sluice.net.virtual.RecordingSession;
import dev.sluice.net.virtual.RunFiles;
import dev.sluice.net.virtual.VirtualLoop;
import dev.sluice.testing.Records;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PoolLauncherTest {
    private static final long SECOND = 1_000_000_000L;
    private static final RunFile POOL = file("pool", Role.OPERATOR);
    private static final RunFile RUN = file("mine", Role.WORKER);

    private final VirtualLoop clock = new VirtualLoop();
    private final Told told = new Told();
    private final List<SessionListener> dialled = new ArrayList<>();
    private final List<RecordingSession> sessions = new ArrayList<>();
    private final PoolLauncher launcher = new PoolLauncher(
            clock,
            (place, address, listener) -> dialled.add(listener),
            new PoolLauncher.Terms(POOL, 3, -1, 2, 16, Deadline.NONE),
            new SplittableRandom(1));

    private static RunFile file(String run, Role role) {
        return Records.with(RunFiles.of(role, 7_000), "run", new RunId(run));
    }

    @BeforeEach
    void start() {
        launcher.start(told);
        launcher.join(RUN);
        clock.advance(0);
    }

    /** Opens the connection that was asked for last. */
    private SessionListener connect() {
        SessionListener link = dialled.get(dialled.size() - 1);
        RecordingSession session = new RecordingSession();
        sessions.add(session);
        link.opened(session);
        clock.advance(0);
        return link;
    }

    private RecordingSession session() {
        return sessions.get(sessions.size() - 1);
    }

    private void lose(SessionListener link, ErrorCode code) {
        link.closed(session(), new Closing(code, "reset", false));
    }

    @Test
    void shouldJoinWithItsTermsAndTheFileOfTheRun() {
        connect();

        assertThat(session().sent(PoolJoin.class))
                .containsExactly(new PoolJoin(
                        new RunId("mine"),
                        RUN.text(),
                        3,
                        -1,
                        2,
                        16,
                        ProcessHandle.current().pid()));
        assertThat(launcher.expectedSlots()).isZero();
    }

    @Test
    void shouldSayEverySecondWhatTheRunCouldUse() {
        told.needs = new PoolNeeds(100, 4, 5_000_000, 0, 7, false, "", 0);
        connect();
        int first = session().sent(PoolNeeds.class).size();
        clock.advance(5 * SECOND);

        assertThat(session().sent(PoolNeeds.class)).hasSize(first + 5).containsOnly(told.needs);
    }

    @Test
    void shouldSayHowManySlotsItsDeadlineNeeds() {
        PoolLauncher hurried = new PoolLauncher(
                clock,
                (place, address, listener) -> dialled.add(listener),
                new PoolLauncher.Terms(POOL, 1, 0, 0, 64, 20 * SECOND),
                new SplittableRandom(1));
        hurried.start(told);
        hurried.join(RUN);
        told.needs = new PoolNeeds(96, 4, SECOND, 0, 7, false, "", 0);
        clock.advance(10 * SECOND);
        connect();
        clock.advance(5 * SECOND);

        List<PoolNeeds> sent = session().sent(PoolNeeds.class);
        assertThat(sent.get(0).neededSlots()).isEqualTo(10);
        assertThat(sent.get(sent.size() - 1).neededSlots())
                .as("5.9 s before it")
                .isEqualTo(17);
    }

    @Test
    void shouldAskForNothingBeforeTheRunHasUnits() {
        connect();
        clock.advance(SECOND);
        assertThat(session().sent(PoolNeeds.class)).isEmpty();
        told.needs = new PoolNeeds(100, 0, 0, 0, 0, false, "", 0);
        clock.advance(SECOND / 10);

        assertThat(session().sent(PoolNeeds.class)).as("soon").contains(told.needs);
    }

    @Test
    void shouldNotAskABusyMasterTwice() {
        told.answers = false;
        connect();
        clock.advance(10 * SECOND);

        assertThat(told.questions).isEqualTo(1);
    }

    @Test
    void shouldPassTheLinesOfThePoolToTheUser() {
        connect().received(session(), new PoolNews(2, List.of("node1: its worker ended")));

        assertThat(told.news).containsExactly("node1: its worker ended");
    }

    @Test
    void shouldComeBackToAPoolThatWasAway() {
        told.needs = new PoolNeeds(100, 0, 0, 0, 0, false, "", 0);
        SessionListener link = connect();
        lose(link, ErrorCode.CONNECTION_LOST);
        int before = dialled.size();
        clock.advance(30 * SECOND);
        assertThat(dialled.size()).isGreaterThan(before);
        connect().received(session(), new PoolNews(2, List.of()));

        assertThat(sessions).hasSize(2);
        assertThat(session().sent(PoolJoin.class)).hasSize(1);
        assertThat(session().sent(PoolNeeds.class)).contains(told.needs);
        assertThat(told.news)
                .containsExactly(
                        "the pool is away (reset); its workers go on, and the run looks for it", "the pool is back");
        assertThat(told.gone).isEmpty();
    }

    @Test
    void shouldLookForAPoolThatStops() {
        SessionListener link = connect();
        link.received(session(), new Goodbye(ErrorCode.NONE, "the pool stops"));
        int before = dialled.size();
        clock.advance(30 * SECOND);

        assertThat(session().isClosed()).isTrue();
        assertThat(dialled.size()).isGreaterThan(before);
        assertThat(told.news).singleElement().asString().contains("the pool is away (the pool stops)");
    }

    @Test
    void shouldGiveUpWhenItIsRefused() {
        SessionListener link = connect();
        link.received(session(), new Problem(ErrorCode.RUN_OVER, "the pool ends"));
        int before = dialled.size();
        clock.advance(60 * SECOND);

        assertThat(dialled).hasSize(before);
        assertThat(told.gone).containsExactly("the pool refuses the run: the pool ends");
    }

    @Test
    void shouldReportAPoolThatDoesNotAnswerAndGoOnLooking() {
        for (int i = 0; i < 200; i++) {
            dialled.get(dialled.size() - 1)
                    .closed(new RecordingSession(), new Closing(ErrorCode.CONNECT_FAILED, "refused", false));
            clock.advance(SECOND / 10);
        }

        assertThat(told.news).containsExactly("the pool pool does not answer; the run waits for it");
        assertThat(dialled.size()).isGreaterThan(2);
    }

    @Test
    void shouldCloseItsSessionAtTheEndOfTheRun() throws Exception {
        SessionListener link = connect();
        launcher.ending();
        clock.advance(0);
        assertThat(session().isClosed()).isTrue();
        lose(link, ErrorCode.NONE);
        int before = dialled.size();
        clock.advance(60 * SECOND);
        launcher.awaitEnd(60_000);

        assertThat(dialled).hasSize(before);
        assertThat(told.news).isEmpty();
    }

    /** Remembers what it was told. */
    private static final class Told implements LaunchListener {
        final List<String> news = new ArrayList<>();
        final List<String> gone = new ArrayList<>();
        PoolNeeds needs = PoolNeeds.UNKNOWN;
        boolean answers = true;
        int questions;

        @Override
        public CompletableFuture<PoolNeeds> needs() {
            questions++;
            return answers ? CompletableFuture.completedFuture(needs) : new CompletableFuture<>();
        }

        @Override
        public void news(String line) {
            news.add(line);
        }

        @Override
        public void allGone(String lastWords) {
            gone.add(lastWords);
        }

        @Override
        public void started(Place where, long pid, int slots) {}

        @Override
        public void verdict(Place where, PlaceVerdict verdict) {}

        @Override
        public void ended(Place where, LaunchEnd how) {}

        @Override
        public void unwatched(Place where, String why) {}
    }
}
