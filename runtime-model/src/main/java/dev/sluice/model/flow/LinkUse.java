package dev.sluice.model.flow;

/** The rate over each link, and its capacity [units/s]. */
final class LinkUse {
    private final double[] rates;
    private final double[] capacities;

    LinkUse(double[] rates, double[] capacities) {
        this.rates = rates;
        this.capacities = capacities;
    }

    double rate(int link) {
        return rates[link];
    }

    double capacity(int link) {
        return capacities[link];
    }
}
