package dev.sluice.benchmarks.model;

import dev.sluice.benchmarks.harness.Benchmark;
import dev.sluice.benchmarks.harness.Effort;
import dev.sluice.benchmarks.harness.FigureReport;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.PaperPlacement;
import dev.sluice.model.flow.Placement;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.Wire;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;

/** Compares the joint solution for all candidate masters with the algorithm of the paper. */
public final class PlacementBenchmark implements Benchmark {
    private static final UnitCosts COSTS = new UnitCosts(0.01, 0.0001, 1_000, 64_000, 0);
    private static final int WARM_UPS = 20;
    private static final int MEASURED = 11;

    @Override
    public String question() {
        return "ms for the rates of all masters, of 10^5 hosts on 10^3 links; and over the paper's algorithm on fewer";
    }

    @Override
    public void measure(Programs programs, FigureReport report) {
        Effort effort = programs.effort();
        int repetitions = effort.divisor() > 1 ? 1 : MEASURED;
        NetworkView large = view(100_000 / effort.divisor(), 1_000 / effort.divisor());
        report.figure("all-masters-1e5-hosts-ms", millis(large, PlacementBenchmark::byPassing, repetitions), "ms");
        for (int hosts : List.of(100, 1_000, 10_000)) {
            NetworkView view = view(hosts / Math.min(10, effort.divisor()), Math.max(1, hosts / 100));
            double passing = millis(view, PlacementBenchmark::byPassing, repetitions);
            double paper = millis(view, PlacementBenchmark::byThePaper, hosts < 10_000 ? repetitions : 1);
            String figure = "hosts-1e" + (int) Math.log10(hosts);
            report.figure(figure + "-ms", passing, "ms");
            report.figure(figure + "-paper-ms", paper, "ms");
            report.figure(figure + "-ratio", paper / passing, "x");
        }
    }

    /** Median time after warm-up [ms]. The results must agree, so that no solver can skip work. */
    private static double millis(NetworkView view, ToDoubleFunction<NetworkView> solve, int repetitions) {
        double greatest = byPassing(view);
        double[] millis = new double[repetitions];
        int warmUps = repetitions > 1 ? WARM_UPS : 0;
        for (int i = -warmUps; i < repetitions; i++) {
            long start = System.nanoTime();
            double found = solve.applyAsDouble(view);
            double taken = (System.nanoTime() - start) / 1e6;
            if (Math.abs(found - greatest) > 1e-6 * greatest) {
                throw new IllegalStateException("rates of " + found + " and " + greatest + " (expected: the same)");
            }
            millis[Math.max(0, i)] = taken;
        }
        Arrays.sort(millis);
        return millis[repetitions / 2];
    }

    private static double byPassing(NetworkView view) {
        Placement placement = Placement.solve(view, COSTS);
        return placement.rate(placement.best());
    }

    private static double byThePaper(NetworkView view) {
        return Arrays.stream(PaperPlacement.rates(view, COSTS)).max().orElse(0);
    }

    /** A tree of links about four levels deep, with hosts of all kinds spread over it. */
    private static NetworkView view(int hosts, int links) {
        RandomGenerator random = new SplittableRandom(1);
        List<Link> tree = new ArrayList<>(List.of(new Link("l0", Wire.UNLIMITED)));
        for (int i = 1; i < links; i++) {
            double rate = random.nextDouble(1e6, 1e9);
            Wire wire = random.nextInt(4) == 0 ? Wire.shared(rate) : Wire.duplex(rate);
            tree.add(new Link("l" + i, (i - 1) / 8, wire));
        }
        List<Host> machines = new ArrayList<>();
        for (int i = 0; i < hosts; i++) {
            Host host = new Host("h" + i, random.nextInt(links), Wire.duplex(random.nextDouble(1e6, 1e8)));
            machines.add(host.withSlots(1 + random.nextInt(16), random.nextDouble(0.5, 2)));
        }
        return new NetworkView("placement", tree, machines);
    }
}
