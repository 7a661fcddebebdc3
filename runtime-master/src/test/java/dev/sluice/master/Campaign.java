package dev.sluice.master;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** Runs many episodes without a test framework: {@code java dev.sluice.master.Campaign COUNT}, or {@code 1 SEED}. */
final class Campaign {
    /** The test whose seeds these are. */
    private static final String TEST = "dev.sluice.master.ClusterCampaignTest#shouldEndRightWhateverFails";

    private Campaign() {}

    /** Runs the episode of this seed; a failure names the episode. */
    static Episode run(RandomGenerator random, Path directory) {
        Episode episode = new Episode(random, directory);
        String text = episode.toString();
        try {
            episode.run();
        } catch (RuntimeException | Error e) {
            throw new AssertionError(
                    text + ": " + e.getMessage() + "\n  " + String.join("\n  ", episode.transcript()), e);
        }
        return episode;
    }

    public static void main(String[] arguments) throws IOException {
        int count = Integer.parseInt(arguments[0]);
        long[] seeds = arguments.length > 1
                ? new long[] {Long.parseLong(arguments[1])}
                : new SplittableRandom(TEST.hashCode()).longs(count).toArray();
        Path directory = Files.createTempDirectory("campaign");
        Map<Fault.Kind, Integer> happened = new EnumMap<>(Fault.Kind.class);
        long tasks = 0;
        long start = System.nanoTime();
        for (long seed : seeds) {
            try {
                Episode episode = run(new SplittableRandom(seed), directory);
                tasks += episode.tasks();
                episode.happened().forEach(kind -> happened.merge(kind, 1, Integer::sum));
            } catch (AssertionError e) {
                System.out.println("With seed " + seed + ": " + e.getMessage());
                System.exit(1);
            }
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        System.out.printf(
                "%d episodes, %d tasks, %.1f s, %.0f a minute; with %s%n",
                seeds.length, tasks, seconds, seeds.length * 60 / seconds, happened);
    }
}
