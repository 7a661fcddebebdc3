package dev.sluice.master;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.master.journal.JournalLevel;
import dev.sluice.master.journal.JournalTerms;
import dev.sluice.master.journal.RealJournalFiles;
import dev.sluice.master.journal.Recovered;
import dev.sluice.master.journal.RunJournal;
import dev.sluice.master.journal.WorthKeeping;
import dev.sluice.master.resume.JournalledRun;
import dev.sluice.model.schedule.UnitRanges;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** A run whose masters die, and the masters that take it over from the journal. */
class ResumedCluster {
    static final long ORPHAN_NANOS = 60 * Cluster.SECOND;

    @TempDir
    Path directory;

    Cluster cluster;
    JournalledRun run = JournalledRun.NONE;
    long orphanNanos = ORPHAN_NANOS;
    WorthKeeping worth = WorthKeeping.ALL;
    boolean outlived = true;
    final JournalTroubles troubles = new JournalTroubles();
    /** How often each unit of the first cycle was computed. */
    final Map<Long, Integer> computed = new HashMap<>();

    void open(String name) {
        cluster = new Cluster(directory.resolve(name));
    }

    @AfterEach
    void close() {
        run.close();
        assertThat(troubles.all()).isEmpty();
    }

    RealJournalFiles files() throws IOException {
        return RealJournalFiles.lock(cluster.directory().resolve("journal"));
    }

    static JournalTerms terms() {
        return JournalTerms.of(Terms.RUN, JournalLevel.OS);
    }

    Work work(long... cycles) {
        return cluster.work(cycles)
                .taking(unit -> (1 + unit % 5) * Cluster.MILLI)
                .computing(unit -> computed.merge(unit, 1, Integer::sum));
    }

    /** Starts the first master. Each task is followed by a commit. */
    void begin(Work work) {
        begin(() -> cluster.start(work, run));
    }

    /** Does the same with a run that this starts. */
    void begin(Runnable starts) {
        cluster.terms().takeover = new RunSettings.Takeover(1, orphanNanos);
        run = JournalledRun.begun(
                () -> RunJournal.create(files(), terms(), troubles), true, failure -> troubles.add("" + failure));
        run.keep(worth);
        run.open();
        cluster.afterEachTask(() -> run.await(run.position(), troubles::areAny));
        starts.run();
    }

    /** Lets the master die, and another take over with this copy of the application. */
    void killAndResume(Work work) {
        killAndResume(() -> cluster.start(work, run));
    }

    void killAndResume(Runnable starts) {
        JournalledRun gone = run;
        gone.close();
        cluster.crash();
        resume(starts);
    }

    void resume(Work work) {
        resume(() -> cluster.start(work, run));
    }

    private void resume(Runnable starts) {
        Recovered recovered;
        try {
            recovered = Recovered.read(files(), Terms.RUN);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        RunJournal journal = RunJournal.append(recovered, terms(), troubles);
        cluster.terms().takeover = new RunSettings.Takeover(journal.epoch(), orphanNanos);
        run = JournalledRun.resumed(journal, recovered, outlived);
        run.keep(worth);
        starts.run();
    }

    UnitRanges known(int cycle) {
        return run.earlier(cycle).known();
    }

    /** Lets these units fail once. */
    Work failing(Work work, Set<Long> units, Set<Long> failed) {
        return work.computing(unit -> {
            if (units.contains(unit) && failed.add(unit)) {
                throw new IllegalStateException("a test");
            }
        });
    }
}
