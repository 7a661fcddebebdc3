package dev.sluice.app.pep;

import dev.sluice.app.pep.Settings.Compute;
import dev.sluice.app.pep.Settings.Travel;
import java.nio.file.Path;

/** Computes units on a worker. Called by several slots at once. */
final class Labour {
    private final Settings settings;
    private final Spin spin = new Spin();
    private final Doze doze;
    /** The last cycle whose setup was checked. */
    private volatile int checkedCycle = -1;

    Labour(Settings settings) {
        this.settings = settings;
        this.doze = new Doze(
                settings.compute() == Compute.QUOTA
                        ? HostQuota.below(Path.of("/"))::processors
                        : () -> Double.POSITIVE_INFINITY);
    }

    Result compute(Setup setup, Unit unit) throws InterruptedException {
        double speed = speed();
        long start = System.nanoTime();
        long cpu = settings.compute() == Compute.NONE ? 0 : spin.cpuNanos();
        if (settings.verify()) {
            check(setup, unit);
        }
        boolean folded = settings.travel() == Travel.ACCUMULATED;
        long key = Chance.key(settings.seed(), Chance.Purpose.RESULT, setup.cycle(), unit.index());
        int header = folded ? CycleResult.HEADER_BYTES : UnitResult.HEADER_BYTES;
        byte[] content = Content.of(key, unit.resultBytes() - header);
        switch (settings.compute()) {
            case SPIN -> spin.iterations(Math.round(unit.nanos() / 1e9 * speed));
            case SLEEP -> Pause.until(start + unit.nanos());
            case QUOTA -> doze.sleep(start, unit.nanos());
            case NONE -> {}
        }
        long cpuNanos = settings.compute() == Compute.NONE ? 0 : spin.cpuNanos() - cpu;
        int perMilli = calibrates() ? (int) Math.round(speed / 1e3) : 0;
        long wallNanos = System.nanoTime() - start;
        return folded
                ? new CycleResult(1, wallNanos, cpuNanos, content)
                : new UnitResult(wallNanos, cpuNanos, perMilli, content);
    }

    private boolean calibrates() {
        return settings.compute() == Compute.SPIN && settings.reference() == 0;
    }

    /** Iterations per second. The first call may include a calibration, which does not belong to a unit. */
    private double speed() throws InterruptedException {
        return calibrates() ? spin.iterationsPerSecond() : settings.reference();
    }

    private void check(Setup setup, Unit unit) {
        if (checkedCycle != setup.cycle()) {
            long key = Chance.key(settings.seed(), Chance.Purpose.SETUP, setup.cycle(), 0);
            Content.check("setup of cycle " + setup.cycle(), setup.content(), key);
            checkedCycle = setup.cycle();
        }
        long key = Chance.key(settings.seed(), Chance.Purpose.INPUT, setup.cycle(), unit.index());
        Content.check("input of unit " + unit.index() + " of cycle " + setup.cycle(), unit.content(), key);
        checkSize(
                "setup of cycle " + setup.cycle(), setup.content().length + Setup.HEADER_BYTES, settings.setupBytes());
        checkSize("input of unit " + unit.index(), unit.content().length + Unit.HEADER_BYTES, settings.inputBytes());
    }

    /** Throws if the encoded size is not the requested one. */
    static void checkSize(String what, long bytes, long expected) {
        if (bytes != expected) {
            throw new IllegalStateException(what + ": " + bytes + " B (expected: " + expected + " B)");
        }
    }
}
