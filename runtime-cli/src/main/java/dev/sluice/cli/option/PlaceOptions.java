package dev.sluice.cli.option;

import dev.sluice.hosts.HostFile;
import dev.sluice.hosts.HostSpec;
import dev.sluice.insight.history.ApplicationKey;
import dev.sluice.insight.history.RunRecord;
import dev.sluice.insight.knowledge.MachineKnowledge;
import dev.sluice.insight.knowledge.MachineSources;
import dev.sluice.insight.plan.SwitchNetwork;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.view.Quantity;
import dev.sluice.view.ViewFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** On which machines a run would be: those of a network view, or hosts around one switch. */
public final class PlaceOptions {
    private static final String NO_LIMIT = "no limit";
    private static final int MOST_HOSTS = 1_000_000;
    private static final int MOST_SLOTS = 65_536;
    private static final Duration USED_SILENTLY = Duration.ofDays(1);

    @Option(
            names = "--view",
            paramLabel = "FILE",
            description = "network view with hosts and links, in YAML or JSON (docs/network-view.md)")
    private @Nullable Path view;

    @Option(
            names = "--hosts",
            paramLabel = "N|FILE",
            description = "instead of a view, hosts on one switch: N hosts named h1, h2, ..., or those of a hosts "
                    + "file of any kind (docs/hosts.md)")
    private @Nullable String hosts;

    @Option(
            names = "--slots",
            paramLabel = "N",
            description = "slots per host if the hosts file does not give them (default: 1)")
    private @Nullable Integer slots;

    @Option(
            names = {"--bandwidth", "--port"},
            paramLabel = "RATE",
            description = "without a view: bandwidth of each host's port per direction, such as 1Gbit/s (default: "
                    + "${DEFAULT-VALUE})")
    private String bandwidth;

    @Option(
            names = "--latency",
            paramLabel = "TIME",
            description = "without a view: one-way latency between two hosts (default: 0.1ms)")
    private @Nullable String latency;

    @Option(
            names = "--as-written",
            description = "take hosts and links as the view has them, whatever earlier runs measured")
    private boolean asWritten;

    private final String usualBandwidth;
    private final int usualHosts;
    private final SwitchNetwork.Master master;

    private PlaceOptions(String usualBandwidth, int usualHosts, SwitchNetwork.Master master) {
        this.bandwidth = usualBandwidth;
        this.usualBandwidth = usualBandwidth;
        this.usualHosts = usualHosts;
        this.master = master;
    }

    /** To say where the master goes: it goes to one of the hosts of a file. */
    public static PlaceOptions toPlan() {
        return new PlaceOptions(NO_LIMIT, 0, SwitchNetwork.Master.AMONG_HOSTS);
    }

    /** To simulate: four hosts unless told otherwise, and the master on a machine of its own. */
    public static PlaceOptions toSimulate() {
        return new PlaceOptions(NO_LIMIT, 4, SwitchNetwork.Master.BESIDE_HOSTS);
    }

    /** To say what binds: ports are never without a limit unless told so. */
    public static PlaceOptions toBind() {
        return new PlaceOptions("1 Gbit/s", 0, SwitchNetwork.Master.BESIDE_HOSTS);
    }

    /** Tells whether machines are named. */
    public boolean isGiven() {
        return view != null || hosts != null;
    }

    /** The machines. */
    public ViewFile read() {
        boolean star = hosts != null || slots != null || latency != null || !bandwidth.equals(usualBandwidth);
        if (view != null && star) {
            throw new SluiceException(
                    ErrorCode.USAGE,
                    "--view: together with --hosts, --slots, --bandwidth or --latency (expected: one or the other)");
        }
        if (view != null) {
            return readView(view);
        }
        if (hosts == null && usualHosts == 0) {
            throw new SluiceException(
                    ErrorCode.USAGE, "--view: missing (expected: one of --view FILE and --hosts N|FILE)");
        }
        return ViewFile.of(star());
    }

    /** Returns whether everything is taken as written, whatever the history says. */
    public boolean asWritten() {
        return asWritten;
    }

    /**
     * The knowledge of these machines: as written, corrected by what earlier runs and pools measured.
     *
     * @param file as {@link #read} returned it
     * @param application whose units earlier runs have timed; null for none
     * @param news told what the knowledge comes from
     */
    public MachineKnowledge known(
            ViewFile file, UnitCosts costs, @Nullable ApplicationKey application, Consumer<String> news) {
        return known(
                file,
                file.view(costs.unitSeconds(), Math.max(costs.resultSeconds(), Double.MIN_NORMAL)),
                costs.unitSeconds(),
                application,
                news);
    }

    /**
     * The same for a view of the file.
     *
     * @param unitSeconds time of a unit on a slot of speed 1 [s]
     */
    public MachineKnowledge known(
            ViewFile file,
            NetworkView written,
            double unitSeconds,
            @Nullable ApplicationKey application,
            Consumer<String> news) {
        return asWritten || view == null && (hosts == null || hosts.matches("[0-9]{1,9}"))
                ? MachineKnowledge.asWritten(written)
                : known(written, ageSeconds(file, view), unitSeconds, application, news);
    }

    /**
     * The knowledge of the machines of a view.
     *
     * @param ageSeconds of the view [s]
     * @param unitSeconds time of a unit on a slot of speed 1 [s]
     */
    public static MachineKnowledge known(
            NetworkView written,
            double ageSeconds,
            double unitSeconds,
            @Nullable ApplicationKey application,
            Consumer<String> news) {
        MachineSources sources = MachineSources.of(RunRecord.history(news), application);
        MachineKnowledge known = MachineKnowledge.of(sources, written, ageSeconds, unitSeconds);
        known.words().forEach(word -> news.accept("known: " + word));
        return known;
    }

    /**
     * The hosts as ssh reaches them.
     *
     * @throws SluiceException if they are only a number
     */
    public List<HostSpec> reached(ViewFile file) {
        String named = hosts;
        if (view == null && named != null) {
            if (named.matches("[0-9]{1,9}")) {
                throw new SluiceException(
                        ErrorCode.USAGE,
                        "--goal look: at " + named + " hosts without names (expected: a view or a hosts file)");
            }
            return HostFile.open(Path.of(named), null).hosts();
        }
        return file.view().hosts().stream()
                .flatMap(host -> HostFile.line(String.valueOf(view), host.name()).stream())
                .toList();
    }

    /**
     * Time since a view was measured, or else since its file was written; infinite without a file [s].
     *
     * @param file null if there is none
     * @param path likewise
     */
    public static double ageSeconds(@Nullable ViewFile file, @Nullable Path path) {
        if (file == null || path == null) {
            return Double.POSITIVE_INFINITY;
        }
        Instant now = Instant.now();
        try {
            Instant known = file.measured().isPresent()
                    ? file.measured().get()
                    : Files.getLastModifiedTime(path).toInstant();
            return Math.max(0, Duration.between(known, now).toMillis() / 1e3);
        } catch (IOException unreadable) {
            return Double.POSITIVE_INFINITY;
        }
    }

    private NetworkView star() {
        double rate =
                bandwidth.equals(NO_LIMIT) ? Double.POSITIVE_INFINITY : Quantity.RATE.of("--bandwidth", bandwidth);
        double seconds = Quantity.TIME.of("--latency", latency == null ? "0.1ms" : latency);
        SwitchNetwork star = new SwitchNetwork(
                rate, Math.round(seconds * 1e9), between("--slots", slots == null ? 1 : slots, MOST_SLOTS));
        if (hosts == null || hosts.matches("[0-9]{1,9}")) {
            return star.of(between("--hosts", hosts == null ? usualHosts : Integer.parseInt(hosts), MOST_HOSTS));
        }
        return star.of(HostFile.open(Path.of(hosts), null), master);
    }

    private static int between(String option, int value, int most) {
        if (value < 1 || value > most) {
            throw new SluiceException(ErrorCode.USAGE, option + ": " + value + " (expected: 1 to " + most + ")");
        }
        return value;
    }

    /** The warning for a view that was measured more than a day ago. */
    static Optional<String> age(ViewFile file, Clock clock) {
        return file.measured()
                .map(measured -> Duration.between(measured, clock.instant()))
                .filter(age -> age.compareTo(USED_SILENTLY) > 0)
                .map(age -> String.format(
                        Locale.ROOT,
                        "measured %s ago (expected: within a day; 'sluice hosts discover' measures again)",
                        age.toDays() < 2 ? age.toHours() + " hours" : age.toDays() + " days"));
    }

    /** Reads the file of {@code --view}. */
    public static ViewFile readView(Path view) {
        if (!Files.isReadable(view) || Files.isDirectory(view)) {
            throw new SluiceException(
                    ErrorCode.FILE_NOT_FOUND, "--view: " + view + " (expected: a readable network view)");
        }
        try {
            ViewFile file = ViewFile.read(view);
            age(file, Clock.systemUTC()).ifPresent(old -> System.err.println("sluice: " + view + ": " + old));
            file.undecided().forEach(open -> System.err.println("sluice: " + view + ": " + open));
            return file;
        } catch (IOException unreadable) {
            throw new SluiceException(
                    ErrorCode.FILE_NOT_FOUND, "--view: " + view + ": " + unreadable.getMessage(), unreadable);
        }
    }
}
