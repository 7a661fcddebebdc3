package dev.sluice.model.flow;

/**
 * The rate of every candidate master on a tree, by passing values up and then down once (model.md §4). From below:
 * f(link) = min(wire, medium, Σ hosts + Σ f(children)); from above: g(child) = min(wire, medium of the parent, all that
 * reaches the parent but from this child). Sums without one member are made of what stands before it and behind it,
 * never by taking it away again, so that the great do not blot out the small. O(hosts + links).
 */
final class TreeRates {
    private final UnitCapacities capacities;
    private final Children children;

    /** By link: what its subtree can send to the parent. */
    private final double[] up;

    /** By link: what everything outside its subtree can send to it. */
    private final double[] down;

    private TreeRates(NetworkView view, UnitCapacities capacities) {
        this.capacities = capacities;
        this.children = new Children(view.links());
        this.up = new double[capacities.links()];
        this.down = new double[capacities.links()];
    }

    /** By link: what can come to it from all hosts that are not on it. */
    static double[] reaching(NetworkView view, UnitCapacities capacities) {
        TreeRates rates = new TreeRates(view, capacities);
        rates.passUp();
        rates.passDown();
        return rates.reaching();
    }

    private void passUp() {
        for (int i = children.links() - 1; i >= 0; i--) {
            int link = children.link(i);
            double sum = capacities.workers(link);
            for (int c = children.from(link); c < children.to(link); c++) {
                sum += up[children.child(c)];
            }
            up[link] = Math.min(Math.min(sum, capacities.medium[link]), capacities.below[link]);
        }
    }

    private void passDown() {
        for (int i = 0; i < children.links(); i++) {
            int link = children.link(i);
            double behind = 0;
            for (int c = children.to(link) - 1; c >= children.from(link); c--) {
                down[children.child(c)] = behind;
                behind += up[children.child(c)];
            }
            double before = capacities.workers(link) + down[link];
            for (int c = children.from(link); c < children.to(link); c++) {
                int child = children.child(c);
                double others = before + down[child];
                before += up[child];
                down[child] = Math.min(Math.min(others, capacities.medium[link]), capacities.above[child]);
            }
        }
    }

    /** By link: what can come to it from all that is not on it. */
    private double[] reaching() {
        double[] reaching = down.clone();
        for (int link = 0; link < reaching.length; link++) {
            for (int c = children.from(link); c < children.to(link); c++) {
                reaching[link] += up[children.child(c)];
            }
        }
        return reaching;
    }
}
