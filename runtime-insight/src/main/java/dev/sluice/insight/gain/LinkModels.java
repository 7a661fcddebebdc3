package dev.sluice.insight.gain;

import dev.sluice.model.flow.FlowSolution;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.record.RunView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The flow model's figures for the links of a run: capacities, and their use at the best rate. Used once. */
final class LinkModels {
    private final GainInput input;
    private final FlowSolution flow;
    private final Map<String, Sum> sums = new LinkedHashMap<>();

    /** Hosts at each line that is not the master's own link. */
    private final Map<Integer, Set<String>> hostsAt = new TreeMap<>();

    /** A link to a host or the line that several share, over all workers behind it. */
    private static final class Sum {
        final double capacityUp;
        final double capacityDown;
        double rate;

        Sum(double capacityUp, double capacityDown) {
            this.capacityUp = capacityUp;
            this.capacityDown = capacityDown;
        }
    }

    private LinkModels(GainInput input, FlowSolution flow) {
        this.input = input;
        this.flow = flow;
    }

    /** @param flow of the hosts that {@link GainInput#world} makes of the same input */
    static List<RunView.LinkModel> of(GainInput input, FlowSolution flow) {
        return new LinkModels(input, flow).all();
    }

    private List<RunView.LinkModel> all() {
        GainNetwork network = input.network();
        Sum master = sum("", network.masterLink(), network.masterPort());
        Map<Integer, Sum> subMasters = new HashMap<>();
        for (int s = 0; s < network.subMasters().size(); s++) {
            GainNetwork.GainSubMaster sub = network.subMasters().get(s);
            subMasters.put(s, sum(sub.host(), sub.link(), sub.port()));
        }
        for (GainWorker worker : input.workers()) {
            if (isFar(worker.link())) {
                hostsAt.computeIfAbsent(worker.link(), any -> new TreeSet<>()).add(worker.host());
            }
        }
        for (int i = 0; i < input.workers().size(); i++) {
            GainWorker worker = input.workers().get(i);
            double rate = flow.hostRate(i + 1);
            Sum sum = sum(worker.host(), worker.link(), worker.port());
            sum.rate += rate;
            Sum above = subMasters.get(worker.above());
            if (above != null && above != sum) {
                above.rate += rate;
            }
            master.rate += rate;
        }
        List<RunView.LinkModel> models = new ArrayList<>();
        sums.forEach((host, sum) -> models.add(model(host, List.of(), sum)));
        hostsAt.keySet().stream().filter(this::isShared).forEach(link -> models.add(line(link)));
        return models;
    }

    /** The line that several hosts share. */
    private RunView.LinkModel line(int link) {
        Wire wire = input.network().links().get(link).wire();
        Sum sum = new Sum(known(wire.upBytesPerSecond()), known(wire.downBytesPerSecond()));
        for (int i = 0; i < input.workers().size(); i++) {
            sum.rate += input.workers().get(i).link() == link ? flow.hostRate(i + 1) : 0;
        }
        List<String> hosts = List.copyOf(hostsAt.getOrDefault(link, Set.of()));
        String others = hosts.size() == 2 ? hosts.get(1) : hosts.size() - 1 + " more hosts";
        return model("line to " + hosts.get(0) + " and " + others, hosts, sum);
    }

    private boolean isShared(int link) {
        return hostsAt.getOrDefault(link, Set.of()).size() > 1;
    }

    private RunView.LinkModel model(String name, List<String> hosts, Sum sum) {
        UnitCosts costs = input.work().costs();
        return new RunView.LinkModel(
                name,
                hosts,
                sum.capacityUp,
                sum.capacityDown,
                sum.rate * costs.resultBytes(),
                sum.rate * costs.inputBytes());
    }

    private Sum sum(String host, int link, Wire port) {
        return sums.computeIfAbsent(host, any -> {
            Wire wire = isFar(link) ? input.network().links().get(link).wire() : Wire.UNLIMITED;
            return new Sum(
                    known(Math.min(port.upBytesPerSecond(), wire.upBytesPerSecond())),
                    known(Math.min(port.downBytesPerSecond(), wire.downBytesPerSecond())));
        });
    }

    private boolean isFar(int link) {
        return link != input.network().masterLink();
    }

    private static double known(double bytesPerSecond) {
        return Double.isInfinite(bytesPerSecond) ? 0 : bytesPerSecond;
    }
}
