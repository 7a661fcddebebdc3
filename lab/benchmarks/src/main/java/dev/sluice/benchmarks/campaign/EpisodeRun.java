package dev.sluice.benchmarks.campaign;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Lets one episode happen and judges it. */
final class EpisodeRun {
    private static final long TICK_MILLIS = 20;

    /** Limit of a run with all its faults. It is far beyond what any needs. */
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(300);

    /** How long processes may stay after the run. Workers of a killed master look for it for 25 s. */
    private static final long LEAVE_NANOS = TimeUnit.SECONDS.toNanos(120);

    private final Episode episode;
    private final EpisodePlace place;
    private final EpisodeProcesses processes;
    private final List<String> findings = new ArrayList<>();

    EpisodeRun(Episode episode, EpisodePlace place) {
        this.episode = episode;
        this.place = place;
        processes = new EpisodeProcesses(place);
    }

    EpisodeOutcome run() throws IOException, InterruptedException {
        long begunNanos = System.nanoTime();
        EpisodePlayers players = episode.shape() == RunShape.POOL
                ? new PoolMaster(episode, place, processes)
                : new OwnMaster(episode, place);
        FaultQueue faults = new FaultQueue(episode.faults(), processes);
        LedgerView ledger = new LedgerView(place.ledger(), episode.work());
        boolean over = false;
        try {
            players.start();
            while (!over && System.nanoTime() - begunNanos < LONGEST_NANOS) {
                TimeUnit.MILLISECONDS.sleep(TICK_MILLIS);
                ledger.refresh();
                faults.tick(players, ledger);
                over = players.tick();
            }
            faults.heal();
            if (over) {
                awaitEnd(players);
            } else {
                processes.writeStacks();
                findings.add("the run has not ended after " + TimeUnit.NANOSECONDS.toSeconds(LONGEST_NANOS) + " s");
            }
        } finally {
            faults.heal();
            players.close();
            processes.killAll();
        }
        findings.addAll(players.findings());
        ledger.refresh();
        if (over) {
            findings.addAll(LedgerJudge.findings(episode, ledger, EpisodePlace.text(place.answer())));
            findings.addAll(place.traces());
        }
        double seconds = (System.nanoTime() - begunNanos) * 1e-9;
        return new EpisodeOutcome(episode, faults.happened(), players.masters(), ledger.repeated(), seconds, findings);
    }

    /** Waits until no process is left. */
    private void awaitEnd(EpisodePlayers players) throws IOException, InterruptedException {
        long overNanos = System.nanoTime();
        List<EpisodeProcesses.Found> left = processes.all();
        while (!left.isEmpty() && System.nanoTime() - overNanos < LEAVE_NANOS) {
            TimeUnit.MILLISECONDS.sleep(5 * TICK_MILLIS);
            players.tick();
            left = processes.all();
        }
        if (!left.isEmpty()) {
            processes.writeStacks();
            left.forEach(each -> findings.add("still there after the run: " + each.role() + " " + each.command()));
        }
        players.tick();
    }
}
