package dev.sluice.model.regime;

import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.model.ledger.RegimeWindow;
import dev.sluice.model.ledger.RegimeWindow.LinkUse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Collects what happens in a run, by windows of time. Times are since the start of the run [ns]. An event may last
 * longer than a window; its amount is shared among the windows. When there are too many open windows, they become twice
 * as wide. Confined to the thread of its owner.
 */
public final class RegimeWindows {
    private static final int CAUSES = Cause.values().length;

    /** Sums of one window; arrays grow with the servers and threads that are used in it. */
    private static final class Sums {
        final double[] causes = new double[CAUSES];
        double[] bytes = {};
        double[] waited = {};
        double[] loops = {};
        double accept;
        double methods;
        double held;

        void add(Sums other) {
            for (int i = 0; i < CAUSES; i++) {
                causes[i] += other.causes[i];
            }
            bytes = sum(bytes, other.bytes);
            waited = sum(waited, other.waited);
            loops = sum(loops, other.loops);
            accept += other.accept;
            methods += other.methods;
            held += other.held;
        }

        private static double[] sum(double[] one, double[] other) {
            double[] sum = Arrays.copyOf(one, Math.max(one.length, other.length));
            for (int i = 0; i < other.length; i++) {
                sum[i] += other[i];
            }
            return sum;
        }
    }

    /** Adds a part of an amount to the sums of one window. */
    private interface Adding {
        void add(Sums to, double part);
    }

    private final int most;
    private final List<String> names = new ArrayList<>();
    private double[] capacities = new double[8];
    private final List<Sums> open = new ArrayList<>();
    private final Sums before = new Sums();
    private long widthNanos;
    /** Number of the first open window. */
    private long first;

    /** @param most limit of open windows */
    public RegimeWindows(long widthNanos, int most) {
        this.widthNanos = widthNanos;
        this.most = most;
    }

    /** Adds one direction of a link, or a shared link, and returns its number. Directions may have the same name. */
    public int server(String name) {
        names.add(name);
        if (names.size() > capacities.length) {
            capacities = Arrays.copyOf(capacities, 2 * capacities.length);
        }
        return names.size() - 1;
    }

    /** Sets the capacity of a server; 0 or infinite if it is not known or has no limit [bytes/s]. */
    public void capacity(int server, double bytesPerSecond) {
        capacities[server] = bytesPerSecond;
    }

    /**
     * Adds slot time.
     *
     * @param servers that slots wait for, if the cause is a link
     */
    public void spent(Cause cause, int[] servers, long fromNanos, long toNanos, double nanos) {
        boolean waits = cause == Cause.RESULTS_LINK || cause == Cause.INPUTS_LINK || cause == Cause.SETUP;
        share(fromNanos, toNanos, nanos, (to, part) -> {
            to.causes[cause.ordinal()] += part;
            for (int i = 0; waits && i < servers.length; i++) {
                to.waited = add(to.waited, servers[i], part);
            }
        });
    }

    /** Adds bytes that pass these servers. */
    public void carried(int[] servers, long fromNanos, long toNanos, double bytes) {
        share(fromNanos, toNanos, bytes, (to, part) -> {
            for (int server : servers) {
                to.bytes = add(to.bytes, server, part);
            }
        });
    }

    /** Adds work of a thread for messages; the busiest one counts. */
    public void handled(int thread, long fromNanos, long toNanos, double nanos) {
        share(fromNanos, toNanos, nanos, (to, part) -> to.loops = add(to.loops, thread, part));
    }

    /** Adds work of the application's thread, and the part of it in the application's methods. */
    public void accepted(long fromNanos, long toNanos, double nanos, double methodNanos) {
        share(fromNanos, toNanos, nanos, (to, part) -> to.accept += part);
        share(fromNanos, toNanos, methodNanos, (to, part) -> to.methods += part);
    }

    /** Adds time in which one call of the application went on. */
    public void held(long fromNanos, long toNanos, double nanos) {
        share(fromNanos, toNanos, nanos, (to, part) -> to.held += part);
    }

    private static double[] add(double[] sums, int index, double part) {
        double[] room = index < sums.length ? sums : Arrays.copyOf(sums, Math.max(index + 1, 2 * sums.length));
        room[index] += part;
        return room;
    }

    private void share(long fromNanos, long toNanos, double amount, Adding adding) {
        long to = Math.max(toNanos, first * widthNanos + 1);
        long from = Math.min(Math.max(fromNanos, first * widthNanos), to - 1);
        if (amount <= 0) {
            return;
        }
        reach(to - 1);
        double all = Math.max(1, toNanos - fromNanos);
        for (long k = from / widthNanos; k * widthNanos < to; k++) {
            long overlap = Math.min(to, (k + 1) * widthNanos) - Math.max(from, k * widthNanos);
            adding.add(open.get((int) (k - first)), Math.min(1, overlap / all) * amount);
        }
    }

    /** Opens windows up to this time. */
    private void reach(long nanos) {
        while (nanos / widthNanos - first >= most) {
            widen();
        }
        while (first + open.size() <= nanos / widthNanos) {
            open.add(new Sums());
        }
    }

    private void widen() {
        List<Sums> wide = new ArrayList<>();
        for (int i = 0; i < open.size(); i++) {
            int at = (int) ((first + i) / 2 - first / 2);
            if (at == wide.size()) {
                wide.add(open.get(i));
            } else {
                wide.get(at).add(open.get(i));
            }
        }
        open.clear();
        open.addAll(wide);
        first /= 2;
        widthNanos *= 2;
    }

    /** Closes the windows that end by this time, and returns them in their order. */
    public List<RegimeWindow> closed(long untilNanos) {
        List<RegimeWindow> closed = new ArrayList<>();
        while (!open.isEmpty() && (first + 1) * widthNanos <= untilNanos) {
            before.add(open.get(0));
            closed.add(window(open.remove(0), first * widthNanos, (first + 1) * widthNanos));
            first++;
        }
        if (open.isEmpty()) {
            first = Math.max(first, untilNanos / widthNanos);
        }
        return closed;
    }

    /** Closes all windows at the end of a run. The last one is left out if it is short, unless it is the only one. */
    public List<RegimeWindow> ended(long endNanos, boolean only) {
        List<RegimeWindow> closed = closed(endNanos);
        long from = first * widthNanos;
        boolean counts = closed.isEmpty() && only || 2 * (endNanos - from) >= widthNanos;
        if (!open.isEmpty() && endNanos > from && counts) {
            closed.add(window(open.get(0), from, endNanos));
        }
        open.forEach(before::add);
        open.clear();
        return closed;
    }

    /** All windows until now as one. */
    public RegimeWindow whole(long nowNanos) {
        Sums all = new Sums();
        all.add(before);
        open.forEach(all::add);
        return window(all, 0, Math.max(1, nowNanos));
    }

    private RegimeWindow window(Sums sums, long fromNanos, long toNanos) {
        double nanos = toNanos - fromNanos;
        Map<Cause, Long> times = new EnumMap<>(Cause.class);
        for (Cause cause : Cause.values()) {
            times.put(cause, Math.round(sums.causes[cause.ordinal()]));
        }
        Map<String, LinkUse> links = new LinkedHashMap<>();
        for (int server = 0; server < names.size(); server++) {
            double bytes = server < sums.bytes.length ? sums.bytes[server] : 0;
            double waited = server < sums.waited.length ? sums.waited[server] : 0;
            double capacity = capacities[server];
            boolean known = capacity > 0 && Double.isFinite(capacity);
            LinkUse use =
                    new LinkUse(names.get(server), known ? Math.min(1, bytes * 1e9 / (capacity * nanos)) : 0, waited);
            links.merge(
                    use.name(),
                    use,
                    (one, other) ->
                            new LinkUse(one.name(), Math.max(one.use(), other.use()), one.waited() + other.waited()));
        }
        double loop = Arrays.stream(sums.loops).max().orElse(0);
        return new RegimeWindow(
                fromNanos / 1e9,
                toNanos / 1e9,
                CauseTimes.of(times),
                List.copyOf(links.values()),
                Math.min(1, loop / nanos),
                Math.min(1, sums.accept / nanos),
                Math.min(1, sums.methods / nanos),
                Math.min(1, sums.held / nanos),
                List.of());
    }
}
