package dev.sluice.insight.history;

import dev.sluice.json.Json;
import dev.sluice.master.RunEnd;
import dev.sluice.master.RunTerms;
import dev.sluice.master.report.Blame;
import dev.sluice.master.report.Expected;
import dev.sluice.master.report.Processor;
import dev.sluice.master.report.RunDirectory;
import dev.sluice.master.report.Promise;
import dev.sluice.master.report.RunReport;
import dev.sluice.model.ErrorCode;
import dev.sluice.net.files.ContentHash;
import dev.sluice.net.message.ApplicationInfo;
import dev.sluice.net.message.InputFiles;
import dev.sluice.net.message.JarInfo;
import dev.sluice.net.runfile.ThisHost;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Writes the results of a run or a benchmark into the history. Used by the command's thread, when the run is over. */
public final class RunRecord {
    private static final int MOST_ERROR = 500;
    private static final int MOST_HOSTS = 2_000;

    private final ApplicationKey application;
    private final InputFiles files;
    private final History history;
    private String master;
    private final List<Record> more = new ArrayList<>();

    /** A record without files. */
    public RunRecord(ApplicationKey application, History history) {
        this(application, InputFiles.NONE, history);
    }

    /** @param info names the files that hosts with units have when the run is over */
    public RunRecord(ApplicationKey application, ApplicationInfo info, History history) {
        this(application, info.files(), history);
    }

    private RunRecord(ApplicationKey application, InputFiles files, History history) {
        this.application = application;
        this.files = files;
        this.history = history;
        this.master = ThisHost.name();
    }

    /**
     * The history of this user.
     *
     * @param news receives one line if the database cannot be used
     */
    public static History history(Consumer<String> news) {
        return new History(StateDirectory.of(System.getenv()), trouble -> news.accept("history: " + trouble));
    }

    /** The key of an application in the history. */
    public static ApplicationKey key(Path jar, String className, ApplicationInfo info) {
        List<String> jars = info.jars().stream().map(JarInfo::sha256).toList();
        return new ApplicationKey(
                RunDirectory.plainName(jar),
                className,
                build(jars),
                String.join(" ", RunTerms.withoutSecrets(info.arguments())));
    }

    /** The key of a predicted application; it is called by its class. */
    public static ApplicationKey key(Origin origin) {
        return new ApplicationKey(
                origin.application(), origin.application(), build(origin.jars()), String.join(" ", origin.arguments()));
    }

    private static String build(List<String> jars) {
        MessageDigest digest = ContentHash.sha256();
        jars.forEach(hash -> digest.update(hash.getBytes(StandardCharsets.UTF_8)));
        return jars.size() == 1 ? jars.get(0) : HexFormat.of().formatHex(digest.digest());
    }

    /** The run's master was on this host; before {@link #add}. */
    public RunRecord ranOn(String host) {
        master = host;
        return this;
    }

    /** Adds a run with workers. */
    public void add(RunReport report, List<HostTimes> hosts, double acceptSeconds, Path directory) {
        HeldContents.ofUser().remember(files, hosts);
        RunRow row = new RunRow(
                report.run().text(),
                application,
                report.terms().started(),
                report.figures().seconds(),
                report.figures().cycles(),
                report.figures().units(),
                report.figures().unitsPerSecond(),
                report.figures().slots(),
                report.workers().size(),
                hosts(hosts),
                master,
                report.manner().policy().name(),
                Json.lower(report.end().outcome()),
                report.end().exitCode(),
                error(report.end()),
                acceptSeconds,
                report.terms().sluice(),
                directory.toAbsolutePath().normalize().toString());
        Instant now = Instant.now();
        List<CostRow> costs = report.costs().stream()
                .map(each -> new CostRow(
                        row.run(),
                        now,
                        each.host(),
                        each.processor().map(Processor::model).orElse(""),
                        each.costs()))
                .toList();
        boolean timed = report.end().failedCommands() <= 0; // a command that failed may have done nothing
        List<Record> rows = new ArrayList<>(rows(row.run(), timed ? hosts : List.of(), acceptSeconds));
        rows.add(row);
        rows.addAll(costs);
        peerCost(report, row.run(), now).ifPresent(rows::add);
        outcome(row.run(), report.expected(), now).ifPresent(rows::add);
        promise(row.run(), report.expected().promise(), now).ifPresent(rows::add);
        rows.addAll(more);
        history.add(HistoryEntry.of(rows));
    }

    /** Writes these rows together with those of the run; before {@link #add}. */
    public RunRecord with(List<? extends Record> rows) {
        more.addAll(rows);
        return this;
    }

    /** The forecast of a run beside its outcome; empty if there was none. */
    private Optional<OutcomeRow> outcome(String run, Expected expected, Instant now) {
        Expected.Foretold foretold = expected.prediction();
        if (foretold == null) {
            return Optional.empty();
        }
        Expected.Basis basis = foretold.basis();
        Blame blame = expected.blame();
        return Optional.of(new OutcomeRow(
                run,
                application,
                now,
                basis.kind(),
                basis.source(),
                foretold.asked(),
                foretold.shown(),
                foretold.predictedSeconds(),
                foretold.low(),
                foretold.high(),
                basis.bias(),
                basis.sigma(),
                foretold.actualSeconds(),
                basis.startSeconds(),
                basis.actualStartSeconds(),
                orNaN(expected.unitsPerSecondAllowed()),
                orNaN(expected.steadyUnitsPerSecond()),
                blame == null ? "" : blame.what()));
    }

    private Optional<PromiseRow> promise(String run, @Nullable Promise promise, Instant now) {
        return Optional.ofNullable(promise)
                .map(each -> new PromiseRow(
                        run,
                        application,
                        now,
                        each.seconds(),
                        each.low(),
                        each.high(),
                        each.chance(),
                        each.takenSeconds(),
                        each.warnedSeconds(),
                        each.kept(),
                        String.join(", ", each.changed())));
    }

    private static double orNaN(@Nullable Double value) {
        return value == null ? Double.NaN : value;
    }

    /**
     * The times of a serial run.
     *
     * @param foretold its forecast; null without one
     */
    public record SerialTimes(long units, double seconds, Expected.@Nullable Foretold foretold) {}

    /** The cost of a message at the master beside the number of its sessions; empty if it was not counted. */
    private Optional<PeerCostRow> peerCost(RunReport report, String run, Instant now) {
        int sessions = report.workers().size();
        long messages = Stream.of(
                        report.traffic().application(),
                        report.traffic().scheduler(),
                        report.traffic().other())
                .mapToLong(each -> each.messagesSent() + each.messagesReceived())
                .sum();
        return report.costs().stream()
                .filter(each -> each.host().equals(master) && each.costs().masterMessageNanos() > 0)
                .filter(each -> sessions > 0)
                .map(each ->
                        new PeerCostRow(run, now, master, sessions, each.costs().masterMessageNanos(), messages))
                .findFirst();
    }

    /** Adds a serial run. */
    public void addSerial(String run, RunTerms terms, RunEnd end, SerialTimes times) {
        long units = times.units();
        double seconds = times.seconds();
        RunRow row = new RunRow(
                run,
                application,
                terms.started(),
                seconds,
                0,
                units,
                seconds > 0 ? units / seconds : 0,
                1,
                0,
                master,
                master,
                "serial",
                Json.lower(end.outcome()),
                end.exitCode(),
                error(end),
                Double.NaN,
                terms.sluice(),
                "");
        List<Record> rows = new ArrayList<>(List.of(row));
        Expected expected = new Expected(times.foretold(), null, "", null, Expected.Gains.NONE);
        outcome(run, expected, Instant.now()).ifPresent(rows::add);
        history.add(HistoryEntry.of(rows));
    }

    /**
     * One row for each host with units, and one for the master's, which has the accept time.
     *
     * @param run empty after a benchmark
     */
    public List<BenchmarkRow> rows(String run, List<HostTimes> hosts, double acceptSeconds) {
        Instant now = Instant.now();
        List<BenchmarkRow> rows = new ArrayList<>();
        boolean masterIsThere = false;
        for (HostTimes host : hosts) {
            boolean here = host.host().equals(master);
            if (host.units() > 0) {
                masterIsThere |= here;
                rows.add(row(run, now, remembered(host), here ? acceptSeconds : Double.NaN));
            }
        }
        if (!masterIsThere && acceptSeconds > 0) {
            HostTimes none =
                    new HostTimes(master, Optional.of(Processor.here()), 0, 0, Double.NaN, Double.NaN, Double.NaN);
            rows.add(row(run, now, none, acceptSeconds));
        }
        return rows;
    }

    private BenchmarkRow row(String run, Instant now, HostTimes host, double acceptSeconds) {
        return new BenchmarkRow(
                run,
                application,
                now,
                host.host(),
                host.processor().map(Processor::model).orElse(""),
                host.processor().map(Processor::clockHertz).orElse(Double.NaN),
                host.slots(),
                host.units(),
                host.wallSeconds(),
                host.cpuSeconds(),
                host.spreadSeconds(),
                acceptSeconds);
    }

    /** Adds the processor from an earlier benchmark if the run did not learn it. */
    private HostTimes remembered(HostTimes host) {
        if (host.processor().isPresent()) {
            return host;
        }
        Optional<Processor> earlier = history.general().stream()
                .filter(row ->
                        row.host().equals(host.host()) && !row.processor().isEmpty())
                .findFirst()
                .map(row -> new Processor(row.processor(), row.clockHertz(), row.slots()));
        return new HostTimes(
                host.host(),
                earlier,
                host.slots(),
                host.units(),
                host.wallSeconds(),
                host.cpuSeconds(),
                host.spreadSeconds());
    }

    private static String hosts(List<HostTimes> hosts) {
        return cut(hosts.stream().map(HostTimes::host).collect(Collectors.joining(",")), MOST_HOSTS);
    }

    private static String error(RunEnd end) {
        return end.code() == ErrorCode.NONE ? "" : cut(end.code() + " " + end.text(), MOST_ERROR);
    }

    private static String cut(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most) + "…";
    }
}
