package dev.sluice.cli.simulate;

import dev.sluice.cli.option.PlaceOptions;
import dev.sluice.cli.option.ResourceOptions;
import dev.sluice.insight.predict.ViewHosts;
import dev.sluice.model.Amounts;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.simulate.World;
import dev.sluice.view.ViewFile;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The machines of a simulated run, and their roles. */
final class SimulatedPlace {
    @Mixin
    private final PlaceOptions place = PlaceOptions.toSimulate();

    @Option(names = "--master", paramLabel = "HOST", description = "host of the master (default: the first)")
    private @Nullable String master;

    @Option(
            names = "--workers",
            paramLabel = "LIST|N",
            description = "hosts with a worker at the start, by name in the order of registration, or the first N "
                    + "hosts (default: all except the master's)")
    private @Nullable String workers;

    @Mixin
    private ResourceOptions resources;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    SimulatedPlace() {}

    /** Tells whether machines are named. */
    boolean isGiven() {
        return place.isGiven();
    }

    /** The machines. */
    ViewFile read() {
        return place.read();
    }

    /** The machines of this view as they are known to be. */
    NetworkView known(ViewFile file, NetworkView written, double unitSeconds, Consumer<String> news) {
        return place.known(file, written, unitSeconds, null, news).view();
    }

    /** The same world, with hosts that offer what is given. */
    World offering(World world) {
        World changed = world;
        for (int host : resources.areOffered() ? world.hosts() : new int[0]) {
            changed = changed.with(host, resources.on(changed.view().hosts().get(host)));
        }
        return changed;
    }

    /** The resources of the run: those that are given, and these others. */
    Amounts resources(Amounts others) {
        return resources.ofRun(others);
    }

    /** Who does what on these hosts. */
    World machines(NetworkView view) {
        int host = master == null ? 0 : ViewHosts.host(view, "--master", master);
        if (workers == null) {
            return World.all(view, host);
        }
        if (workers.matches("[0-9]{1,7}")) {
            return first(view, host, Integer.parseInt(workers));
        }
        Set<Integer> named = new LinkedHashSet<>();
        for (String name : workers.split(",", -1)) {
            if (!named.add(ViewHosts.host(view, "--workers", name.strip()))) {
                throw new SluiceException(
                        ErrorCode.USAGE, "--workers: " + name.strip() + " twice (expected: each host once)");
            }
        }
        return new World(view, host, named.stream().mapToInt(Integer::intValue).toArray());
    }

    private static World first(NetworkView view, int master, int count) {
        World all = World.all(view, master);
        if (count > all.workers()) {
            throw new SluiceException(
                    ErrorCode.USAGE, "--workers: " + count + " (expected: at most " + all.workers() + ")");
        }
        return all.only(Arrays.copyOf(all.hosts(), count));
    }
}
