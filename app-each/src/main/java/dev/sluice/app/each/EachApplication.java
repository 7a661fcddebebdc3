package dev.sluice.app.each;

import dev.sluice.api.Application;
import dev.sluice.api.Cycle;
import dev.sluice.api.FailedUnit;
import dev.sluice.api.Verdict;
import dev.sluice.api.language.OwnProcesses;
import dev.sluice.api.unit.Needs;
import dev.sluice.app.each.job.Input;
import dev.sluice.app.each.job.Outcome;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The application of {@code sluice each}: each unit is one command. A cycle that begins before all inputs are there is
 * open, and gets those that follow as they come; blocks of {@code --pipe}, which may be large, make further cycles
 * instead. A command that fails is not a failed unit: its exit code is part of the outcome.
 */
public final class EachApplication extends Application<EachSetup, Input, Outcome> implements OwnProcesses {
    /** The option tells runs of different commands apart, in lists of runs and in their history. */
    @Option(names = "--command", paramLabel = "LINE", description = "the command, for people")
    private String command = "";

    @Option(
            names = "--inputs",
            paramLabel = "TEXT",
            description = "number and hash of the inputs, without which their times say nothing of other inputs")
    private String inputs = "";

    private final @Nullable EachMaster master;
    private final EachWorker worker = new EachWorker(this::file);
    /** Memory of the command that this thread ran last [bytes]. */
    private final ThreadLocal<Long> peak = ThreadLocal.withInitial(() -> 0L);

    private long first;
    private long next;
    private boolean ended;
    /** Why no inputs follow; written by the source's thread before the cycle ends. */
    private volatile @Nullable IOException broken;

    /** Makes the side of a worker. */
    public EachApplication() {
        this.master = null;
    }

    /** Makes the side of the master. */
    public EachApplication(EachMaster master) {
        this.master = master;
    }

    private EachMaster master() {
        if (master == null) {
            throw new IllegalStateException("each without a master's side (expected: started by 'sluice each')");
        }
        return master;
    }

    @Override
    protected Cycle<EachSetup> cycle(int number) throws IOException, InterruptedException {
        first = next;
        next = master().await(first);
        boolean complete = master().isComplete();
        if (number == 0
                && next > 0
                && !complete
                && master().input(0).standardInput().isEmpty()) {
            return Cycle.onlyOpen(next, master().setup());
        }
        return next == first && complete && number > 0
                ? Cycle.none()
                : new Cycle<>(next - first, master().setup(), complete);
    }

    /** Inputs that follow those of the begin. A stream that breaks lets the commands before it end first. */
    @Override
    protected More<Input> more(long given) throws InterruptedException {
        try {
            List<Input> inputs = master().more(next + given);
            return inputs.isEmpty() ? More.closed() : More.of(inputs);
        } catch (IOException e) {
            broken = e;
            return More.closed();
        }
    }

    @Override
    protected Verdict endCycle(int number) throws IOException {
        IOException why = broken;
        if (why != null) {
            throw why;
        }
        return Verdict.CONTINUE;
    }

    @Override
    protected Input unit(long index) throws IOException {
        return master().input(first + index);
    }

    @Override
    protected Needs needs(long index) throws IOException {
        return master().needs(first + index);
    }

    @Override
    protected int priority(long index) throws IOException {
        return master().priority(first + index);
    }

    @Override
    protected Outcome compute(EachSetup setup, Input input) throws Exception {
        Outcome outcome = worker.run(setup, input, context());
        peak.set(outcome.peakBytes());
        if (master != null) {
            master.computed(outcome);
        }
        return outcome;
    }

    @Override
    public long peakBytes() {
        return peak.get();
    }

    @Override
    protected Verdict accept(long index, Outcome outcome) throws IOException {
        return master().accept(first + index, outcome);
    }

    @Override
    protected void missing(List<FailedUnit> failures) throws IOException {
        master().missing(first, failures);
    }

    @Override
    protected void incomplete(List<FailedUnit> failures) throws IOException {
        master().missing(first, failures);
        end();
    }

    @Override
    protected void complete() throws IOException {
        end();
    }

    @Override
    protected void interrupted() throws IOException {
        end();
    }

    private void end() throws IOException {
        if (!ended) {
            ended = true;
            master().end();
        }
    }

    @Override
    protected void finish() throws IOException {
        worker.close();
    }

    @Override
    public String toString() {
        return command;
    }
}
