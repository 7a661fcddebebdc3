package dev.sluice.net.codec;

import dev.sluice.model.Amounts;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.model.policy.Policy;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.net.message.WorkerStats;
import dev.sluice.net.rules.OffenceException;
import dev.sluice.net.rules.Text;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Conversions that several kinds of header share. */
public final class SharedHeaders {
    private static final int LONGEST_NAME = 32;

    private SharedHeaders() {}

    static List<dev.sluice.proto.Amount> proto(Amounts amounts) {
        return amounts.byName().entrySet().stream()
                .map(each -> dev.sluice.proto.Amount.newBuilder()
                        .setName(each.getKey())
                        .setAmount(each.getValue())
                        .build())
                .toList();
    }

    static Amounts amounts(List<dev.sluice.proto.Amount> read) {
        if (read.isEmpty()) {
            return Amounts.NONE;
        }
        Map<String, Long> byName = new HashMap<>();
        read.forEach(each -> byName.put(each.getName(), each.getAmount()));
        return Amounts.of(byName);
    }

    static dev.sluice.proto.HeldUnits proto(HeldUnits units) {
        return dev.sluice.proto.HeldUnits.newBuilder()
                .setAttempt(units.attempt())
                .setNonce(units.nonce())
                .setFirstUnit(units.firstUnit())
                .setUnits(units.units())
                .build();
    }

    static List<dev.sluice.proto.HeldUnits> protos(List<HeldUnits> all) {
        return all.stream().map(SharedHeaders::proto).toList();
    }

    static HeldUnits held(dev.sluice.proto.HeldUnits read) {
        return new HeldUnits(read.getAttempt(), read.getNonce(), read.getFirstUnit(), read.getUnits());
    }

    static List<HeldUnits> held(List<dev.sluice.proto.HeldUnits> all) {
        return all.stream().map(SharedHeaders::held).toList();
    }

    static dev.sluice.proto.ResultRun proto(ResultRun run) {
        return dev.sluice.proto.ResultRun.newBuilder()
                .setAttempt(run.attempt())
                .setNonce(run.nonce())
                .setFirstUnit(run.firstUnit())
                .setUnits(run.units())
                .setComputeNanos(run.computeNanos())
                .setComputeSecondsSquared(run.computeSecondsSquared())
                .setPeakBytes(run.peakBytes())
                .build();
    }

    static ResultRun result(dev.sluice.proto.ResultRun read) {
        return new ResultRun(
                read.getAttempt(),
                read.getNonce(),
                read.getFirstUnit(),
                read.getUnits(),
                read.getComputeNanos(),
                read.getComputeSecondsSquared(),
                read.getPeakBytes());
    }

    static dev.sluice.proto.WorkerStats proto(WorkerStats stats) {
        return dev.sluice.proto.WorkerStats.newBuilder()
                .setWallNanos(stats.wallNanos())
                .setCpuNanos(stats.cpuNanos())
                .setComputeNanos(stats.computeNanos())
                .setComputeCpuNanos(stats.computeCpuNanos())
                .setUnits(stats.units())
                .setCauses(proto(stats.causes()))
                .setLoopCpuNanos(stats.loopCpuNanos())
                .build();
    }

    private static dev.sluice.proto.CauseTimes proto(CauseTimes causes) {
        return dev.sluice.proto.CauseTimes.newBuilder()
                .setComputeNanos(causes.of(Cause.COMPUTE))
                .setRuntimeNanos(causes.of(Cause.RUNTIME))
                .setMasterNanos(causes.of(Cause.MASTER))
                .setResultsLinkNanos(causes.of(Cause.RESULTS_LINK))
                .setInputsLinkNanos(causes.of(Cause.INPUTS_LINK))
                .setSetupNanos(causes.of(Cause.SETUP))
                .setNoWorkNanos(causes.of(Cause.NO_WORK))
                .setParkedNanos(causes.of(Cause.PARKED))
                .build();
    }

    static WorkerStats stats(dev.sluice.proto.WorkerStats read) {
        dev.sluice.proto.CauseTimes causes = read.getCauses();
        return new WorkerStats(
                read.getWallNanos(),
                read.getCpuNanos(),
                read.getComputeNanos(),
                read.getComputeCpuNanos(),
                read.getUnits(),
                CauseTimes.of(Map.of(
                        Cause.COMPUTE, causes.getComputeNanos(),
                        Cause.RUNTIME, causes.getRuntimeNanos(),
                        Cause.MASTER, causes.getMasterNanos(),
                        Cause.RESULTS_LINK, causes.getResultsLinkNanos(),
                        Cause.INPUTS_LINK, causes.getInputsLinkNanos(),
                        Cause.SETUP, causes.getSetupNanos(),
                        Cause.NO_WORK, causes.getNoWorkNanos(),
                        Cause.PARKED, causes.getParkedNanos())),
                read.getLoopCpuNanos());
    }

    /** A code of a newer peer that this build does not know becomes INTERNAL; the accompanying text says more. */
    public static ErrorCode code(int number) {
        return ErrorCode.ofNumber(number).orElse(ErrorCode.INTERNAL);
    }

    /** The policy of this name; a class of an application cannot begin here. */
    static Policy policy(String name) {
        return Policy.named(name).orElseGet(() -> named(PolicyName.class, "policy", name));
    }

    /** The constant of this name, which another build may have and this one not. */
    static <E extends Enum<E>> E named(Class<E> type, String what, String name) {
        for (E each : type.getEnumConstants()) {
            if (each.name().equals(name)) {
                return each;
            }
        }
        throw new OffenceException(
                ErrorCode.VERSION_MISMATCH,
                what + " " + Text.printable(name, LONGEST_NAME) + " (expected: one that this build knows)");
    }

    static List<String> printable(List<String> texts, int limit) {
        return texts.stream().map(text -> Text.printable(text, limit)).toList();
    }

    /**
     * The value with this number on the wire, which is its place in the enumeration.
     *
     * @throws IllegalArgumentException if there is none
     */
    static <E extends Enum<E>> E value(E[] values, int number, String name) {
        if (number < 0 || number >= values.length) {
            throw new IllegalArgumentException(name + ": " + number + " (expected: 0 to " + (values.length - 1) + ")");
        }
        return values[number];
    }
}
