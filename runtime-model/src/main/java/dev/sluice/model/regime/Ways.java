package dev.sluice.model.regime;

import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Routes;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.simulate.World;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The links and ports between each worker and its master or sub-master, as servers of {@link RegimeWindows}. */
final class Ways {
    private static final int NONE = -1;

    private final NetworkView view;
    private final RegimeWindows windows;
    private final int[] linkDown;
    private final int[] linkUp;
    private final int[] portDown;
    private final int[] portUp;
    private final Map<Integer, Integer> masters = new HashMap<>();
    private final Map<Integer, Routes> routes = new HashMap<>();
    private final int root;
    private final int[][] up;
    private final int[][] down;

    Ways(World machines, RegimeWindows windows) {
        this.view = machines.view();
        this.windows = windows;
        this.root = machines.master();
        int links = view.links().size();
        int hosts = view.hosts().size();
        this.linkDown = new int[links];
        this.linkUp = new int[links];
        this.portDown = new int[hosts];
        this.portUp = new int[hosts];
        this.up = new int[hosts][];
        this.down = new int[hosts][];
        for (World.SubMaster sub : machines.subMasters()) {
            sub.children().forEach(child -> masters.put(child, sub.host()));
        }
        for (int i = 0; i < links; i++) {
            String name = "link " + view.links().get(i).name();
            add(name, view.links().get(i).wire(), i, linkDown, linkUp);
        }
        for (int i = 0; i < hosts; i++) {
            String name = "port of " + view.hosts().get(i).name();
            add(name, view.hosts().get(i).port(), i, portDown, portUp);
        }
    }

    private void add(String name, Wire wire, int index, int[] downs, int[] ups) {
        if (wire.unlimited()) {
            downs[index] = NONE;
            ups[index] = NONE;
            return;
        }
        downs[index] = windows.server(name);
        windows.capacity(downs[index], wire.downBytesPerSecond());
        ups[index] = wire.shared() ? downs[index] : windows.server(name);
        windows.capacity(ups[index], wire.upBytesPerSecond());
    }

    /** The servers from this host to its master, or from there to it. */
    int[] of(int host, boolean toMaster) {
        if (up[host] == null) {
            trace(host);
        }
        return toMaster ? up[host] : down[host];
    }

    private void trace(int host) {
        int master = masters.getOrDefault(host, root);
        List<Integer> ups = new ArrayList<>();
        List<Integer> downs = new ArrayList<>();
        if (host != master) {
            Routes way = routes.computeIfAbsent(master, to -> Routes.to(view, to));
            ups.add(portUp[host]);
            downs.add(portDown[host]);
            int at = view.hosts().get(host).link();
            medium(at, ups, downs);
            while (way.next(at) >= 0) {
                int wire = way.wire(at);
                if (!view.links().get(wire).wire().shared()) {
                    ups.add(way.climbs(at) ? linkUp[wire] : linkDown[wire]);
                    downs.add(way.climbs(at) ? linkDown[wire] : linkUp[wire]);
                }
                at = way.next(at);
                medium(at, ups, downs);
            }
            ups.add(portDown[master]);
            downs.add(portUp[master]);
        }
        up[host] = servers(ups);
        down[host] = servers(downs);
    }

    private void medium(int link, List<Integer> ups, List<Integer> downs) {
        if (view.links().get(link).wire().shared()) {
            ups.add(linkUp[link]);
            downs.add(linkDown[link]);
        }
    }

    private static int[] servers(List<Integer> list) {
        return list.stream()
                .filter(server -> server != NONE)
                .mapToInt(Integer::intValue)
                .distinct()
                .toArray();
    }
}
