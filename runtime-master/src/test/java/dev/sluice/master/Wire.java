package dev.sluice.master;

import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.net.message.Acknowledge;
import dev.sluice.net.message.Adopted;
import dev.sluice.net.message.Assign;
import dev.sluice.net.message.CycleEnd;
import dev.sluice.net.message.CycleSetup;
import dev.sluice.net.message.HandedBack;
import dev.sluice.net.message.Message;
import dev.sluice.net.message.Register;
import dev.sluice.net.message.Registered;
import dev.sluice.net.message.Results;
import dev.sluice.net.message.UnitFailed;
import dev.sluice.net.message.Unwanted;
import dev.sluice.net.virtual.VirtualLink;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.LongSupplier;

/**
 * The messages between a worker or sub-master and its masters, on all of its connections. Judges each by those before
 * it.
 */
final class Wire implements Tapped.Watch {
    /** Says whether a result is where nobody's death loses it. */
    @FunctionalInterface
    interface Safe {
        boolean isSafe(String parent, int cycle, long unit);
    }

    /** A message that is not acknowledged, and the units that its acknowledgement settles, with their nonces. */
    private record Sent(long sequence, Map<Long, Long> units) {}

    private final String name;
    private final Safe safe;
    private final LongSupplier held;
    /**
     * Units of the open cycle that it has and whose results are not acknowledged, with the nonces of their attempts.
     */
    private final Map<Long, Long> owned = new HashMap<>();

    private final Deque<Sent> sent = new ArrayDeque<>();
    private int cycle = -1;
    private long newestAttempt;
    private String parent = "";
    private Tapped near;
    private Tapped far;

    /** @param held units that it counts, at the end of a cycle */
    Wire(String name, Safe safe, LongSupplier held) {
        this.name = name;
        this.safe = safe;
        this.held = held;
    }

    /** Sets the ends of its newest connection, with the master or sub-master of this name. */
    void ends(String parentName, Tapped nearEnd, Tapped farEnd) {
        parent = parentName;
        near = nearEnd;
        far = farEnd;
    }

    Tapped near() {
        return near;
    }

    /** Its newest connection breaks, and one of its ends does not know for a while. */
    void cut(VirtualLink link, Fault how) {
        Tapped deaf = how.which() % 2 == 0 ? near : far;
        if (deaf != null) { // else it was not open yet
            deaf.deafFor(how.nanos());
        }
        link.cut();
    }

    boolean isInCycle() {
        return cycle >= 0;
    }

    boolean owns(int ofCycle, long unit) {
        return ofCycle == cycle && owned.containsKey(unit);
    }

    /** Watches what a sub-master gives to one below it. */
    Tapped.Watch below() {
        return new Tapped.Watch() {
            @Override
            public void sent(Message message) {
                if (message instanceof Assign assign) {
                    for (long unit = assign.firstUnit(); unit < assign.firstUnit() + assign.units(); unit++) {
                        if (!owns(assign.cycle(), unit)) {
                            throw fault("gives unit " + unit + " away (expected: one of its own)");
                        }
                    }
                }
            }
        };
    }

    /** A unit is begun here. */
    void begins(long unit) {
        if (!owned.containsKey(unit)) {
            throw fault("begins unit " + unit + " (expected: one of its own, which are " + new TreeSet<>(owned.keySet())
                    + ")");
        }
    }

    private AssertionError fault(String what) {
        return new AssertionError(name + " in cycle " + cycle + " " + what);
    }

    @Override
    public void sent(Message message) {
        if (message instanceof Register register) {
            sent.clear();
            registers(register);
        } else if (message instanceof Results results) {
            Map<Long, Long> units = new HashMap<>();
            for (ResultRun run : results.runs()) {
                if (results.cycle() != cycle) {
                    throw fault("sends results of cycle " + results.cycle() + " (expected: none of others)");
                }
                units.putAll(units(run.held()));
            }
            boolean computed = results.form() == Results.Form.COMPLETED;
            sent.addLast(new Sent(results.sequence(), computed ? Map.of() : units));
        } else if (message instanceof UnitFailed failed) {
            sent.addLast(new Sent(failed.sequence(), units(failed.unit())));
        } else if (message instanceof HandedBack back) {
            drop(back.units());
        } else if (message instanceof Adopted adopted && adopted.cycle() == cycle) {
            adopted.working().forEach(each -> owned.putAll(units(each)));
            adopted.finished().forEach(each -> owned.putAll(units(each)));
        }
    }

    private static Map<Long, Long> units(HeldUnits held) {
        Map<Long, Long> units = new HashMap<>();
        for (long unit = held.firstUnit(); unit < held.endUnit(); unit++) {
            units.put(unit, held.nonce());
        }
        return units;
    }

    private void registers(Register register) {
        TreeSet<Long> unsaid = new TreeSet<>(owned.keySet());
        if (register.heldCycle() == cycle && register.slots() > 0) {
            register.working().forEach(units -> unsaid.removeAll(units(units).keySet()));
            register.finished()
                    .forEach(run -> unsaid.removeAll(units(run.held()).keySet()));
            if (!unsaid.isEmpty()) {
                throw fault("registers without its units " + unsaid);
            }
        }
    }

    @Override
    public void arrives(Message message) {
        if (message instanceof Registered registered) {
            newestAttempt = 0;
            drop(registered.drop());
        } else if (message instanceof Unwanted unwanted && unwanted.cycle() == cycle) {
            drop(unwanted.units());
        } else if (message instanceof CycleSetup setup && setup.cycle() != cycle) {
            owned.clear();
            cycle = setup.cycle();
        } else if (message instanceof CycleEnd end && end.cycle() == cycle) {
            owned.clear();
            cycle = -1;
        } else if (message instanceof Assign assign && assign.cycle() == cycle) {
            assigned(assign);
        } else if (message instanceof Acknowledge acknowledge) {
            acknowledged(acknowledge.sequence());
        }
    }

    @Override
    public void arrived(Message message) {
        if (message instanceof CycleEnd && cycle == -1 && held.getAsLong() > 0) {
            throw fault("has " + held.getAsLong() + " units after the end of its cycle");
        }
    }

    private void assigned(Assign assign) {
        long attempt = assign.run().attemptOf(assign.firstUnit());
        if (attempt < newestAttempt) {
            throw fault("gets attempt " + attempt + " after " + newestAttempt);
        }
        newestAttempt = attempt;
        for (int i = 0; i < assign.units(); i++) {
            owned.put(assign.firstUnit() + i, assign.run().nonce());
        }
    }

    private void acknowledged(long sequence) {
        while (!sent.isEmpty() && sent.getFirst().sequence() <= sequence) {
            Map<Long, Long> units = sent.removeFirst().units();
            units.forEach((unit, nonce) -> {
                if (owned.remove(unit, nonce) && !safe.isSafe(parent, cycle, unit)) {
                    throw fault("hears that unit " + unit + " is safe, which nobody has");
                }
            });
        }
    }

    private void drop(Collection<HeldUnits> units) {
        units.forEach(each -> units(each).forEach(owned::remove));
    }
}
