package dev.sluice.model.regime;

import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.NetworkView;

/** The fraction of all workers' computing power behind each link of a tree, as seen from the master. */
final class SlotsBehind {
    private final double[] share;

    private SlotsBehind(double[] share) {
        this.share = share;
    }

    static SlotsBehind of(NetworkView view, int master) {
        int links = view.links().size();
        double[] power = new double[links];
        double[] shares = new double[links];
        double total = 0;
        for (int h = 0; h < view.hosts().size(); h++) {
            Host host = view.hosts().get(h);
            if (h != master) {
                double own = host.slots() * host.speed() * host.availability();
                power[host.link()] += own;
                total += own;
            }
        }
        boolean tree = view.tree() && total > 0;
        boolean[] above = new boolean[links];
        for (int link = view.hosts().get(master).link(); tree && link >= 0; link = parent(view, link)) {
            above[link] = true;
        }
        double[] below = new double[links];
        for (int l = 0; l < links && tree; l++) {
            for (int link = l; link >= 0 && power[l] > 0; link = parent(view, link)) {
                below[link] += power[l];
            }
        }
        for (int l = 0; l < links; l++) {
            boolean medium = view.links().get(l).wire().shared();
            double behind = above[l] && !medium ? total - below[l] : below[l];
            shares[l] = !tree || (above[l] && medium) ? 1 : behind / total;
        }
        return new SlotsBehind(shares);
    }

    private static int parent(NetworkView view, int link) {
        return view.links().get(link).parents().isEmpty()
                ? -1
                : view.links().get(link).parents().get(0);
    }

    double share(int link) {
        return share[link];
    }
}
