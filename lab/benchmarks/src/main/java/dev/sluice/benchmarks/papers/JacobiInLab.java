package dev.sluice.benchmarks.papers;

import dev.sluice.benchmarks.application.WaitingStrips;
import dev.sluice.benchmarks.balance.StripBalance;
import dev.sluice.benchmarks.balance.StripGrid;
import dev.sluice.benchmarks.balance.StripHost;
import dev.sluice.benchmarks.harness.NetworkRoles;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.benchmarks.harness.Run;
import dev.sluice.benchmarks.harness.Runs;
import dev.sluice.benchmarks.timing.Timing;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.view.ViewFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Real runs of strips that stay. On the unlike hosts of {@code mixed10}, two of which others load: equal shares, shares
 * by an estimate made before, shares that follow the measured times, and the same on selected hosts (Figure 6). On two
 * sites of {@code wan16}: equal shares and selected hosts, before and after the gateway between them fails (Figure 7).
 */
final class JacobiInLab {
    private static final int SIDE = 1_000;

    /** Copies follow steps 1, 3, 7 and 15. The steps after the last one are timed. */
    private static final int STEPS = 30;

    private static final int TIMED_FROM = 17;
    private static final double FACTOR = 2;

    /** A gateway that has failed leaves another way with a fiftieth of its capacity. */
    private static final double FAILED = 0.02;

    private static final double SPIKE = 1.5;

    private final ExperimentRun run;
    private final Programs programs;
    private double others;

    private JacobiInLab(ExperimentRun run, Programs programs) {
        this.run = run;
        this.programs = programs;
    }

    /** How the strips are shared. */
    private enum Way {
        BLOCKED("blocked: equal shares, all hosts"),
        STATIC("static: estimated shares, all hosts"),
        ALL("run time: measured shares, all hosts"),
        SELECTED("run time: measured shares, selected hosts");

        private final String words;

        Way(String words) {
            this.words = words;
        }
    }

    /** A way as it ran: the time of an iteration [s], and the hosts that had strips in the end. */
    private record Ran(double seconds, List<String> hosts) {}

    /**
     * A network whose hosts have strips.
     *
     * @param file of the view
     * @param workers hosts that may compute, with what a run that knows no load expects of them
     * @param loaded hosts of which other programs have half
     * @param gridSeconds time of an iteration of the grid on a whole processor [s]
     * @param element time of a cell of a border on its way [s]
     */
    private record Place(
            Path file,
            Host master,
            List<Host> workers,
            List<String> loaded,
            int strips,
            double gridSeconds,
            StripGrid.ElementTimes element) {
        double actual(Host host) {
            return loaded.contains(host.name()) ? host.availability() / 2 : host.availability();
        }

        /** The hosts that AppLeS would choose, with what is known at run time. */
        List<String> selected() {
            List<StripHost> hosts = workers.stream()
                    .map(host -> new StripHost(
                            host.name(), gridSeconds / SIDE / SIDE / actual(host), Double.POSITIVE_INFINITY))
                    .toList();
            return StripBalance.best(new StripGrid(SIDE, SIDE, hosts, element)).orElseThrow().strips().stream()
                    .map(strip -> hosts.get(strip.host()).name())
                    .sorted()
                    .toList();
        }

        String perHost(ToDoubleFunction<Host> value, String between) {
            return workers.stream()
                    .map(host -> host.name() + "=" + (float) value.applyAsDouble(host))
                    .collect(Collectors.joining(between));
        }

        /** Options that fix the shares; none if they follow the measured times. */
        List<String> shares(Way way) {
            double strip = gridSeconds / strips;
            return switch (way) {
                case BLOCKED -> planned(strip, host -> strip);
                case STATIC -> planned(strip, host -> strip / host.availability());
                case ALL, SELECTED -> List.of();
            };
        }

        private List<String> planned(double mean, ToDoubleFunction<Host> seconds) {
            return List.of(
                    "--policy=FIXED", "--weights=planned", "--planned-weights=" + mean + " " + perHost(seconds, " "));
        }
    }

    /** Adds tables and claims. */
    static void measure(ExperimentRun run, Programs programs) throws Exception {
        JacobiInLab lab = new JacobiInLab(run, programs);
        lab.partitionings();
        lab.gateway();
        run.text("Other processes used up to " + Math.round(lab.others) + " % of the machine during a run.");
    }

    private static List<Host> hosts(NetworkView view, Predicate<String> chosen) {
        return view.hosts().stream().filter(host -> chosen.test(host.name())).toList();
    }

    /** Figure 6. */
    private void partitionings() throws Exception {
        Path file = programs.lab().resolve("mixed10.yaml");
        NetworkView view = ViewFile.read(file).view();
        Host master = view.hosts().get(view.host("kingkong"));
        List<Host> workers =
                hosts(view, name -> !List.of("kingkong", PlacementInLab.ANOTHER).contains(name));
        double ethernet = JacobiSite.ELEMENT_BYTES / Environment.bytes(10);
        Place place = new Place(file, master, workers, List.of("saltimb", "tandem"), 64, 2, (from, to) -> ethernet);
        Map<Way, Ran> ran = new EnumMap<>(Way.class);
        List<List<String>> rows = new ArrayList<>();
        for (Way way : Way.values()) {
            Ran one = ran(place, way);
            ran.put(way, one);
            rows.add(List.of(way.words, Integer.toString(one.hosts().size()), Cells.number(one.seconds())));
        }
        partitioningClaims(ran);
        run.table(
                "Real runs of 64 strips that stay, in `mixed10` (Figure 6): seconds of an iteration",
                List.of("shares", "hosts with strips", "measured"),
                rows);
    }

    private void partitioningClaims(Map<Way, Ran> ran) {
        double overBlocked = seconds(ran, Way.BLOCKED) / seconds(ran, Way.SELECTED);
        run.claim(
                "measured-blocked",
                "measured: measured shares on selected hosts are at least 2 times faster than equal ones on all",
                overBlocked >= FACTOR,
                String.format(Locale.ROOT, "%.1f times", overBlocked));
        double overStatic = seconds(ran, Way.STATIC) / seconds(ran, Way.ALL);
        run.claim(
                "measured-forecasts",
                "measured: shares that follow measured times beat estimates that do not know the load of two hosts",
                overStatic > 1,
                String.format(Locale.ROOT, "%.0f %% faster", 100 * (overStatic - 1)));
        double overAll = seconds(ran, Way.ALL) / seconds(ran, Way.SELECTED);
        run.claim(
                "measured-selection",
                "measured: with measured shares, selection makes an iteration 25 to 50 % faster than all hosts",
                overAll >= 1.25,
                String.format(Locale.ROOT, "%.0f %%", 100 * (overAll - 1)));
    }

    private static double seconds(Map<Way, Ran> ran, Way way) {
        return Objects.requireNonNull(ran.get(way)).seconds();
    }

    /** Figure 7: four fast hosts with the master, and four slow ones behind a gateway. */
    private void gateway() throws Exception {
        Path failed = Files.createDirectories(programs.logs()).resolve("failed.yaml");
        String usual = Files.readString(programs.lab().resolve("wan16.yaml"));
        Files.writeString(failed, usual.replace("rate: 10 Mbit/s", "rate: " + Math.round(10_000 * FAILED) + " kbit/s"));
        List<List<String>> rows = new ArrayList<>();
        Ran before = gateway(programs.lab().resolve("wan16.yaml"), 1, Way.BLOCKED, rows);
        gateway(programs.lab().resolve("wan16.yaml"), 1, Way.SELECTED, rows);
        Ran after = gateway(failed, FAILED, Way.BLOCKED, rows);
        Ran chosen = gateway(failed, FAILED, Way.SELECTED, rows);
        long behind =
                chosen.hosts().stream().filter(name -> name.startsWith("s")).count();
        run.claim(
                "measured-dead-link",
                "measured: when the gateway has failed, blocks spike, and selection uses no host behind it",
                after.seconds() > SPIKE * before.seconds() && behind == 0,
                String.format(
                        Locale.ROOT,
                        "blocks take %.1f times as long; of the selected hosts, %d are behind it",
                        after.seconds() / before.seconds(),
                        behind));
        run.table(
                "Real runs on two sites of `wan16` (Figure 7): seconds of an iteration",
                List.of("gateway", "shares", "hosts with strips", "measured"),
                rows);
    }

    private Ran gateway(Path file, double left, Way way, List<List<String>> rows) throws Exception {
        NetworkView view = ViewFile.read(file).view();
        List<Host> workers = hosts(view, name -> name.matches("[fs][1-4]"));
        double near = JacobiSite.ELEMENT_BYTES / Environment.bytes(100);
        double far = JacobiSite.ELEMENT_BYTES / (left * Environment.bytes(10));
        Place place = new Place(
                file,
                view.hosts().get(view.host("mf")),
                workers,
                List.of(),
                way == Way.BLOCKED ? workers.size() : 4 * workers.size(),
                1,
                (from, to) -> workers.get(from).link() == workers.get(to).link() ? near : far);
        Ran ran = ran(place, way);
        String state = left < 1 ? "failed" : "usual";
        rows.add(List.of(state, way.words, Integer.toString(ran.hosts().size()), Cells.number(ran.seconds())));
        return ran;
    }

    private Ran ran(Place place, Way way) throws Exception {
        List<String> workers = way == Way.SELECTED
                ? place.selected()
                : place.workers().stream().map(Host::name).toList();
        Path figures = Files.createDirectories(programs.logs())
                .resolve("jacobi.figures")
                .toAbsolutePath();
        List<String> arguments = List.of(
                "--figures=" + figures,
                "--side=" + SIDE,
                "--strips=" + place.strips(),
                "--seconds=" + place.gridSeconds() / run.size(1, 10),
                "--steps=" + STEPS,
                "--join-seconds=" + PlacementInLab.JOIN_SECONDS,
                "--speeds=" + place.perHost(place::actual, ","));
        List<String> options = new ArrayList<>(List.of("--no-history"));
        options.addAll(place.shares(way));
        NetworkRoles roles = new NetworkRoles(
                place.file(), place.master().name(), place.master().address(), workers);
        Run whole =
                programs.inLab(roles, any -> programs.master(WaitingStrips.class, any), options, arguments, figures);
        others = Math.max(others, whole.otherCpuPercent());
        double seconds =
                Runs.median(whole.cycles().subList(TIMED_FROM, STEPS).stream().mapToDouble(Timing::seconds));
        return new Ran(seconds, withStrips(whole));
    }

    private static List<String> withStrips(Run whole) throws IOException {
        Optional<String> line = Files.readAllLines(whole.log()).stream()
                .filter(each -> each.startsWith("hosts "))
                .findFirst();
        return List.of(line.orElseThrow().substring("hosts ".length()).split(" "));
    }
}
