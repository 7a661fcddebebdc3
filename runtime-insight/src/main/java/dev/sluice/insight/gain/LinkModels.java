package dev.sluice.insight.gain;

import dev.sluice.model.flow.FlowSolution;
import dev.sluice.model.flow.Limit;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.record.RunView;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The flow model's figures for the links of a run: capacities, and their use at the best rate. Used once. */
final class LinkModels {
    private final GainInput input;
    private final FlowSolution flow;
    private final Map<String, Sum> sums = new LinkedHashMap<>();

    /** Indices of limits, by their kind: a run without bottleneck in the network is limited by each of its workers. */
    private final Map<Limit.Kind, Set<Integer>> limits = new EnumMap<>(Limit.Kind.class);

    /** A link to a host, over all workers behind it. */
    private static final class Sum {
        final double capacityUp;
        final double capacityDown;
        double rate;
        boolean binding;

        Sum(double capacityUp, double capacityDown) {
            this.capacityUp = capacityUp;
            this.capacityDown = capacityDown;
        }
    }

    private LinkModels(GainInput input, FlowSolution flow) {
        this.input = input;
        this.flow = flow;
        for (Limit limit : flow.limits()) {
            limits.computeIfAbsent(limit.kind(), unused -> new HashSet<>()).add(limit.index());
        }
    }

    /** @param flow of the hosts that {@link RunWorld#machines} makes of the same input */
    static List<RunView.LinkModel> of(GainInput input, FlowSolution flow) {
        return new LinkModels(input, flow).all();
    }

    private List<RunView.LinkModel> all() {
        GainNetwork network = input.network();
        Sum master = sum("", network.masterLink(), network.masterPort());
        master.binding = limits(Limit.Kind.MASTER_PORT, 0);
        Map<Integer, Sum> subMasters = new HashMap<>();
        for (int s = 0; s < network.subMasters().size(); s++) {
            GainNetwork.GainSubMaster sub = network.subMasters().get(s);
            subMasters.put(s, sum(sub.host(), sub.link(), sub.port()));
        }
        for (int i = 0; i < input.workers().size(); i++) {
            GainWorker worker = input.workers().get(i);
            double rate = flow.hostRate(i + 1);
            Sum sum = sum(worker.host(), worker.link(), worker.port());
            sum.rate += rate;
            sum.binding |= limits(Limit.Kind.WORKER_PORT, i + 1)
                    || isFar(worker.link()) && limits(Limit.Kind.LINK, worker.link());
            Sum above = subMasters.get(worker.above());
            if (above != null && above != sum) {
                above.rate += rate;
            }
            master.rate += rate;
        }
        return models();
    }

    private List<RunView.LinkModel> models() {
        UnitCosts costs = input.work().costs();
        List<RunView.LinkModel> models = new ArrayList<>();
        sums.forEach((host, sum) -> models.add(new RunView.LinkModel(
                host,
                sum.capacityUp,
                sum.capacityDown,
                sum.rate * costs.resultBytes(),
                sum.rate * costs.inputBytes(),
                sum.binding)));
        return models;
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

    private boolean limits(Limit.Kind kind, int index) {
        return limits.getOrDefault(kind, Set.of()).contains(index);
    }
}
