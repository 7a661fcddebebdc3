package dev.sluice.app.pep;

import dev.sluice.api.Accumulation;
import dev.sluice.api.Application;
import dev.sluice.api.Codec;
import dev.sluice.api.Cycle;
import dev.sluice.api.Results;
import dev.sluice.api.Verdict;
import java.io.IOException;
import java.util.OptionalInt;
import picocli.CommandLine.Mixin;

/**
 * The performance emulator: an application whose computing and data are set by options, to measure its behaviour in an
 * environment (Shao 2001, "AMWAT performance emulation program"). Differences: times and sizes may follow
 * distributions, results can be verified byte by byte, and the report compares achieved with requested values.
 */
public final class Pep extends Application<Setup, Unit, Result> {
    @Mixin
    private final Options options = new Options();

    private Settings settings = options.conclude();
    private Labour labour = new Labour(settings);
    private Ledger ledger = new Ledger(settings, System.err);
    private int cycle;

    public Pep() {}

    @Override
    protected void initialize() {
        settings = options.conclude();
        labour = new Labour(settings);
        ledger = new Ledger(settings, System.err);
    }

    @Override
    protected Cycle<Setup> cycle(int number) {
        if (number == 0) {
            Options.checkMaster(settings);
            settings = settings.opened();
            ledger = new Ledger(settings, System.err);
        }
        cycle = number;
        Setup setup = settings.setup(number);
        ledger.begin(number);
        return new Cycle<>(settings.units(number), setup, number == settings.cycles() - 1);
    }

    @Override
    protected OptionalInt expectedCycles() {
        int cycles = settings.cycles(); // a trace that was not read yet may decide it
        return cycles == Settings.AS_RECORDED ? OptionalInt.empty() : OptionalInt.of(cycles);
    }

    @Override
    protected Unit unit(long index) {
        return settings.unit(cycle, index);
    }

    @Override
    protected Result compute(Setup setup, Unit unit) throws InterruptedException {
        return labour.compute(setup, unit);
    }

    @Override
    protected Results<Result> results() {
        return switch (settings.travel()) {
            case EACH -> Results.each();
            case AT_CYCLE_END -> Results.atCycleEnd();
            case ACCUMULATED ->
                Accumulation.exact(CycleResult.NONE, (one, other) -> ((CycleResult) one).plus((CycleResult) other));
        };
    }

    @Override
    protected Verdict accept(long index, Result result) throws InterruptedException {
        ledger.accept(index, (UnitResult) result);
        return passTime();
    }

    @Override
    protected Verdict accumulated(Result total) throws InterruptedException {
        ledger.accumulated((CycleResult) total);
        return passTime();
    }

    private Verdict passTime() throws InterruptedException {
        if (settings.acceptNanos() > 0) {
            Pause.until(System.nanoTime() + settings.acceptNanos());
        }
        return Verdict.CONTINUE;
    }

    @Override
    protected Verdict endCycle(int number) {
        ledger.end();
        return Verdict.CONTINUE;
    }

    @Override
    protected void complete() throws IOException {
        ledger.report();
    }

    @Override
    protected void interrupted() throws IOException {
        ledger.interrupted();
        ledger.report();
    }

    @Override
    protected Codec<Setup> setupCodec() {
        return Setup.CODEC;
    }

    @Override
    protected Codec<Unit> unitCodec() {
        return Unit.CODEC;
    }

    @Override
    protected Codec<Result> resultCodec() {
        return Result.CODEC;
    }
}
