package dev.sluice.master;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.simulate.Machines;
import dev.sluice.view.Quantity;
import dev.sluice.view.ViewException;
import dev.sluice.view.ViewFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where a simulated run takes place: a network view, or hosts around one switch. */
final class SimulatedPlace {
    private static final int MOST_HOSTS = 1_000_000;

    @Option(
            names = "--view",
            paramLabel = "FILE",
            description = "the network view: hosts and links, in YAML or JSON (docs/network-view.md); without it there"
                    + " are hosts h1, h2 and so on and a master around one switch")
    private @Nullable Path file;

    @Option(names = "--hosts", paramLabel = "N", description = "without a view: so many (default: 4)")
    private @Nullable Integer hosts;

    @Option(names = "--slots", paramLabel = "N", description = "without a view: of each host (default: 1)")
    private @Nullable Integer slots;

    @Option(
            names = "--bandwidth",
            paramLabel = "RATE",
            description = "without a view: of each port and direction, such as 1Gbit/s (default: no limit)")
    private @Nullable String bandwidth;

    @Option(
            names = "--latency",
            paramLabel = "TIME",
            description = "without a view: one way between two hosts (default: 0.1ms)")
    private @Nullable String latency;

    @Option(names = "--master", paramLabel = "HOST", description = "the master is on this host (default: on the first)")
    private @Nullable String master;

    @Option(
            names = "--workers",
            paramLabel = "LIST|N",
            description = "hosts with a worker from the beginning, by name and in the order in which they register, or"
                    + " the first N (default: all but the master's)")
    private @Nullable String workers;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    SimulatedPlace() {}

    /** The file of the view; null without one. */
    @Nullable
    ViewFile read() {
        if (file == null) {
            return null;
        }
        if (hosts != null || slots != null || bandwidth != null || latency != null) {
            throw new CommandException(
                    ErrorCode.USAGE,
                    "--view: together with --hosts, --slots, --bandwidth or --latency (expected: one or the other)");
        }
        try {
            return ViewFile.read(file);
        } catch (ViewException wrong) {
            throw new CommandException(ErrorCode.VIEW_INVALID, String.valueOf(wrong.getMessage()), wrong);
        } catch (IOException unreadable) {
            throw new CommandException(
                    ErrorCode.FILE_NOT_FOUND, "--view: " + file + " (expected: a file that can be read)", unreadable);
        }
    }

    /** Hosts around one switch. */
    NetworkView plain() {
        int count = between("--hosts", hosts == null ? 4 : hosts, MOST_HOSTS);
        int each = between("--slots", slots == null ? 1 : slots, 10_000);
        double rate = bandwidth == null
                ? Double.POSITIVE_INFINITY
                : UnitCostOptions.quantity("--bandwidth", bandwidth, Quantity.RATE);
        double way = UnitCostOptions.quantity("--latency", latency == null ? "0.1ms" : latency, Quantity.TIME);
        Wire port = new Wire(rate, rate, false, Math.round(way * 1e9 / 2), 0);
        List<Host> all = new ArrayList<>();
        all.add(new Host("master", 0, port));
        for (int i = 1; i <= count; i++) {
            all.add(new Host("h" + i, 0, port).withSlots(each, 1));
        }
        return new NetworkView(count + " hosts", List.of(new Link("switch", Wire.UNLIMITED)), all);
    }

    private static int between(String option, int value, int most) {
        if (value < 1 || value > most) {
            throw new CommandException(ErrorCode.USAGE, option + ": " + value + " (expected: 1 to " + most + ")");
        }
        return value;
    }

    /** Who does what on these hosts. */
    Machines machines(NetworkView view) {
        int host = master == null ? 0 : host(view, "--master", master);
        if (workers == null) {
            return Machines.all(view, host);
        }
        if (workers.matches("[0-9]{1,7}")) {
            return first(view, host, Integer.parseInt(workers));
        }
        Set<Integer> named = new LinkedHashSet<>();
        for (String name : workers.split(",", -1)) {
            if (!named.add(host(view, "--workers", name.strip()))) {
                throw new CommandException(
                        ErrorCode.USAGE, "--workers: " + name.strip() + " twice (expected: each host once)");
            }
        }
        return new Machines(
                view, host, named.stream().mapToInt(Integer::intValue).toArray());
    }

    private static Machines first(NetworkView view, int master, int count) {
        Machines all = Machines.all(view, master);
        if (count > all.workers()) {
            throw new CommandException(
                    ErrorCode.USAGE, "--workers: " + count + " (expected: at most " + all.workers() + ")");
        }
        int[] chosen = new int[count];
        for (int i = 0; i < count; i++) {
            chosen[i] = all.worker(i);
        }
        return new Machines(view, master, chosen);
    }

    private static int host(NetworkView view, String option, String name) {
        int host = view.host(name);
        if (host < 0) {
            throw new CommandException(
                    ErrorCode.USAGE,
                    option + ": " + name + " (expected: a host of the view, such as "
                            + view.hosts().get(0).name() + ")");
        }
        return host;
    }
}
