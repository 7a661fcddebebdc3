package dev.sluice.model.plan;

import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Placement;
import dev.sluice.model.flow.UnitCosts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The workers behind a link: one supernode.
 *
 * @param link the nearest link to the master that has these workers behind it
 * @param wire index of the link whose wire lies between this link and the next towards the master
 * @param depth number of links between this link and the master's
 * @param links all links behind this one, itself included
 * @param workers indices of the workers' hosts
 */
record Cluster(int link, int wire, int depth, List<Integer> links, List<Integer> workers) {
    /** The host among these workers that is the best master of the others, by the flow model. */
    int best(NetworkView view, UnitCosts costs, List<Integer> among) {
        Map<Integer, Integer> renamed = new HashMap<>();
        links.forEach(each -> renamed.put(each, renamed.size()));
        List<Link> inside = new ArrayList<>();
        for (int each : links) {
            Link whole = view.links().get(each);
            List<Integer> parents = whole.parents().stream()
                    .filter(renamed::containsKey)
                    .map(renamed::get)
                    .toList();
            inside.add(new Link(whole.name(), parents, whole.wire()));
        }
        List<Host> hosts = new ArrayList<>();
        for (int worker : among) {
            Host host = view.hosts().get(worker);
            hosts.add(host.at(renamed.getOrDefault(host.link(), 0), host.port()));
        }
        NetworkView part = new NetworkView(view.links().get(link).name(), inside, hosts);
        return among.get(Placement.solve(part, costs).best());
    }
}
