package dev.sluice.app.tsp;

import dev.sluice.api.Cycle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The tours that survive from generation to generation. They are a sorted set, so the order of results has no effect.
 * Confined to the master's calls.
 */
final class Evolution {
    /** The shortest tour of berlin52, proved by TSPLIB's authors. */
    private static final long BERLIN52 = 7542;

    private final TspSettings settings;
    private final TreeSet<Tour> tours = new TreeSet<>();
    private @Nullable Problem problem;
    private int generation;
    /** The shortest length at the end of each generation that made it shorter, by number of the generation. */
    private final TreeMap<Integer, Long> course = new TreeMap<>();

    private record Problem(CityMap map, Distances distances) {}

    Evolution(TspSettings settings) {
        this.settings = settings;
    }

    int generations() {
        return settings.plan().generations();
    }

    /** The next generation. The first call also reads the problem, and makes the directory of the picture. */
    Cycle<Generation> cycle(int number) throws IOException {
        if (problem == null) {
            Path file = settings.file();
            CityMap map = file == null ? TsplibReader.berlin52() : TsplibReader.read(file);
            Files.createDirectories(settings.out().toAbsolutePath().getParent());
            problem = new Problem(map, new Distances(map.xs(), map.ys()));
        }
        generation = number;
        CityMap map = problem.map;
        int[] parents = new int[tours.size() * map.cities()];
        int at = 0;
        for (Tour tour : tours) {
            System.arraycopy(tour.order(), 0, parents, at, map.cities());
            at += map.cities();
        }
        Generation setup = new Generation(map.xs(), map.ys(), parents);
        return new Cycle<>(settings.plan().units(), setup, number == generations() - 1);
    }

    private Problem problem() {
        if (problem == null) {
            throw new IllegalStateException("no generation has begun (expected: cycle before anything else)");
        }
        return problem;
    }

    Brood brood(long index) {
        return new Brood(
                TourRandom.seed(settings.seed(), generation, index),
                settings.plan().toursPerUnit(),
                settings.plan().sweeps());
    }

    /** Measures the tours of a unit, and throws if one misses a city. */
    void take(Offspring offspring) {
        Distances distances = problem().distances;
        int cities = distances.cities();
        if (offspring.tours().length != settings.plan().toursPerUnit() * cities) {
            throw new IllegalStateException("a result of " + offspring.tours().length + " cities (expected: "
                    + settings.plan().toursPerUnit() * cities + ")");
        }
        for (int at = 0; at < offspring.tours().length; at += cities) {
            int[] order = new int[cities];
            System.arraycopy(offspring.tours(), at, order, 0, cities);
            tours.add(Tour.of(order, distances));
        }
    }

    /** Lets the shortest tours survive. */
    void endGeneration() {
        if (!tours.isEmpty()
                && (course.isEmpty()
                        || tours.first().length() < course.lastEntry().getValue())) {
            course.put(generation, tours.first().length());
        }
        while (tours.size() > settings.plan().parents()) {
            tours.pollLast();
        }
    }

    /** Draws the shortest tour so far. */
    void save() throws IOException {
        if (!tours.isEmpty()) {
            TourPicture.write(settings.out(), problem().map, tours.first());
        }
    }

    /** Draws the shortest tour, and prints it. */
    void finish() throws IOException {
        save();
        System.out.print(summary());
        System.out.println("picture: " + settings.out());
    }

    /** Length and tour, with the cities' numbers in the file. */
    String summary() {
        Tour best = tours.first();
        CityMap map = problem().map;
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "%s: %,d cities, length %,d%s\n",
                map.name(),
                map.cities(),
                best.length(),
                beside(best.length())));
        text.append(String.format(
                Locale.ROOT,
                "%,d generations of %,d tours, seed %d\n",
                generations(),
                settings.plan().tours(),
                settings.seed()));
        course.forEach((number, length) ->
                text.append(String.format(Locale.ROOT, "generation %,5d: %,9d\n", number + 1, length)));
        text.append("tour");
        for (int city : best.order()) {
            text.append(' ').append(city + 1);
        }
        return text.append('\n').toString();
    }

    private String beside(long length) {
        if (settings.file() != null) {
            return "";
        }
        if (length == BERLIN52) {
            return ", the optimum";
        }
        return String.format(
                Locale.ROOT, ", %.2f %% above the optimum of %,d", 100.0 * (length - BERLIN52) / BERLIN52, BERLIN52);
    }
}
