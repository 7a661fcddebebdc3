package dev.sluice.cli.foresight;

import dev.sluice.insight.history.ApplicationKey;
import dev.sluice.insight.history.History;
import dev.sluice.insight.knowledge.MachineKnowledge;
import dev.sluice.insight.knowledge.MachineSources;
import dev.sluice.insight.plan.HandoutChoice;
import dev.sluice.insight.plan.PlanHandout;
import dev.sluice.insight.predict.EarlierOutcomes;
import dev.sluice.insight.predict.MakespanForecast;
import dev.sluice.insight.predict.Prediction;
import dev.sluice.insight.predict.RunKind;
import dev.sluice.insight.predict.SimulatedForesight;
import dev.sluice.insight.start.StartKnowledge;
import dev.sluice.model.flow.Host;
import dev.sluice.model.forecast.Calibration;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.cost.Overheads;
import dev.sluice.net.runfile.ThisHost;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Forecasts the time of a run from the command to the end, by simulation. The run itself and {@code sluice predict} ask
 * it, so that both say the same. Any thread.
 */
public final class RunOutlook {
    private final ForesightTerms terms;
    private final ApplicationKey application;
    private final @Nullable History history;
    private final EarlierOutcomes outcomes;
    private final ForeseenStarts starts;
    private final Consumer<String> news;

    /** The time from the command until launching begins; 0 before [s]. */
    private volatile double commandSeconds;

    /**
     * A forecast, and the machines that it assumes.
     *
     * @param machines null if they are as many slots of this machine
     */
    record Foreseen(MakespanForecast forecast, @Nullable World machines) {}

    /** @param known of this user; it is used only if the terms say so */
    public RunOutlook(ForesightTerms terms, ApplicationKey application, History known, Consumer<String> news) {
        this.terms = terms;
        this.application = application;
        this.history = terms.history() ? known : null;
        this.outcomes = history == null ? EarlierOutcomes.NONE : EarlierOutcomes.of(known);
        this.starts = new ForeseenStarts(terms.workers().jar(), terms.jars(), application, history);
        this.news = news;
    }

    /** The command of the run was given so long ago, and launching begins [s]. */
    void begun(double seconds) {
        commandSeconds = seconds;
    }

    ForeseenStarts starts() {
        return starts;
    }

    boolean hasHeld(RunKind kind) {
        return outcomes.hasHeld(application, kind);
    }

    Calibration calibration(RunKind kind) {
        return outcomes.calibration(application, kind);
    }

    /** The forecast of the run as its command starts it; null if its machines are not known. */
    public @Nullable MakespanForecast of(Prediction known) {
        Foreseen found = foreseen(known, false);
        return found == null ? null : found.forecast();
    }

    /**
     * The forecast of a run on these machines, whose workers are started over ssh.
     *
     * @param machines of which one has the master
     */
    public MakespanForecast on(World machines, Prediction known) {
        List<String> workers = machines.computing().stream().map(Host::name).toList();
        String master = machines.view().hosts().get(machines.master()).name();
        StartKnowledge started = starts.of(machines.view(), master, workers);
        return foresight(known, false, started, started.endSeconds())
                .of(started.on(machines), RunKind.HOSTS, SimulatedForesight.USUAL_NANOS);
    }

    /** @param keptAreTaken whether results of executed units are reused */
    @Nullable
    Foreseen foreseen(Prediction known, boolean keptAreTaken) {
        RunKind kind = terms.kind();
        if (!kind.knowsMachines()) {
            return null;
        }
        if (kind == RunKind.LOCAL || kind == RunKind.EMBEDDED) {
            World slots = ForeseenMachines.before(terms.workers(), 1, application, null);
            return new Foreseen(
                    here(known, keptAreTaken, 1),
                    slots == null ? null : ForeseenMachines.atWork(slots, terms.active()));
        }
        double unitSeconds = known.unitCosts().unitSeconds();
        World all = ForeseenMachines.before(terms.workers(), unitSeconds, application, history);
        World machines = all == null ? null : ForeseenMachines.atWork(all, terms.active());
        if (machines == null) {
            return null;
        }
        StartKnowledge started = started(machines);
        World starting = started.on(machines);
        MakespanForecast there = foresight(known, keptAreTaken, started, StartKnowledge.SSH)
                .of(starting, kind, SimulatedForesight.USUAL_NANOS);
        return new Foreseen(there, starting);
    }

    /**
     * How a run on these machines hands out its units.
     *
     * @param seconds that it is expected to take [s]
     * @param free what the user leaves open
     */
    PlanHandout handout(World machines, Prediction known, double seconds, PlanHandout.Free free) {
        double unitSeconds = known.unitCosts().unitSeconds();
        MachineKnowledge believed = history == null
                ? MachineKnowledge.asWritten(machines.view())
                : MachineKnowledge.of(
                        MachineSources.of(history, application),
                        machines.view(),
                        Double.POSITIVE_INFINITY,
                        unitSeconds);
        Overheads costs = terms.knownCosts(news).overheads();
        return HandoutChoice.of(machines.with(costs, terms.terms()), known, seconds, free, believed);
    }

    private StartKnowledge started(World machines) {
        List<String> workers = machines.computing().stream().map(Host::name).toList();
        return starts.of(machines.view(), ThisHost.name(), workers);
    }

    /** The forecast of the same run with these of its machines. */
    MakespanForecast among(World some, Prediction known) {
        StartKnowledge started = started(some);
        return foresight(known, false, started, StartKnowledge.SSH)
                .of(started.on(some), terms.kind(), SimulatedForesight.USUAL_NANOS);
    }

    /** The forecast of the run on this machine, if it had so many times its slots and processors. */
    MakespanForecast here(Prediction known, int times) {
        return here(known, false, times);
    }

    private MakespanForecast here(Prediction known, boolean keptAreTaken, int times) {
        String kind = terms.kind().word();
        return foresight(known, keptAreTaken, starts.here(kind, command()), kind)
                .here(
                        terms.local(),
                        times * terms.workers().localSlots(),
                        times * Runtime.getRuntime().availableProcessors(),
                        terms.kind());
    }

    /** @param launching the way of launching, whose earlier runs tell the time at the end */
    SimulatedForesight foresight(Prediction known, boolean keptAreTaken, StartKnowledge started, String launching) {
        return foresight(known, keptAreTaken, started, starts.endSeconds(launching, command()));
    }

    private SimulatedForesight foresight(
            Prediction known, boolean keptAreTaken, StartKnowledge started, double endSeconds) {
        return new SimulatedForesight(
                known,
                terms.knownCosts(news).costs(),
                terms.terms(),
                keptAreTaken,
                new SimulatedForesight.Frame(
                        this::calibration,
                        commandSeconds > 0 ? commandSeconds : started.commandSeconds(),
                        started,
                        known.sampled().whole() ? endSeconds : 0));
    }

    private StartKnowledge.Command command() {
        double processes = Math.max(1, terms.workers().local()); // also those that wait
        return new StartKnowledge.Command(
                commandSeconds, processes / Runtime.getRuntime().availableProcessors());
    }
}
