package dev.sluice.model.flow;

/**
 * The rate of every candidate master on a tree, by passing values up and then down once. From below: f(link) =
 * min(wire, medium, Σ hosts + Σ f(children)). From above: g(child) = min(wire, medium of the parent, all that reaches
 * the parent except from this child). A sum without one member is the sum of the members before and after it.
 * Subtracting the member instead would lose small values to rounding. O(hosts + links).
 */
final class TreeRates {
    private final UnitCapacities capacities;
    private final Children children;

    /** Per link: the rate that its subtree can send to the parent. */
    private final double[] up;

    /** Per link: the rate that hosts outside its subtree can send to it. */
    private final double[] down;

    private TreeRates(NetworkView view, UnitCapacities capacities) {
        this.capacities = capacities;
        this.children = new Children(view.links());
        this.up = new double[capacities.links()];
        this.down = new double[capacities.links()];
    }

    /** Per link: the maximum rate into it from hosts on other links [units/s]. */
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

    /** Per link: the maximum rate into it from hosts on other links [units/s]. */
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
