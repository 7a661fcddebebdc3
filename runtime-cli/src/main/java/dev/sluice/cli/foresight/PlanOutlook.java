package dev.sluice.cli.foresight;

import dev.sluice.insight.history.ApplicationKey;
import dev.sluice.insight.history.History;
import dev.sluice.insight.history.RunRow;
import dev.sluice.insight.history.StartRow;
import dev.sluice.insight.plan.Plan;
import dev.sluice.insight.plan.PlanForecast;
import dev.sluice.insight.plan.PlanRoles;
import dev.sluice.insight.plan.PlanStarts;
import dev.sluice.insight.predict.EarlierOutcomes;
import dev.sluice.insight.predict.RunKind;
import dev.sluice.insight.start.StartKnowledge;
import dev.sluice.launch.WorkerJar;
import dev.sluice.model.SluiceException;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.forecast.Calibration;
import dev.sluice.net.runfile.ThisHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Forecasts planned runs by what earlier ones took: the starts of workers, and how far forecasts were from outcomes.
 *
 * @param history null: nothing is known, and shipped figures serve
 * @param application of the run; null if it is not known
 * @param jars of the application
 */
public record PlanOutlook(
        @Nullable History history, @Nullable ApplicationKey application, List<Path> jars) {
    private static final String SSH = "ssh";

    /** Trace, report and unit times of a usual run, which a master on another host sends back [bytes]. */
    private static final long RETURNED_BYTES = 1_300_000;

    /** Runs among which those with a master on a host are looked for. */
    private static final int LATEST = 500;

    /**
     * The forecast of this plan; null if its units are not known.
     *
     * @param cycles number of cycles of the run; 0 if unknown, which counts as one
     * @param unitError half the width of the interval of the units' costs, as a fraction
     */
    public @Nullable PlanForecast of(Plan plan, int cycles, double unitError) {
        return PlanForecast.of(plan, Math.max(1, cycles), unitError, starts(plan), calibration());
    }

    /** The same of a plan that is made so long after its command began [s]. */
    public @Nullable PlanForecast of(Plan plan, int cycles, double unitError, double commandSeconds) {
        StartKnowledge starts = starts(plan).withCommand(commandSeconds);
        return PlanForecast.of(plan, Math.max(1, cycles), unitError, starts, calibration());
    }

    /** How far forecasts of planned runs were from outcomes. */
    public Calibration calibration() {
        return history == null || application == null
                ? Calibration.SHIPPED
                : EarlierOutcomes.of(history).calibration(application, RunKind.PLANNED);
    }

    /** The starts of the workers of any plan, by the history as it is now. It is read once for all plans. */
    public PlanStarts starts() {
        List<StartRow> rows = history == null ? List.of() : history.starts();
        Pushed worker = Pushed.of(() -> WorkerJar.find(null), built -> holding(rows, built));
        Pushed program = Pushed.of(WorkerJar::ofMaster, this::masters);
        Known known = new Known(
                rows,
                worker,
                program,
                jars.stream().mapToLong(PlanOutlook::size).sum());
        return (view, master, workers) -> known.starts(view, master, workers);
    }

    /** The starts of the workers of a plan. */
    StartKnowledge starts(Plan plan) {
        int master = plan.solution().master();
        List<String> workers = IntStream.concat(
                        IntStream.of(plan.chosen()), plan.masterComputes() ? IntStream.of(master) : IntStream.empty())
                .distinct()
                .mapToObj(plan::host)
                .toList();
        return starts(plan.view(), plan.host(master), workers);
    }

    /**
     * The starts of workers on these hosts. Workers are started when the master listens, so that of a master on another
     * host comes first.
     */
    public StartKnowledge starts(NetworkView view, String master, List<String> workers) {
        return starts().of(view, master, workers);
    }

    /**
     * A jar that is sent to hosts.
     *
     * @param bytes its size; 0 without a jar
     * @param holders hosts that have it
     */
    private record Pushed(long bytes, Set<String> holders) {
        static Pushed of(Supplier<Path> where, Function<Instant, Set<String>> holders) {
            try {
                Path jar = where.get();
                return new Pushed(size(jar), holders.apply(modified(jar)));
            } catch (SluiceException none) {
                return new Pushed(0, Set.of()); // a run would say so
            }
        }
    }

    /**
     * The knowledge about starts that all plans of a command share.
     *
     * @param applicationBytes size of the application's jars
     */
    private record Known(List<StartRow> rows, Pushed worker, Pushed program, long applicationBytes) {
        StartKnowledge starts(NetworkView view, String master, List<String> workers) {
            String here = PlanRoles.here(view).stream().findFirst().orElse(ThisHost.name());
            StartKnowledge started = starts(view, workers, here, master, worker);
            if (master.equals(here)) {
                return started;
            }
            StartKnowledge first = starts(view, List.of(master), here, here, program);
            Map<String, Double> later = new LinkedHashMap<>();
            started.hostSeconds().forEach((host, seconds) -> later.put(host, seconds + first.firstSeconds()));
            Map<String, Double> errors = new LinkedHashMap<>();
            started.error().forEach((host, error) -> errors.put(host, Math.hypot(error, first.largestError())));
            List<String> words = new ArrayList<>(started.words());
            first.words().stream().filter(word -> !words.contains(word)).forEach(words::add);
            double end = started.endSeconds() + StartKnowledge.sendingSeconds(view, master, here, RETURNED_BYTES);
            return new StartKnowledge(started.commandSeconds(), later, errors, end, words);
        }

        private StartKnowledge starts(NetworkView view, List<String> workers, String from, String master, Pushed jar) {
            return StartKnowledge.of(
                    rows,
                    new StartKnowledge.Asked(
                            SSH, view, workers, from, master, jar.holders(), jar.bytes(), Set.of(), applicationBytes));
        }
    }

    /** Hosts on which a worker started by ssh since its jar was built. */
    private static Set<String> holding(List<StartRow> rows, Instant built) {
        return rows.stream()
                .filter(row -> row.kind().equals(SSH) && row.time().isAfter(built))
                .map(StartRow::host)
                .collect(Collectors.toSet());
    }

    /** Hosts on which a master ran since its jar was built. */
    private Set<String> masters(Instant built) {
        return history == null
                ? Set.of()
                : history.runs(LATEST).stream()
                        .filter(run -> run.started().isAfter(built))
                        .map(RunRow::master)
                        .collect(Collectors.toSet());
    }

    private static Instant modified(Path file) {
        try {
            return Files.getLastModifiedTime(file).toInstant();
        } catch (IOException gone) {
            return Instant.MAX;
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException gone) {
            return 0;
        }
    }
}
