package dev.sluice.benchmarks.campaign;

import dev.sluice.benchmarks.campaign.HostileCrowd.Claim;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;

/** A hostile peer with an address of its own: draws an attack, goes on until its session ends, and draws the next. */
final class HostileWorker implements Runnable {
    private static final byte[] NOTHING = new byte[0];
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long BEAT_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** The longest time of one attack, so that others have their turn. */
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(15);

    /** Messages between two looks at the time. */
    private static final int BURST = 64;

    private static final int NAMES_AT_ONCE = 256;
    private static final int LONGEST_NAME = 255;
    private static final int MANY_SLOTS = 65_536;

    private final int number;
    private final HostileCrowd crowd;
    private final RandomGenerator random;
    private final InetAddress from;
    private long incarnation;
    private long sequence;
    private volatile boolean ended;

    /** @param number distinguishes it from the others of the crowd, from 1 */
    HostileWorker(int number, HostileCrowd crowd, RandomGenerator random, InetAddress from) {
        this.number = number;
        this.crowd = crowd;
        this.random = random;
        this.from = from;
    }

    @Override
    public void run() {
        while (!crowd.isOver()) {
            HostileAttack attack = HostileAttack.values()[random.nextInt(HostileAttack.values().length)];
            try (HostileWire wire = HostileWire.connect(crowd.run(), from)) {
                crowd.sessionBegun(attack);
                ended = false;
                Thread reader = new Thread(() -> read(wire), "hostile-" + number + "-reader");
                reader.setDaemon(true);
                reader.start();
                perform(attack, wire);
            } catch (IOException refusedOrEnded) {
                // comes again
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /** Reads until the session ends, and notes units that were given to it. */
    private void read(HostileWire wire) {
        try (wire) {
            while (true) {
                HostileWire.Frame frame = wire.receive();
                if (frame.kind() == HostileKinds.ASSIGN) {
                    claim(frame.header());
                } else if (frame.kind() == HostileKinds.PROBLEM || frame.kind() == HostileKinds.GOODBYE) {
                    return;
                }
            }
        } catch (IOException over) {
            // as it should be
        } finally {
            ended = true;
        }
    }

    private void claim(ByteBuffer header) {
        Map<Integer, Long> assign = WireFields.numbers(header);
        ByteBuffer run = WireFields.messages(header).get(3);
        if (run != null) {
            Map<Integer, Long> attempts = WireFields.numbers(run);
            crowd.claimed(
                    new Claim(
                            number,
                            attempts.getOrDefault(1, 0L),
                            attempts.getOrDefault(2, 0L),
                            attempts.getOrDefault(3, 0L)),
                    assign.getOrDefault(5, 0L));
        }
    }

    private void perform(HostileAttack attack, HostileWire wire) throws IOException {
        long begunNanos = System.nanoTime();
        begin(attack, wire);
        long beatNanos = begunNanos - BEAT_NANOS;
        for (int i = 0; !ended && !crowd.isOver() && System.nanoTime() - begunNanos < LONGEST_NANOS; i++) {
            if (System.nanoTime() - beatNanos >= BEAT_NANOS && attack != HostileAttack.HALF_FRAMES) {
                beatNanos = System.nanoTime();
                send(wire, HostileKinds.WORKER_BEAT, new WireFields().number(1, i + 1L));
            }
            for (int j = 0; j < BURST; j++) {
                step(attack, wire, (long) i * BURST + j);
            }
            wire.flush();
            if (attack == HostileAttack.HOARD) {
                LockSupport.parkNanos(PAUSE_NANOS);
            } else if (attack == HostileAttack.OTHER_NAMES) {
                return;
            }
        }
    }

    private void begin(HostileAttack attack, HostileWire wire) throws IOException {
        switch (attack) {
            case OFFERS, LEAVING, WRONG_OWNERS -> register(wire, "", 1 + random.nextInt(4));
            case WORKERS_BELOW, SLOTS -> {
                register(wire, "", 0);
                send(wire, HostileKinds.SUB_MASTER_SLOTS, new WireFields().number(1, 1));
            }
            case BIG_NAMES -> register(wire, "n".repeat(LONGEST_NAME), 1 + random.nextInt(MANY_SLOTS));
            case HOARD -> register(wire, "", 1 + random.nextInt(64));
            case OUT_OF_TURN, HALF_FRAMES -> {
                if (random.nextBoolean()) {
                    register(wire, "", 1);
                }
            }
            case OTHER_NAMES -> register(wire, "-" + Long.toHexString(random.nextLong()), 1 + random.nextInt(4));
        }
        wire.flush();
    }

    /** Registers under its name and this end of it; it claims to hold a unit of others. */
    private void register(HostileWire wire, String end, int slots) throws IOException {
        String name = HostileCrowd.HOST + number + end;
        boolean big = name.length() >= LONGEST_NAME;
        WireFields fields = new WireFields()
                .text(1, name.substring(0, Math.min(LONGEST_NAME, name.length())))
                .number(2, slots)
                .text(3, big ? "b".repeat(LONGEST_NAME) : "0.1.0")
                .number(4, 1 + random.nextInt(100_000))
                .fixed(5, number * 1_000_000_000L + ++incarnation);
        Claim other = crowd.claimOfAnother(number, random);
        if (other != null && random.nextBoolean()) {
            fields.message(6, held(other)).number(8, 1);
        }
        for (int jar = 0; big && jar < 4_000; jar++) {
            fields.text(9, String.format(Locale.ROOT, "%064x", jar));
        }
        sequence = 0;
        send(wire, HostileKinds.REGISTER, fields);
    }

    private static WireFields held(Claim claim) {
        return new WireFields()
                .number(1, claim.attempt())
                .fixed(2, claim.nonce())
                .number(3, claim.unit())
                .number(4, 1);
    }

    private void send(HostileWire wire, int kind, WireFields fields) throws IOException {
        send(wire, kind, fields, NOTHING);
    }

    private void send(HostileWire wire, int kind, WireFields fields, byte[] bulk) throws IOException {
        wire.send(kind, fields, bulk);
        crowd.said();
    }

    private void step(HostileAttack attack, HostileWire wire, long i) throws IOException {
        switch (attack) {
            case OFFERS ->
                send(
                        wire,
                        HostileKinds.OFFER,
                        new WireFields()
                                .number(1, i + 1)
                                .number(2, 1L + (random.nextLong() >>> 1 + random.nextInt(62))));
            case WORKERS_BELOW -> send(wire, HostileKinds.SUB_MASTER_WORKERS, names(i));
            case SLOTS ->
                send(wire, HostileKinds.SUB_MASTER_SLOTS, new WireFields().number(1, random.nextInt(MANY_SLOTS)));
            case LEAVING -> send(wire, HostileKinds.LEAVING, new WireFields().text(1, "l".repeat(1_000)));
            case WRONG_OWNERS -> wrongOwner(wire);
            case OUT_OF_TURN -> outOfTurn(wire);
            case HALF_FRAMES -> halfFrame(wire);
            case BIG_NAMES -> send(wire, HostileKinds.LEAVING, new WireFields().text(1, "\u001b[2J\n".repeat(200)));
            case OTHER_NAMES, HOARD -> {}
        }
    }

    private static WireFields names(long first) {
        WireFields all = new WireFields();
        for (int i = 0; i < NAMES_AT_ONCE; i++) {
            String name = "w" + (first * NAMES_AT_ONCE + i);
            all.message(
                    1, new WireFields().text(1, name).text(2, "h".repeat(200)).number(3, 1));
        }
        return all;
    }

    /** Uses the units of another session, or invented ones. */
    private void wrongOwner(HostileWire wire) throws IOException {
        Claim other = crowd.claimOfAnother(number, random);
        Claim claim = other == null || random.nextInt(4) == 0
                ? new Claim(0, random.nextInt(10_000), random.nextLong(), random.nextInt(10_000))
                : other;
        switch (random.nextInt(4)) {
            case 0 ->
                send(
                        wire,
                        HostileKinds.HANDED_BACK,
                        new WireFields().number(1, 0).message(2, held(claim)));
            case 1 -> send(wire, HostileKinds.ADOPTED, new WireFields().message(2, held(claim)));
            default -> {
                WireFields run = held(claim).number(5, 1_000);
                WireFields results = new WireFields().number(2, ++sequence).message(5, run);
                send(wire, HostileKinds.RESULTS, results, new byte[] {3, 1, 2, 3});
            }
        }
    }

    /** A frame of any kind that could be one, or not. */
    private void outOfTurn(HostileWire wire) throws IOException {
        byte[] noise = new byte[random.nextInt(40)];
        random.nextBytes(noise);
        WireFields fields = new WireFields();
        if (random.nextBoolean()) {
            fields.number(1, random.nextInt(100)).number(2, random.nextInt(100));
        } else {
            fields.bytes(1 + random.nextInt(8), noise);
        }
        send(wire, random.nextInt(HostileKinds.LAST + 2), fields);
    }

    private void halfFrame(HostileWire wire) throws IOException {
        byte[] noise = new byte[random.nextInt(200)];
        random.nextBytes(noise);
        int length = switch (random.nextInt(4)) {
            case 0 -> Integer.MAX_VALUE;
            case 1 -> -1;
            case 2 -> 0;
            default -> (1 << 20) - random.nextInt(100); // waits for the rest
        };
        wire.raw(ByteBuffer.allocate(Integer.BYTES).putInt(length).array());
        wire.raw(noise);
        wire.flush();
        crowd.said();
        long begunNanos = System.nanoTime();
        while (!ended && !crowd.isOver() && System.nanoTime() - begunNanos < BEAT_NANOS) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }
}
