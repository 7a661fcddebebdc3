package dev.sluice.app.each;

import dev.sluice.api.FailedUnit;
import dev.sluice.api.Verdict;
import dev.sluice.api.unit.Needs;
import dev.sluice.app.each.input.InputSpool;
import dev.sluice.app.each.job.Input;
import dev.sluice.app.each.job.Outcome;
import dev.sluice.app.each.output.FirstFailures;
import java.io.IOException;
import java.util.List;

/** The master's side of a prediction: all inputs, and nothing is done with outcomes. Confined to one thread. */
public final class SampledCommands implements EachMaster {
    private final EachSetup setup;
    private final NeedsTemplate needs;
    private final InputSpool spool;

    public SampledCommands(EachSetup setup, InputSpool spool) {
        this.setup = setup;
        this.needs = new NeedsTemplate(setup.terms(), setup.needs());
        this.spool = spool;
    }

    @Override
    public EachSetup setup() {
        return setup;
    }

    @Override
    public long await(long taken) throws IOException, InterruptedException {
        while (!spool.isComplete()) {
            spool.await(spool.count());
        }
        return spool.count();
    }

    @Override
    public boolean isComplete() {
        return true;
    }

    @Override
    public Needs needs(long number) throws IOException {
        return needs.of(number, this::input);
    }

    @Override
    public int priority(long number) throws IOException {
        return needs.priority(number, this::input);
    }

    @Override
    public Input input(long number) throws IOException {
        return spool.get(number);
    }

    /** The time of a command that failed is no time of a command that succeeds. */
    @Override
    public void computed(Outcome outcome) throws IOException {
        if (!outcome.succeeded()) {
            throw new IOException("the command failed: " + FirstFailures.line(outcome));
        }
    }

    @Override
    public Verdict accept(long number, Outcome outcome) {
        return Verdict.CONTINUE;
    }

    @Override
    public void missing(long first, List<FailedUnit> failures) {
        // a prediction has no output that could lack something
    }

    @Override
    public void end() {
        // nothing is open
    }
}
