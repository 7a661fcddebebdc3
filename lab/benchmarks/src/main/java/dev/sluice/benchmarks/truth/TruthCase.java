package dev.sluice.benchmarks.truth;

import dev.sluice.benchmarks.application.ProfileUnits;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Placement;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.Wire;
import java.util.ArrayList;
import java.util.List;

/**
 * One drawn case. The first host is the one on which the user types commands.
 *
 * @param seed of the whole draw
 * @param number of the case in the draw, from 1
 * @param sites the first is the root of the network; none for cases of this machine alone
 */
record TruthCase(
        long seed, int number, TruthKind kind, List<DrawnSite> sites, List<DrawnHost> hosts, UnitProfile profile) {
    private static final double BYTES = 1e6 / 8;

    /** Time of a master for one result, as measured on a slow machine [s]. */
    private static final double RESULT_SECONDS = 1e-4;

    TruthCase {
        sites = List.copyOf(sites);
        hosts = List.copyOf(hosts);
    }

    String title() {
        return kind.word() + "-" + seed + "-" + number;
    }

    DrawnHost console() {
        return hosts.get(0);
    }

    List<DrawnHost> others() {
        return hosts.subList(1, hosts.size());
    }

    int slots() {
        return hosts.stream().mapToInt(DrawnHost::slots).sum();
    }

    /** A command of Sluice for the application of this case. */
    List<String> command(Programs programs, String verb, List<String> options) {
        List<String> words =
                new ArrayList<>(List.of(verb, programs.applicationsJar().toString()));
        words.addAll(List.of("--class", ProfileUnits.class.getName()));
        words.addAll(options);
        words.add("--");
        words.addAll(profile.arguments(hosts));
        return programs.command(words);
    }

    /** The highest rate of any master by the flow model, for the network as it is built [units/s]. */
    static double bestRate(List<DrawnSite> sites, List<DrawnHost> hosts, UnitProfile profile) {
        double resultBytes = profile.travel() == UnitProfile.Travel.ACCUMULATED ? 0 : profile.resultBytes();
        UnitCosts costs = new UnitCosts(profile.unitSeconds(), RESULT_SECONDS, profile.inputBytes(), resultBytes, 0);
        Placement placement = Placement.solve(view(sites, hosts), costs);
        return placement.rate(placement.best());
    }

    static NetworkView view(List<DrawnSite> sites, List<DrawnHost> hosts) {
        List<Link> links = new ArrayList<>();
        for (DrawnSite site : sites) {
            Wire wire = wire(site.half(), site.upMbit(), site.downMbit()).withLatency(1000 * site.latencyMicros());
            links.add(site.parent() < 0 ? new Link(site.name(), wire) : new Link(site.name(), site.parent(), wire));
        }
        List<Host> all = new ArrayList<>();
        for (DrawnHost host : hosts) {
            all.add(new Host(host.name(), host.site(), wire(false, host.upMbit(), host.downMbit()))
                    .withSlots(host.slots(), host.speed()));
        }
        return new NetworkView("drawn", links, all);
    }

    private static Wire wire(boolean half, double upMbit, double downMbit) {
        if (upMbit == 0) {
            return Wire.UNLIMITED;
        }
        return half ? Wire.shared(upMbit * BYTES) : new Wire(downMbit * BYTES, upMbit * BYTES, false, 0, 0);
    }
}
