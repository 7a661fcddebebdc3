package dev.sluice.master;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.schedule.AttemptRun;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.net.message.Adopted;
import dev.sluice.net.message.Assign;
import dev.sluice.net.message.Fetch;
import dev.sluice.net.message.FileNews;
import dev.sluice.net.message.Goodbye;
import dev.sluice.net.message.HandedBack;
import dev.sluice.net.message.Leaving;
import dev.sluice.net.message.LinkProbe;
import dev.sluice.net.message.LongUnit;
import dev.sluice.net.message.Message;
import dev.sluice.net.message.Offer;
import dev.sluice.net.message.PeerReady;
import dev.sluice.net.message.Problem;
import dev.sluice.net.message.Register;
import dev.sluice.net.message.Results;
import dev.sluice.net.message.RunAges;
import dev.sluice.net.message.SubMasterSlots;
import dev.sluice.net.message.SubMasterWorkers;
import dev.sluice.net.message.UnitFailed;
import dev.sluice.net.message.WorkerBeat;
import dev.sluice.net.message.WorkerStats;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.rules.TransportKind;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Speaks every message of a worker in every state, with wrong owners, numbers, sizes and orders, repeated and out of
 * turn, and comes back under other names when its session ends. All clients of a run are one peer.
 */
final class HostileClient {
    private static final long[] NUMBERS = {0, 1, 2, 63, 64, 1_000, 1L << 20, Integer.MAX_VALUE, Long.MAX_VALUE};

    /** Numbers of processes that each client pretends to be. */
    private static final int INCARNATIONS = 4;

    /** Messages of which one ends the session, or could. */
    private static final int ENDING_OF = 40;

    private final Cluster cluster;
    private final RandomGenerator random;
    private final int number;
    private final List<Assign> given = new ArrayList<>();
    private Peer peer;
    private boolean registered;
    private int seen;
    private long sequence;
    private boolean garbage;
    private boolean silent;

    /** @param number distinguishes it from the other clients of the run, from 0 */
    HostileClient(Cluster cluster, RandomGenerator random, int number) {
        this.cluster = cluster;
        this.random = random;
        this.number = number;
        this.peer = cluster.scripted();
    }

    /** Sends so many messages, or fewer when one of them ends its session; returns their number. */
    int say(int most) {
        if (peer.isClosed()) {
            peer = cluster.scripted();
            registered = false;
            sequence = 0;
            seen = 0;
            given.clear();
        }
        int said = 0;
        while (said < most) {
            boolean last = random.nextInt(ENDING_OF) == 0;
            Message message = any(last);
            registered = true;
            boolean again = message.payload().size() == 0 && random.nextInt(100) == 0;
            for (int times = again ? 20 : 1; times > 0; times--) {
                peer.send(message);
                said++;
            }
            if (last) {
                break;
            }
        }
        return said;
    }

    /**
     * Sends results that cannot be decoded from now on. The first that the master notices keeps it away for a while.
     */
    void sendGarbage() {
        garbage = true;
    }

    /** Sends no more. */
    void fallSilent() {
        silent = true;
        if (!peer.isClosed()) {
            peer.send(new Problem(ErrorCode.INTERNAL, "enough"));
        }
    }

    boolean isSilent() {
        return silent;
    }

    private Message any(boolean ending) {
        while (true) {
            try {
                if (ending) {
                    return ending(random.nextInt(9));
                }
                return registered ? usual(random.nextInt(16)) : register();
            } catch (IllegalArgumentException invalid) {
                // a record refuses what no frame can carry
            }
        }
    }

    private Register register() {
        int owner = random.nextInt(20) == 0 ? random.nextInt(8) : number; // sometimes it is another client
        long incarnation = 1_000 + owner * INCARNATIONS + random.nextInt(INCARNATIONS);
        List<HeldUnits> working = held();
        List<ResultRun> finished = runs();
        return Register.ofSlots(
                "hostile",
                random.nextInt(3),
                "test",
                7,
                incarnation,
                working,
                finished,
                random.nextInt(3) - 1,
                List.of());
    }

    /** A message that ends the session in some of its states. */
    private Message ending(int kind) {
        return switch (kind) {
            case 0 -> register();
            case 1 -> new Leaving("because");
            case 2 -> new Problem(ErrorCode.INTERNAL, "so it says");
            case 3 -> new Goodbye(ErrorCode.NONE, "bye");
            case 4 -> results(Results.Form.COMPLETED);
            case 5 -> results(Results.Form.ACCUMULATED);
            case 6 -> new Fetch("0".repeat(64), number(), (int) Math.min(1 << 16, number()));
            case 7 -> new FileNews("0".repeat(64), FileNews.State.ofNumber(random.nextInt(5)));
            default -> usual(random.nextInt(16));
        };
    }

    private Message usual(int kind) {
        return switch (kind) {
            case 0 -> new Offer(number(), number(), random.nextBoolean());
            case 1 -> new SubMasterSlots(random.nextInt(20));
            case 2 -> new SubMasterWorkers(List.of(line(), line()), times());
            case 3 -> new Adopted(random.nextInt(3), held(), held());
            case 4 -> new HandedBack(random.nextInt(3), held());
            case 5 -> failed();
            case 6 -> beat();
            case 7 -> LinkProbe.question(number(), random.nextInt(1_000) + 1).answer();
            case 8 -> new PeerReady(List.of("h"), random.nextInt(60_000));
            default -> results(Results.Form.EACH);
        };
    }

    private long number() {
        return NUMBERS[random.nextInt(NUMBERS.length)];
    }

    private SubMasterWorkers.Times times() {
        SubMasterWorkers.Duration any = new SubMasterWorkers.Duration(
                Math.floorMod(number(), SubMasterWorkers.Duration.LONGEST_NANOS),
                1 + Math.floorMod(number(), 1L << 20));
        return new SubMasterWorkers.Times(List.of(any, any), List.of(any));
    }

    private SubMasterWorkers.Line line() {
        String name = "w" + random.nextInt(300) + (random.nextBoolean() ? "/w1" : "");
        return new SubMasterWorkers.Line(name, "h", TransportKind.TLS, random.nextInt(9), number(), WorkerStats.NONE);
    }

    /** Units: mostly those that it was given, or changed ones. */
    private HeldUnits units() {
        List<Message> fresh = peer.since(seen);
        fresh.stream().filter(Assign.class::isInstance).map(Assign.class::cast).forEach(given::add);
        seen += fresh.size();
        if (given.isEmpty() || random.nextInt(4) == 0) {
            return new HeldUnits(number(), random.nextLong(), random.nextInt(3_000), random.nextInt(50) + 1);
        }
        AttemptRun run = given.get(random.nextInt(given.size())).run();
        long unit = run.firstUnit() + random.nextInt((int) run.units());
        long count = random.nextInt(5) == 0 ? run.units() + 3 : 1;
        long nonce = random.nextInt(5) == 0 ? random.nextLong() : run.nonce();
        return new HeldUnits(run.attemptOf(unit) + (random.nextInt(5) == 0 ? 1 : 0), nonce, unit, count);
    }

    private List<HeldUnits> held() {
        List<HeldUnits> all = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            all.add(units());
        }
        return all;
    }

    private List<ResultRun> runs() {
        return held().stream()
                .map(each -> ResultRun.of(
                        each.attempt(), each.nonce(), each.firstUnit(), (int) Math.min(100, each.units()), 1_000, 0))
                .toList();
    }

    private UnitFailed failed() {
        HeldUnits units = units();
        return new UnitFailed(
                random.nextInt(2),
                ++sequence,
                new HeldUnits(units.attempt(), units.nonce(), units.firstUnit(), 1),
                random.nextBoolean() ? ErrorCode.CLASS_MISSING : ErrorCode.UNIT_KILLED_WORKER,
                "Lie",
                "x".repeat(random.nextInt(1_000)),
                "",
                1 + random.nextInt(5),
                RunAges.UNKNOWN,
                0);
    }

    private WorkerBeat beat() {
        List<LongUnit> longUnits = List.of(LongUnit.silent(0, random.nextInt(3_000), number(), "h", 1, true));
        return new WorkerBeat(
                number(), number(), number(), number(), WorkerStats.NONE, new WorkerBeat.Echo(1, 1), longUnits);
    }

    /** Right results of whatever units, or garbage of the same form. */
    private Results results(Results.Form form) {
        List<ResultRun> runs = runs();
        int bytes = form == Results.Form.EACH
                ? (garbage ? 8 : 9)
                        * (int) runs.stream().mapToLong(ResultRun::units).sum()
                : 0;
        ByteBuffer values = ByteBuffer.allocate(form == Results.Form.ACCUMULATED ? 9 : bytes)
                .order(ByteOrder.LITTLE_ENDIAN);
        for (ResultRun run : runs) {
            for (long unit = run.firstUnit(); form == Results.Form.EACH && unit < run.endUnit(); unit++) {
                if (garbage) {
                    values.put((byte) (Long.BYTES - 1)).put(new byte[Long.BYTES - 1]);
                } else {
                    values.put((byte) Long.BYTES).putLong(Work.result(0, unit));
                }
            }
        }
        if (form == Results.Form.ACCUMULATED) {
            values.put((byte) Long.BYTES).putLong(1);
        }
        sequence += random.nextInt(10) == 0 ? 0 : 1;
        return new Results(
                random.nextInt(10) == 0 ? 1 : 0,
                Math.max(1, sequence),
                random.nextInt(3),
                1,
                form,
                runs,
                random.nextInt(3) == 0 ? number() : 0,
                RunAges.UNKNOWN,
                Payload.wrap(values.flip()));
    }
}
