package dev.sluice.app.nbody;

import dev.sluice.api.Cycle;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The state of all bodies. Published arrays are never written again: each step fills new ones. Confined to the master's
 * calls.
 */
final class BodySimulation {
    private final Settings settings;
    private final ConservationLedger ledger = new ConservationLedger();
    private final Film film;
    private @Nullable State state;
    private @Nullable Moment latest;

    /**
     * A step that is being computed.
     *
     * @param bodies positions of this step, and velocities half a step before; in step 0 both have the same time
     * @param next the results received so far
     */
    private record State(int number, Step step, Bodies bodies, Moved next) {}

    BodySimulation(Settings settings) {
        this.settings = settings;
        this.film = new Film(settings);
    }

    /** The next step. The first call also creates the bodies, and checks that the output can be written. */
    Cycle<Step> cycle(int number) throws IOException {
        Bodies bodies;
        if (state == null) {
            film.begin();
            bodies = settings.preset().bodies(settings.law(), settings.bodies(), new BodyRandom(settings.seed()));
        } else {
            Moved moved = state.next;
            bodies = new Bodies(state.bodies.masses(), state.bodies.groups(), moved.positions(), moved.velocities());
        }
        Kick kick = Kick.of(number, settings.span().steps(), settings.span().timeStep());
        Step step = new Step(settings.law(), kick, bodies.masses(), bodies.positions());
        int values = bodies.positions().length;
        Moved next = new Moved(new double[values], new double[values], new double[bodies.count()]);
        state = new State(number, step, bodies, next);
        return new Cycle<>(settings.units(), step, number == settings.span().steps());
    }

    /** Number of all cycles: the last one computes the forces at the end of the last step. */
    int cycles() {
        return settings.span().steps() + 1;
    }

    private State state() {
        if (state == null) {
            throw new IllegalStateException("no step has begun (expected: cycle before anything else)");
        }
        return state;
    }

    /** @param index 0 ≤ index < units */
    Range range(long index) {
        int from = Math.toIntExact(index * settings.perUnit());
        return range(from, Math.min(settings.perUnit(), settings.bodies() - from));
    }

    private Range range(int from, int count) {
        double[] velocities = new double[settings.law().dimensions() * count];
        copyRange(state().bodies.velocities(), from, velocities, 0, count);
        return new Range(from, velocities);
    }

    void take(long index, Moved moved) {
        int from = Math.toIntExact(index * settings.perUnit());
        int count = moved.potentials().length;
        Moved next = state().next;
        for (int axis = 0; axis < settings.law().dimensions(); axis++) {
            int to = axis * settings.bodies() + from;
            System.arraycopy(moved.positions(), axis * count, next.positions(), to, count);
            System.arraycopy(moved.velocities(), axis * count, next.velocities(), to, count);
        }
        System.arraycopy(moved.potentials(), 0, next.potentials(), from, count);
    }

    /** Copies a range of bodies from an array of all bodies to one of {@code count} bodies. */
    private void copyRange(double[] all, int from, double[] range, int first, int count) {
        for (int axis = 0; axis < settings.law().dimensions(); axis++) {
            System.arraycopy(all, axis * settings.bodies() + from, range, first + axis * count, count);
        }
    }

    /** Adds the step to the ledger, and draws it if it has a frame. */
    void endCycle() throws IOException {
        State done = state();
        if (settings.verify()) {
            verify(done);
        }
        double[] velocities = Moment.velocities(done.step.kick(), done.bodies.velocities(), done.next.velocities());
        Bodies now = new Bodies(done.bodies.masses(), done.bodies.groups(), done.bodies.positions(), velocities);
        double time = done.number * settings.span().timeStep();
        Moment moment = new Moment(done.number, time, now, done.next.potentials());
        latest = moment;
        ledger.add(moment);
        if (settings.isShown(done.number)) {
            film.show(moment);
        }
    }

    /** Recomputes the step serially on this machine, and compares bit for bit. */
    private void verify(State done) {
        Moved expected = Kernel.move(done.step, range(0, settings.bodies()));
        verify(done.number, "positions", done.next.positions(), expected.positions());
        verify(done.number, "velocities", done.next.velocities(), expected.velocities());
        verify(done.number, "potentials", done.next.potentials(), expected.potentials());
    }

    private void verify(int number, String what, double[] values, double[] expected) {
        int at = Arrays.mismatch(values, expected);
        if (at >= 0) {
            throw new IllegalStateException(what + " of step " + number + " differ from the serial ones at body "
                    + at % settings.bodies() + ", axis " + at / settings.bodies() + ": " + values[at] + " (expected: "
                    + expected[at] + ")");
        }
    }

    /** Writes the output so far, up to the last whole step. */
    void save() throws IOException {
        if (latest == null) {
            return;
        }
        film.finish();
        Tables.writeBodies(settings.out().resolve("bodies.csv"), latest);
        Tables.writeEnergy(settings.out().resolve("energy.csv"), ledger);
    }

    /** Writes the output and prints the summary. */
    void finish() throws IOException {
        save();
        System.err.println(
                settings.out() + (settings.verify() ? ": every step equal to the one computed serially" : ""));
        System.err.println(ledger.summary());
    }
}
