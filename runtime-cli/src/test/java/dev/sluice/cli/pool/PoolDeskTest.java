package dev.sluice.cli.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.json.JsonTree;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.RunId;
import dev.sluice.model.SluiceException;
import dev.sluice.net.message.PoolAnswer;
import dev.sluice.net.message.PoolRequest;
import dev.sluice.net.virtual.VirtualLoop;
import dev.sluice.pool.PoolLoop;
import dev.sluice.testing.NoLeaks;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests of commands. A shell script stands for the masters. */
@NoLeaks
class PoolDeskTest {
    @TempDir
    Path directory;

    private final VirtualLoop loop = new VirtualLoop();
    private final List<List<String>> added = new ArrayList<>();
    private MasterScript script;
    private PoolStore store;
    private PoolDesk desk;

    @BeforeEach
    void open() throws Exception {
        script = MasterScript.in(directory);
        PoolPlace place = new PoolPlace(directory.resolve("pool"));
        place.create();
        store = PoolStore.open(place.state());
        desk = new PoolDesk(place, new RunId("pool-1"), loop, store, (words, say) -> {
            if (words.contains("nowhere")) {
                throw new SluiceException(ErrorCode.HOSTS_INVALID, "nowhere: no host (expected: one)");
            }
            added.add(words);
        });
    }

    @AfterEach
    void close() {
        desk.close(); // so that it does not start them again
        ProcessHandle.current().children().forEach(ProcessHandle::destroyForcibly);
        script.close();
    }

    private PoolAnswer ask(PoolRequest.Verb verb, String... words) throws Exception {
        return ask(new PoolRequest(verb, List.of(words), directory.toString(), environment()));
    }

    private static List<String> environment() {
        return List.of("PATH=" + System.getenv("PATH"));
    }

    private PoolAnswer ask(PoolRequest request) throws Exception {
        CompletableFuture<PoolAnswer> answer = new CompletableFuture<>();
        desk.asked(request, answer::complete);
        return awaited(answer);
    }

    /** Runs the loop until there is a value. */
    private <T> T awaited(CompletableFuture<T> value) {
        await().until(() -> {
            loop.advance(0);
            return value.isDone();
        });
        return value.join();
    }

    private PoolLoop serve() {
        PoolLoop pool = new PoolLoop(loop, desk, 1);
        desk.serve(pool);
        return pool;
    }

    /** A run whose master goes on until it is ended; returns its id. */
    private String submitted() throws Exception {
        script.write(
                "echo '{\"schema\":\"sluice-run-1\",\"mode\":\"running\",\"run\":\"'$6'\"}' > $4/run.json",
                "exec sleep 600");
        PoolAnswer answer = ask(PoolRequest.Verb.SUBMIT, "run", "pep.jar");
        assertThat(answer.code()).as(answer.text()).isEqualTo(ErrorCode.NONE);
        return answer.text();
    }

    private void assertRefused(PoolAnswer answer, ErrorCode code, String... texts) {
        assertThat(answer.code()).as(answer.text()).isEqualTo(code);
        assertThat(answer.text()).contains(texts);
        assertThat(answer.json()).isEmpty();
    }

    @Test
    void shouldRefuseASubmissionThatIsNoRun() throws Exception {
        assertRefused(ask(PoolRequest.Verb.SUBMIT), ErrorCode.USAGE, "expected: run or each");
        assertRefused(ask(PoolRequest.Verb.SUBMIT, "drain", "w1"), ErrorCode.USAGE, "drain", "expected: run or each");
        Path gone = directory.resolve("gone");
        assertRefused(
                ask(new PoolRequest(PoolRequest.Verb.SUBMIT, List.of("run", "a.jar"), gone.toString(), environment())),
                ErrorCode.FILE_NOT_FOUND,
                gone.toString(),
                "expected: one of this machine");

        assertThat(store.runs()).isEmpty();
    }

    @Test
    void shouldAnswerASubmissionWhenTheRunHasBegun() throws Exception {
        String id = submitted();

        assertThat(id).matches("pep-[0-9]{8}-[0-9]{6}-[0-9a-f]{4}");
        assertThat(store.runs()).singleElement().satisfies(run -> {
            assertThat(run.directory())
                    .isEqualTo(new PoolPlace(directory.resolve("pool")).runs().resolve(id));
            assertThat(run.words()).containsExactly("run", "pep.jar");
            assertThat(run.over()).isFalse();
        });
    }

    /** Submits like a command whose pool was killed before it answered. */
    @Test
    void shouldHaveOneRunHoweverOftenASubmissionIsRepeated() throws Exception {
        script.write(
                "echo '{\"schema\":\"sluice-run-1\",\"mode\":\"running\",\"run\":\"'$6'\"}' > $4/run.json",
                "exec sleep 600");
        for (int i = 0; i < 3; i++) {
            PoolAnswer answer = ask(PoolRequest.Verb.SUBMIT, "id=mine-1", "run", "pep.jar");
            assertThat(answer.code()).as(answer.text()).isEqualTo(ErrorCode.NONE);
            assertThat(answer.text()).isEqualTo("mine-1");
        }
        assertThat(store.runs()).hasSize(1);
        assertRefused(ask(PoolRequest.Verb.SUBMIT, "id=mine-1", "run", "other.jar"), ErrorCode.USAGE, "is another run");
        assertRefused(ask(PoolRequest.Verb.SUBMIT, "id=../x", "run", "a.jar"), ErrorCode.USAGE, "--id");
    }

    @Test
    void shouldNotTakeTheValueOfAnOptionForTheApplication() throws Exception {
        script.write("echo '{}' > $4/run.json");

        assertThat(ask(PoolRequest.Verb.SUBMIT, "run", "--policy", "SS", "pep.jar")
                        .text())
                .startsWith("run-");
    }

    @Test
    void shouldShowWhatAMasterSaidThatEndedAtOnce() throws Exception {
        script.write("echo 'E201 no application' >&2", "exit 2");

        assertRefused(
                ask(PoolRequest.Verb.SUBMIT, "run", "app.jar"), ErrorCode.SUBMISSION_FAILED, "E201 no application");
    }

    @Test
    void shouldRefuseToCancelARunThatItDoesNotHave() throws Exception {
        assertRefused(
                ask(PoolRequest.Verb.CANCEL, submitted(), "other"), ErrorCode.USAGE, "other", "no such run goes on");

        assertThat(store.runs()).as("none is ended").noneMatch(SubmittedRun::over);
    }

    @Test
    void shouldEndARunOnceAndNotStartItAgain() throws Exception {
        String id = submitted();
        assertThat(ask(PoolRequest.Verb.CANCEL, id).code()).isEqualTo(ErrorCode.NONE);
        assertThat(store.runs()).allMatch(SubmittedRun::over);

        assertRefused(ask(PoolRequest.Verb.CANCEL, id), ErrorCode.USAGE, id);
    }

    @Test
    void shouldEndTheOnlyRunThatGoesOnAndBeginsAsNamed() throws Exception {
        String ended = submitted();
        ask(PoolRequest.Verb.CANCEL, ended);
        String beginning = ended.substring(0, 1);
        String second = submitted();
        String third = submitted();
        assertRefused(
                ask(PoolRequest.Verb.CANCEL, beginning), ErrorCode.USAGE, "begins the ids of 2 runs", second, third);
        ask(PoolRequest.Verb.CANCEL, third);
        assertThat(ask(PoolRequest.Verb.CANCEL, beginning).text()).startsWith(second + ": running units are finished");
        assertThat(store.runs()).allMatch(SubmittedRun::over);
    }

    @Test
    void shouldNotStopWhileRunsGoOnUnlessItMust() throws Exception {
        serve();
        submitted();
        assertRefused(ask(PoolRequest.Verb.STOP), ErrorCode.POOL_BUSY, "1 run goes on", "--now", "sluice resume");
        assertThat(desk.stopped()).isNotDone();
        assertThat(ask(PoolRequest.Verb.STOP, "--now").code()).isEqualTo(ErrorCode.NONE);

        awaited(desk.stopped());
        assertThat(store.runs()).allMatch(SubmittedRun::over);
    }

    @Test
    void shouldTellItsStateWhenItServes() throws Exception {
        assertRefused(ask(PoolRequest.Verb.STATUS), ErrorCode.NO_POOL, "it begins");
        serve();
        JsonTree status =
                JsonTree.parse(Path.of("status"), ask(PoolRequest.Verb.STATUS).json());

        assertThat(status.at("pool").text()).isEqualTo("pool-1");
        assertThat(status.at("hosts").elements()).isEmpty();
    }

    @Test
    void shouldRefuseToLetAFleetGoOnThatIsNotThere() throws Exception {
        serve();
        assertRefused(ask(PoolRequest.Verb.UNPAUSE), ErrorCode.USAGE, "no fleet", "--slurm min=");
    }

    @Test
    void shouldRefuseUnknownHosts() throws Exception {
        serve();
        for (PoolRequest.Verb verb : List.of(PoolRequest.Verb.DRAIN, PoolRequest.Verb.REMOVE)) {
            assertRefused(ask(verb, "node7"), ErrorCode.USAGE, "node7", "no such host", "sluice pool status");
        }
    }

    @Test
    void shouldRememberAddedHostsUnlessTheyAreWrong() throws Exception {
        assertThat(ask(PoolRequest.Verb.ADD, "--host", "node1").code()).isEqualTo(ErrorCode.NONE);
        assertRefused(ask(PoolRequest.Verb.ADD, "--host", "nowhere"), ErrorCode.HOSTS_INVALID, "nowhere");

        assertThat(added).containsExactly(List.of("--host", "node1"));
        assertThat(PoolStore.open(directory.resolve("pool").resolve("pool.json"))
                        .hosts())
                .containsExactly("--host", "node1");
    }
}
