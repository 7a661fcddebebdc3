package dev.sluice.insight.gain;

import dev.sluice.model.IfKnown;
import dev.sluice.model.Written;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.Wire;
import java.util.ArrayList;
import java.util.List;

/**
 * The network of a run: as its view says, or as far as transfers and round trips show it.
 *
 * @param links a tree, as in {@link dev.sluice.model.flow.NetworkView}
 * @param masterLink index of the link of the master's host
 * @param masterPort the master's port
 * @param subMasters sub-masters of the run
 * @param known whether each link that slots waited for has a known capacity
 * @param proven ways that were not filled, so that only what passed is known of their capacity
 */
public record GainNetwork(
        List<Link> links,
        int masterLink,
        Wire masterPort,
        List<GainSubMaster> subMasters,
        boolean known,
        @Written(omitted = true) List<ProvenWay> proven) {
    public GainNetwork {
        links = List.copyOf(links);
        subMasters = List.copyOf(subMasters);
        proven = List.copyOf(proven);
    }

    /** A network of which all capacities are known. */
    public GainNetwork(
            List<Link> links, int masterLink, Wire masterPort, List<GainSubMaster> subMasters, boolean known) {
        this(links, masterLink, masterPort, subMasters, known, List.of());
    }

    /**
     * A sub-master.
     *
     * @param link index of the link of its host
     * @param readySeconds when it joined, since the start of the run [s]
     */
    public record GainSubMaster(
            String host, int link, Wire port, @IfKnown double readySeconds) {
        public GainSubMaster {
            readySeconds = Double.isNaN(readySeconds) ? 0 : readySeconds; // an earlier version
        }

        /** One from the beginning. */
        public GainSubMaster(String host, int link, Wire port) {
            this(host, link, port, 0);
        }
    }

    /** The same network with a link in place of the master's port. */
    GainNetwork withLinkOfMaster() {
        List<Link> more = new ArrayList<>(links);
        more.add(new Link("port of master", masterLink, masterPort));
        return new GainNetwork(more, links.size(), Wire.UNLIMITED, subMasters, known, proven);
    }

    /** The same network for an upper bound of the rate: ways that were not filled limit nothing. */
    GainNetwork unfilled() {
        List<Link> open = new ArrayList<>(links);
        for (ProvenWay way : proven) {
            if (way.link() > 0) {
                Link old = links.get(way.link());
                open.set(
                        way.link(),
                        old.with(Wire.UNLIMITED.withLatency(old.wire().latencyNanos())));
            }
        }
        return new GainNetwork(open, masterLink, masterPort, subMasters, known, proven);
    }
}
