package dev.sluice.benchmarks.papers;

import dev.sluice.model.simulate.SimulationTerms;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * The speed-up of NAS EP and tomography on 1 to 16 workers of both clusters (dissertation, section 5): the time of one
 * worker over that of so many.
 */
final class SpeedUps {
    private static final int[] WORKERS = {1, 2, 4, 8, 12, 16};
    private static final int MOST = WORKERS[WORKERS.length - 1];

    /** A speed-up of less than this share of the capacity of all workers is not ideal. */
    private static final double IDEAL = 0.95;

    /** Every fourth host of the slow cluster has half of its processor. */
    private static final double SLOW_CAPACITY = 0.875;

    private SpeedUps() {}

    static void tell(ExperimentRun run) {
        double[] fast = speedUps(PaperApplication.EP, Environment::fast);
        double[] slow = speedUps(PaperApplication.EP, Environment::slow);
        double[] images = speedUps(PaperApplication.TOMOGRAPHY, Environment::fast);
        double[] slowImages = speedUps(PaperApplication.TOMOGRAPHY, Environment::slow);
        List<List<String>> rows = new ArrayList<>();
        for (int i = 0; i < WORKERS.length; i++) {
            rows.add(List.of(
                    Integer.toString(WORKERS[i]),
                    Cells.number(fast[i]),
                    Cells.number(slow[i]),
                    Cells.number(images[i]),
                    Cells.number(slowImages[i])));
        }
        run.table(
                "Speed-up under SS",
                List.of("workers", "NAS EP, fast", "NAS EP, slow", "tomography, fast", "tomography, slow"),
                rows);
        int last = WORKERS.length - 1;
        run.claim(
                "ep-speed-up",
                "NAS EP has an ideal speed-up on both clusters",
                fast[last] > IDEAL * MOST && slow[last] > IDEAL * SLOW_CAPACITY * MOST,
                Cells.number(fast[last]) + " on 16 fast workers, " + Cells.number(slow[last])
                        + " on 16 slow ones, which have the capacity of 14");
        double share = slowImages[last] / images[last];
        run.claim(new Claim(
                "tomography-speed-up",
                "tomography: workers of the slow cluster idle, so that its speed-up is well below that of the fast one",
                share > IDEAL * SLOW_CAPACITY ? Verdict.HOLDS_BETTER : Verdict.of(share < SLOW_CAPACITY * IDEAL),
                Cells.number(slowImages[last]) + " on 16 slow workers, " + Cells.number(images[last])
                        + " on 16 fast ones"));
    }

    private static double[] speedUps(PaperApplication application, IntFunction<Environment> cluster) {
        SimulationTerms terms = SimulationTerms.DEFAULT.withResults(application.results());
        double[] speedUps = new double[WORKERS.length];
        double alone = 0;
        for (int i = 0; i < WORKERS.length; i++) {
            double seconds = SimulatedRuns.of(
                            application.workload(), cluster.apply(WORKERS[i]).machines(), terms)
                    .seconds();
            alone = i == 0 ? seconds : alone;
            speedUps[i] = alone / seconds;
        }
        return speedUps;
    }
}
