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

    /** The starts of the workers of any plan, by the history as it is now. */
    public PlanStarts starts() {
        List<StartRow> rows = history == null ? List.of() : history.starts();
        return (view, master, workers) -> starts(rows, view, master, workers);
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

    private StartKnowledge starts(List<StartRow> rows, NetworkView view, String master, List<String> workers) {
        String here = PlanRoles.here(view).stream().findFirst().orElse(ThisHost.name());
        Path worker = jar(() -> WorkerJar.find(null));
        Set<String> holding = worker == null ? Set.of() : holding(rows, worker);
        StartKnowledge started = StartKnowledge.of(rows, asked(view, workers, here, master, worker, holding));
        if (master.equals(here)) {
            return started;
        }
        Path program = jar(WorkerJar::ofMaster);
        Set<String> masters = program == null ? Set.of() : masters(program);
        StartKnowledge first = StartKnowledge.of(rows, asked(view, List.of(master), here, here, program, masters));
        Map<String, Double> later = new LinkedHashMap<>();
        started.hostSeconds().forEach((host, seconds) -> later.put(host, seconds + first.firstSeconds()));
        Map<String, Double> errors = new LinkedHashMap<>();
        started.error().forEach((host, error) -> errors.put(host, Math.hypot(error, first.largestError())));
        List<String> words = new ArrayList<>(started.words());
        first.words().stream().filter(word -> !words.contains(word)).forEach(words::add);
        double end = started.endSeconds() + StartKnowledge.sendingSeconds(view, master, here, RETURNED_BYTES);
        return new StartKnowledge(started.commandSeconds(), later, errors, end, words);
    }

    private StartKnowledge.Asked asked(
            NetworkView view,
            List<String> workers,
            String from,
            String master,
            @Nullable Path jar,
            Set<String> holding) {
        return new StartKnowledge.Asked(
                SSH,
                view,
                workers,
                from,
                master,
                holding,
                jar == null ? 0 : size(jar),
                Set.of(),
                jars.stream().mapToLong(PlanOutlook::size).sum());
    }

    /** Hosts on which a worker started by ssh since this jar was built. */
    private static Set<String> holding(List<StartRow> rows, Path jar) {
        Instant built = modified(jar);
        return rows.stream()
                .filter(row -> row.kind().equals(SSH) && row.time().isAfter(built))
                .map(StartRow::host)
                .collect(Collectors.toSet());
    }

    /** Hosts on which a master ran since its jar was built. */
    private Set<String> masters(Path jar) {
        Instant built = modified(jar);
        return history == null
                ? Set.of()
                : history.runs(LATEST).stream()
                        .filter(run -> run.started().isAfter(built))
                        .map(RunRow::master)
                        .collect(Collectors.toSet());
    }

    private static @Nullable Path jar(Supplier<Path> where) {
        try {
            return where.get();
        } catch (SluiceException none) {
            return null; // a run would say so
        }
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
