package dev.sluice.benchmarks.campaign;

import dev.sluice.benchmarks.application.LedgerAnswer;
import dev.sluice.benchmarks.application.LedgerUnits;
import dev.sluice.benchmarks.campaign.FaultMoment.RunPhase;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Draws episodes from seeds. */
final class EpisodeDraw {
    private static final int MOST_FAULTS = 4;
    private static final int FEWEST_KILLS = 4;
    private static final int MOST_KILLS = 8;

    /** Longest stop [ms]. It exceeds the lease of a worker. */
    private static final int LONGEST_STOP_MILLIS = 9_000;

    private final SplittableRandom random;
    private final long seed;
    private final boolean quick;

    private EpisodeDraw(long seed, boolean quick) {
        this.seed = seed;
        this.quick = quick;
        random = new SplittableRandom(seed);
        random.nextLong(); // neighbouring seeds begin alike
    }

    /**
     * Draws any episode.
     *
     * @param quick with fewer units and shorter faults
     */
    static Episode any(long seed, boolean quick) {
        EpisodeDraw draw = new EpisodeDraw(seed, quick);
        RunShape shape = draw.pick(RunShape.values());
        boolean isolated = shape != RunShape.EMBEDDED && shape != RunShape.POOL && draw.random.nextInt(4) == 0;
        String journal = draw.random.nextInt(5) == 0 ? "none" : draw.random.nextInt(3) == 0 ? "os" : "sync";
        if (shape == RunShape.POOL && journal.equals("none")) {
            journal = "sync"; // the pool resumes its runs
        }
        int workers = 2 + draw.random.nextInt(2);
        // A unit is given up when it has failed on all workers; a pool on one machine has one.
        boolean several = shape != RunShape.EMBEDDED && shape != RunShape.POOL;
        boolean retries = several && !journal.equals("none") && draw.random.nextInt(3) == 0;
        Episode.Work work = draw.work(retries);
        List<PlannedFault> faults = draw.faults(shape, isolated, journal, work.answer());
        return new Episode(seed, shape, workers, journal, isolated, work, draw.random.nextInt(1_500), faults);
    }

    /** Draws a run whose master is killed several times, each time at a random moment of its life. */
    static Episode kills(long seed) {
        EpisodeDraw draw = new EpisodeDraw(seed, false);
        RunShape shape = draw.pick(RunShape.EMBEDDED, RunShape.LOCAL, RunShape.JOINED);
        String journal = draw.random.nextBoolean() ? "sync" : "os";
        Episode.Work work = draw.work(false);
        List<PlannedFault> faults = new ArrayList<>();
        int kills = FEWEST_KILLS + draw.random.nextInt(MOST_KILLS - FEWEST_KILLS + 1);
        for (int i = 0; i < kills; i++) {
            FaultMoment moment = draw.random.nextBoolean()
                    ? new FaultMoment(RunPhase.START, 200 + draw.random.nextInt(6_000))
                    : draw.moment(work.answer());
            faults.add(new PlannedFault(FaultKind.KILL, FaultTarget.MASTER, moment, 0, 0));
        }
        return new Episode(seed, shape, 2, journal, false, work, draw.random.nextInt(500), faults);
    }

    @SafeVarargs
    private <T> T pick(T... values) {
        return values[random.nextInt(values.length)];
    }

    private Episode.Work work(boolean retries) {
        int cycles = 1 + random.nextInt(3);
        long units = (quick ? 60 : 100) / cycles * (1 + random.nextInt(3));
        int largest = pick(0, 200, 20_000, 1 << 20);
        LedgerUnits.Mode mode =
                pick(LedgerUnits.Mode.EACH, LedgerUnits.Mode.EACH, LedgerUnits.Mode.END, LedgerUnits.Mode.SUM);
        int failing = retries ? 20 : 0;
        return new Episode.Work(
                mode, new LedgerAnswer(units, cycles, largest), failing, pick(5, 15, 30), random.nextBoolean());
    }

    private List<PlannedFault> faults(RunShape shape, boolean isolated, String journal, LedgerAnswer answer) {
        List<FaultTarget> targets = new ArrayList<>(shape.targets());
        if (isolated) {
            targets.add(FaultTarget.CHILD);
        }
        int count = 1 + random.nextInt(quick ? 2 : MOST_FAULTS);
        List<PlannedFault> faults = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            FaultTarget target = targets.get(random.nextInt(targets.size()));
            FaultKind kind = target == FaultTarget.LINK
                    ? pick(FaultKind.CUT, FaultKind.HALF_CLOSE, FaultKind.STALL)
                    : pick(FaultKind.KILL, FaultKind.KILL, FaultKind.STOP);
            if (kind == FaultKind.KILL && target == FaultTarget.MASTER && journal.equals("none")) {
                kind = FaultKind.STOP; // the run would be lost
            }
            long millis = 100 + random.nextInt(quick ? 1_500 : LONGEST_STOP_MILLIS);
            faults.add(new PlannedFault(kind, target, moment(answer), millis, random.nextInt(8)));
        }
        return faults;
    }

    private FaultMoment moment(LedgerAnswer answer) {
        long total = answer.units() * answer.cycles();
        return switch (random.nextInt(6)) {
            case 0 -> new FaultMoment(RunPhase.START, 200 + random.nextInt(3_000));
            case 1 -> new FaultMoment(RunPhase.ACCEPTED, total - Math.max(1, total / 100));
            case 2 ->
                answer.cycles() > 1
                        ? new FaultMoment(RunPhase.BETWEEN, 1 + random.nextInt(answer.cycles() - 1))
                        : new FaultMoment(RunPhase.ACCEPTED, 1);
            default -> new FaultMoment(RunPhase.ACCEPTED, 1 + random.nextLong(total));
        };
    }
}
