package dev.sluice.model.simulate;

import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Routes;
import dev.sluice.model.share.SharedLinks;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Decides from which host each host gets the files of a run: from its master or sub-master, or from another host behind
 * the same link. Pieces are passed on while later ones arrive.
 */
public final class StagedFileSources {
    /**
     * One host that gets the files.
     *
     * @param host index of the receiving host
     * @param source index of the host that sends them
     */
    public record Step(int host, int source) {}

    private StagedFileSources() {}

    /** The steps of all hosts but the master's. A source precedes the hosts that it sends to. */
    public static List<Step> of(World machines, StagedFiles files) {
        List<Step> steps = new ArrayList<>();
        Set<Integer> below = new HashSet<>();
        machines.subMasters().forEach(sub -> below.addAll(sub.children()));
        List<Integer> top = new ArrayList<>();
        for (World.SubMaster sub : machines.subMasters()) {
            if (!below.contains(sub.host())) {
                top.add(sub.host());
            }
        }
        for (int host : machines.places()) {
            if (!below.contains(host) && host != machines.master()) {
                top.add(host);
            }
        }
        add(machines, machines.master(), top, files, steps);
        for (World.SubMaster sub : machines.subMasters()) {
            add(machines, sub.host(), sub.children(), files, steps);
        }
        return steps;
    }

    private static void add(World machines, int parent, List<Integer> hosts, StagedFiles files, List<Step> steps) {
        if (files.copies() == StagedFiles.Copies.ONE_PER_HOST) {
            hosts.forEach(host -> steps.add(new Step(host, parent)));
            return;
        }
        List<Host> all = machines.view().hosts();
        Map<String, String> links = SharedLinks.of(machines.view(), parent);
        Map<String, List<Integer>> groups = new LinkedHashMap<>();
        for (int host : inOrderOfLinks(machines.view(), parent, hosts)) {
            String link = links.getOrDefault(all.get(host).name(), "");
            groups.computeIfAbsent(link, any -> new ArrayList<>()).add(host);
        }
        for (List<Integer> group : groups.values()) {
            // Others fetch from the host that has the files, and need not wait for it.
            group.sort(Comparator.comparingLong(host -> files.missing(all.get(host))));
            int source = parent;
            for (int host : group) {
                steps.add(new Step(host, source));
                source = host;
            }
        }
    }

    /**
     * The hosts in the order of a walk through the tree of links, depth first. A chain in this order crosses each link
     * once in each direction.
     */
    private static List<Integer> inOrderOfLinks(NetworkView view, int parent, List<Integer> hosts) {
        Routes routes = Routes.to(view, parent);
        int[] place = new int[view.links().size()];
        List<List<Integer>> beyond = new ArrayList<>();
        for (int link = 0; link < place.length; link++) {
            beyond.add(new ArrayList<>());
        }
        for (int i = 1; i < routes.reached(); i++) {
            beyond.get(routes.next(routes.link(i))).add(routes.link(i));
        }
        List<Integer> open = new ArrayList<>();
        open.add(routes.link(0));
        for (int number = 0; !open.isEmpty(); number++) {
            int link = open.remove(open.size() - 1);
            place[link] = number;
            open.addAll(beyond.get(link));
        }
        List<Host> all = view.hosts();
        return hosts.stream()
                .sorted(Comparator.comparingInt(host -> place[all.get(host).link()]))
                .toList();
    }
}
