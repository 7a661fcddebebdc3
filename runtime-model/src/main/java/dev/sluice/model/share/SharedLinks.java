package dev.sluice.model.share;

import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Wire;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Groups the hosts of a network view by the link that limits what reaches them from the master. */
public final class SharedLinks {
    private SharedLinks() {}

    /**
     * Names that link for each host but the master's, by the host's name and by its address: the slowest wire on the
     * host's side of the place where the path to the master turns, or the host's own link if there is none. Empty for a
     * view that is no tree.
     *
     * @param master index of the master's host; -1 if it is above the root
     */
    public static Map<String, String> of(NetworkView view, int master) {
        Map<String, String> names = new HashMap<>();
        if (!view.tree()) {
            return names;
        }
        List<Integer> above =
                master < 0 ? List.of() : ascent(view, view.hosts().get(master).link());
        for (int i = 0; i < view.hosts().size(); i++) {
            Host host = view.hosts().get(i);
            if (i != master) {
                String name =
                        view.links().get(slowest(view, host.link(), above)).name();
                names.put(host.name(), name);
                if (!host.address().isEmpty()) {
                    names.put(host.address(), name);
                }
            }
        }
        return names;
    }

    private static int slowest(NetworkView view, int link, List<Integer> above) {
        int slowest = link;
        double least = Double.POSITIVE_INFINITY;
        for (int each : ascent(view, link)) {
            Wire wire = view.links().get(each).wire();
            if (above.contains(each)) {
                break;
            }
            if (wire.downBytesPerSecond() < least) {
                slowest = each;
                least = wire.downBytesPerSecond();
            }
        }
        return slowest;
    }

    /** The link and its parents, up to the root. */
    private static List<Integer> ascent(NetworkView view, int link) {
        List<Integer> links = new ArrayList<>(List.of(link));
        for (List<Integer> up = view.links().get(link).parents();
                !up.isEmpty();
                up = view.links().get(up.get(0)).parents()) {
            links.add(up.get(0));
        }
        return links;
    }
}
