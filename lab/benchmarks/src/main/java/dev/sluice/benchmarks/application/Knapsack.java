package dev.sluice.benchmarks.application;

import dev.sluice.api.Application;
import dev.sluice.api.Cycle;
import dev.sluice.api.Verdict;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import picocli.CommandLine.Option;

/**
 * Fills a knapsack by branch and bound, in one open cycle. A unit searches below one node for a while, and returns the
 * nodes that are left. Prints {@code best VALUE units UNITS millis MILLIS}.
 */
public class Knapsack extends Application<Knapsack.Items, Knapsack.Node, Knapsack.Found> {
    /** Items in the order of their value for a weight of one. */
    public record Items(int[] weights, int[] values, int capacity) {}

    /** The decisions for the first items, the most that can follow, and the best value when it became a unit. */
    public record Node(int decided, int weight, int value, double bound, int best) {}

    /** The best value below a node, and the nodes that may have a better one. */
    public record Found(int best, List<Node> left) {}

    @Option(names = "--items", defaultValue = "100")
    int count;

    @Option(names = "--spread", defaultValue = "100", description = "a smaller one is harder to search")
    int spread;

    @Option(names = "--seed", defaultValue = "1")
    long seed;

    @Option(names = "--nodes", defaultValue = "20000", description = "most nodes of a unit")
    int nodes;

    @Option(names = "--ahead", defaultValue = "16", description = "units that are not accepted yet")
    int ahead;

    @Option(names = "--nanos", defaultValue = "0", description = "time of a node, slept to stand for more processors")
    long nanos;

    @SuppressWarnings("NullAway.Init") // initialize sets it
    Items items;

    private long began;
    private long accepted;

    @Override
    protected void initialize() {
        SplittableRandom random = new SplittableRandom(seed);
        int[] weights = random.ints(count, 1_000, 10_000).toArray();
        int[] values = IntStream.of(weights)
                .map(weight -> weight + random.nextInt(spread))
                .toArray();
        int[] order = IntStream.range(0, count)
                .boxed()
                .sorted(Comparator.comparingDouble(item -> -(double) values[item] / weights[item]))
                .mapToInt(item -> item)
                .toArray();
        items = new Items(
                IntStream.of(order).map(item -> weights[item]).toArray(),
                IntStream.of(order).map(item -> values[item]).toArray(),
                IntStream.of(weights).sum() / 2);
    }

    // tag::readme[]
    private final Map<Long, Node> units = new HashMap<>();
    private final PriorityQueue<Node> waiting = new PriorityQueue<>(Comparator.comparingDouble(node -> -node.bound()));
    private int best;

    @Override
    protected Cycle<Items> cycle(int number) {
        units.put(0L, root());
        return Cycle.onlyOpen(1, items);
    }

    @Override
    protected Node unit(long index) {
        return Objects.requireNonNull(units.get(index));
    }

    @Override
    protected Verdict accept(long index, Found found) {
        units.remove(index);
        best = Math.max(best, found.best());
        waiting.addAll(found.left());
        grow();
        return Verdict.CONTINUE;
    }

    /** Adds the most promising nodes. */
    void grow() {
        while (units.size() < ahead && hasNext()) {
            units.put(addUnits(1), next());
        }
    }
    // end::readme[]

    private boolean hasNext() {
        return !waiting.isEmpty() && waiting.peek().bound() > best;
    }

    /** The best value so far. */
    int best() {
        return best;
    }

    /** The node from which all begins. */
    private static Node root() {
        return new Node(0, 0, 0, Double.MAX_VALUE, 0);
    }

    private Node next() {
        began = began == 0 ? System.nanoTime() : began; // without the start of the workers
        Node next = waiting.remove();
        accepted++;
        return new Node(next.decided(), next.weight(), next.value(), next.bound(), best);
    }

    /** Makes units of the next nodes; returns how many. */
    int takeNext() {
        while (units.size() < ahead && hasNext()) {
            units.put((long) units.size(), next());
        }
        return units.size();
    }

    @Override
    protected Found compute(Items of, Node from) {
        Deque<Node> stack = new ArrayDeque<>(List.of(from));
        int found = from.best();
        int searched = 0;
        for (; searched < nodes && !stack.isEmpty(); searched++) {
            Node node = stack.pop();
            found = Math.max(found, node.value());
            if (node.bound() > found && node.decided() < of.weights().length) {
                stack.push(child(of, node, 0, 0));
                int weight = of.weights()[node.decided()];
                if (node.weight() + weight <= of.capacity()) {
                    stack.push(child(of, node, weight, of.values()[node.decided()]));
                }
            }
        }
        LockSupport.parkNanos(nanos * searched);
        int known = found;
        stack.removeIf(node -> node.bound() <= known);
        return new Found(found, new ArrayList<>(stack));
    }

    /** The child with one more item decided: with its weight and value, or without. */
    private static Node child(Items of, Node node, int weight, int value) {
        Node decided = new Node(node.decided() + 1, node.weight() + weight, node.value() + value, 0, 0);
        int room = of.capacity() - decided.weight();
        double bound = decided.value();
        for (int item = decided.decided(); item < of.weights().length && room > 0; item++) {
            int part = Math.min(room, of.weights()[item]);
            bound += (double) of.values()[item] * part / of.weights()[item];
            room -= part;
        }
        return new Node(decided.decided(), decided.weight(), decided.value(), Math.floor(bound), 0);
    }

    @Override
    protected void complete() {
        System.out.println(
                "best " + best + " units " + (accepted + 1) + " millis " + (System.nanoTime() - began) / 1_000_000);
    }
}
