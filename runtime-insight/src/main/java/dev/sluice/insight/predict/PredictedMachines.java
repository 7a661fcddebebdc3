package dev.sluice.insight.predict;

import dev.sluice.model.Amounts;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Placement;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.plan.StagedPlacement;
import dev.sluice.model.predict.PredictedCycle;
import dev.sluice.model.simulate.StagedFiles;
import dev.sluice.model.simulate.World;
import dev.sluice.net.runfile.ThisHost;
import dev.sluice.view.ViewFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The machines of a predicted run: copies of this one, or those of a network view. */
public interface PredictedMachines {
    /** Least share of the processors that is left for slots. */
    double LEAST_LEFT = 0.05;

    /** In words. */
    String words();

    /** Names of the hosts; none if the machines have no names. */
    List<String> hosts();

    /** The numbers of workers for which there are machines. */
    int[] atMost(int[] workers);

    /** The first n machines for these units, which read these files. */
    IntFunction<World> placed(PredictedCycle cycle, StagedFiles files);

    /** Hosts of a network view: those with the highest flow of units first. */
    final class Viewed implements PredictedMachines {
        private final ViewFile file;
        private final Path path;
        private final @Nullable String master;
        private final BiFunction<NetworkView, UnitCosts, NetworkView> known;

        /** @param known the machines of a view as they are known to be, for units with these costs */
        public Viewed(
                ViewFile file,
                Path path,
                @Nullable String master,
                BiFunction<NetworkView, UnitCosts, NetworkView> known) {
            this.file = file;
            this.path = path;
            this.master = master;
            this.known = known;
            if (master != null) {
                ViewHosts.host(file.view(), "--master", master); // before anything is executed
            }
        }

        @Override
        public String words() {
            return "the hosts of " + path + ", the best first"
                    + (master == null ? "" : ", with the master on " + master);
        }

        @Override
        public List<String> hosts() {
            return file.view().hosts().stream().map(Host::name).toList();
        }

        @Override
        public int[] atMost(int[] workers) {
            int most = file.view().hosts().size() - 1;
            int[] fit = Arrays.stream(workers).filter(count -> count <= most).toArray();
            if (fit.length == 0) {
                throw new SluiceException(
                        ErrorCode.USAGE,
                        "--workers: " + workers[0] + " or more (expected: at most " + most + ", the hosts of " + path
                                + " but the master's)");
            }
            return fit;
        }

        @Override
        public IntFunction<World> placed(PredictedCycle cycle, StagedFiles files) {
            double here = file.speed(ThisHost.name()).orElse(1);
            UnitCosts unit = cycle.averages().slower(here);
            NetworkView written = file.view(unit.unitSeconds(), Math.max(unit.resultSeconds(), Double.MIN_NORMAL));
            NetworkView view = known.apply(written, unit);
            Placement placement = Placement.solve(view, unit);
            StagedPlacement staged = new StagedPlacement(placement, files, cycle.units());
            int host = master == null ? staged.master() : ViewHosts.host(view, "--master", master);
            int[] order = IntStream.concat(
                            Arrays.stream(staged.workers(host)),
                            IntStream.range(0, view.hosts().size()))
                    .filter(worker -> worker != host)
                    .distinct()
                    .toArray();
            // The simulated units have the times of this machine.
            NetworkView timed = view.withHosts(
                    view.hosts().stream().map(each -> each.relativeTo(here)).toList());
            return count -> new World(timed, host, Arrays.copyOf(order, count));
        }
    }

    /**
     * Machines like this one, with one worker of one slot each, around a switch without limits: the runtime's costs
     * already contain the costs and delays of messages within this machine.
     */
    final class Alike implements PredictedMachines {
        @Override
        public String words() {
            return "machines like this one, one slot each, with connections as quick as those within it";
        }

        @Override
        public List<String> hosts() {
            return List.of();
        }

        @Override
        public int[] atMost(int[] workers) {
            return workers;
        }

        @Override
        public IntFunction<World> placed(PredictedCycle cycle, StagedFiles files) {
            return count -> World.star(count, 1, Wire.UNLIMITED);
        }
    }

    /**
     * The speed of each of {@code slots} slots (or equivalent load) that share the processors that are not busy: above
     * 0, at most 1. A least share is always left.
     */
    static double speed(double slots, int processors, double busy) {
        return Math.min(1, Math.max(LEAST_LEFT, processors - busy) / slots);
    }

    /**
     * Local workers and the master of a run on this machine.
     *
     * @param speed of each slot, as {@link #speed}
     */
    static World local(int workers, int slots, double speed) {
        List<Host> hosts = new ArrayList<>();
        hosts.add(new Host("master", 0, Wire.UNLIMITED));
        for (int i = 1; i <= workers; i++) {
            hosts.add(new Host("w" + i, 0, Wire.UNLIMITED, slots, 1, 1, speed, "", Amounts.NONE));
        }
        NetworkView view = NetworkView.star("this machine", hosts);
        return World.all(view, 0);
    }
}
