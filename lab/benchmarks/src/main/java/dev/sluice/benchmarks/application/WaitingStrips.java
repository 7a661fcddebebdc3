package dev.sluice.benchmarks.application;

import dev.sluice.api.None;
import dev.sluice.api.ResidentApplication;
import dev.sluice.api.Verdict;
import dev.sluice.benchmarks.timing.TimedCycles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import picocli.CommandLine.Option;

/**
 * Strips of a square grid, which stay on workers and send borders as those of Jacobi's iteration do. A strip waits as
 * long as its cells would take on the host: many hosts of a test network share the processors of this machine.
 */
public final class WaitingStrips extends ResidentApplication<None, Integer, double[], String> {
    @Option(names = "--side", description = "rows and columns of the grid")
    private int side = 1_000;

    @Option(names = "--strips", description = "strips of rows")
    private int strips = 64;

    @Option(names = "--steps", description = "iterations")
    private int steps = 30;

    @Option(names = "--seconds", description = "time of an iteration of the grid on a host of speed 1 [s]")
    private double seconds = 1;

    @Option(names = "--speeds", split = ",", description = "HOST=SPEED for each host")
    private Map<String, Double> speeds = Map.of();

    @Option(names = "--join-seconds", description = "time in which workers join, before the first step [s]")
    private double joinSeconds;

    @Option(names = "--figures", required = true, description = "where to leave the times of steps")
    private Path figures = Path.of("");

    private final TimedCycles timed = new TimedCycles();

    @Override
    protected None setup() throws InterruptedException {
        Thread.sleep((long) (1000 * joinSeconds));
        timed.begin(strips);
        return None.NONE;
    }

    @Override
    protected int parts() {
        return strips;
    }

    @Override
    protected int steps() {
        return steps;
    }

    @Override
    protected Integer part(None setup, Place at) {
        return at.part();
    }

    @Override
    protected Step<Integer, double[], String> step(None setup, Place at, Integer strip, List<Message<double[]>> borders)
            throws IOException, InterruptedException {
        String host = Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        Double speed = speeds.get(host);
        if (speed == null) {
            throw new IllegalStateException(
                    "host " + host + " has no speed (expected: one of " + speeds.keySet() + ")");
        }
        long nanos = Math.round(1e9 * seconds / strips / speed);
        Thread.sleep(nanos / 1_000_000, (int) (nanos % 1_000_000));
        Step<Integer, double[], String> step = new Step<>(strip, host);
        if (at.part() > 0) {
            step.send(at.part() - 1, new double[side]);
        }
        return at.part() < at.parts() - 1 ? step.send(at.part() + 1, new double[side]) : step;
    }

    @Override
    protected Verdict endStep(int step, List<String> hosts) throws IOException {
        timed.finished(strips);
        timed.end();
        timed.begin(strips);
        if (step == steps - 1) {
            System.out.println("hosts " + String.join(" ", new TreeSet<>(hosts)));
            timed.write(figures);
        }
        return Verdict.CONTINUE;
    }
}
