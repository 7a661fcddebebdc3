package dev.sluice.model.flow;

import java.util.Arrays;

/**
 * The achievable rate of every candidate master by the algorithm of the paper (Shao, Berman, Wolski 2000, Figure 2).
 * For each candidate, slaves are added one by one, those on its own network first, each with the remaining capacities
 * on its path. O(hosts²·depth). On trees the order does not change the sum. Serves as a reference for
 * {@link Placement}.
 */
public final class PaperPlacement {
    private final NetworkView view;
    private final UnitCapacities capacities;
    private final int[] bySpeed;

    private PaperPlacement(NetworkView view, UnitCosts costs) {
        this.view = view;
        this.capacities = new UnitCapacities(view, costs);
        this.bySpeed = Preference.bySpeed(capacities);
    }

    /**
     * Per host: the rate with the master there [units/s].
     *
     * @throws IllegalArgumentException for a view that is no tree
     */
    public static double[] rates(NetworkView view, UnitCosts costs) {
        PaperPlacement paper = of(view, costs);
        double[] rates = new double[view.hosts().size()];
        for (int master = 0; master < rates.length; master++) {
            rates[master] = Arrays.stream(paper.found(master)).sum();
        }
        return rates;
    }

    /**
     * Per host: its rate with the master on {@code master} [units/s].
     *
     * @throws IllegalArgumentException for a view that is no tree
     */
    public static double[] found(NetworkView view, UnitCosts costs, int master) {
        return of(view, costs).found(master);
    }

    private static PaperPlacement of(NetworkView view, UnitCosts costs) {
        if (!view.tree()) {
            throw new IllegalArgumentException(view.name() + ": several paths (expected: a tree of links)");
        }
        return new PaperPlacement(view, costs);
    }

    private double[] found(int master) {
        Routes routes = Routes.to(view, master);
        double[] media = capacities.medium.clone();
        double[] steps = new double[capacities.links()];
        for (int i = 1; i < routes.reached(); i++) {
            steps[routes.link(i)] = capacities.step(routes, routes.link(i));
        }
        double left = Math.min(capacities.master[master], capacities.masterPort[master]);
        double[] found = new double[capacities.hosts()];
        for (int host : Preference.of(capacities, bySpeed, master)) {
            if (left <= 0) {
                break;
            }
            double rate = Math.min(capacities.worker(host), left);
            for (int link = capacities.linkOf[host]; link >= 0; link = routes.next(link)) {
                rate = Math.min(rate, media[link]);
                rate = routes.next(link) < 0 ? rate : Math.min(rate, steps[link]);
            }
            found[host] = rate;
            left -= rate;
            for (int link = capacities.linkOf[host]; link >= 0 && rate > 0; link = routes.next(link)) {
                media[link] -= rate;
                steps[link] -= rate;
            }
        }
        return found;
    }
}
