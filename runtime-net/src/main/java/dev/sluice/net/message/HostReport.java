package dev.sluice.net.message;

import dev.sluice.model.Written;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Worker to master, every few seconds: the state of its host. Shares and counts of processors are in thousandths, so
 * that a report takes few bytes.
 *
 * @param sequence counts the reports of a process from 1; 0 for {@link #NONE}
 * @param intervalNanos length of the reported interval, which ended when this was sent [ns]
 * @param slots units computed at a time
 * @param processors that the worker may use
 * @param availabilityPlusOne share of a processor that a new process would get, in thousandths, plus 1; 0 for unknown
 * @param load of the machine's processors
 * @param memory of the machine
 * @param ownCpuNanos processor time of the worker and its processes for units in the interval [ns]
 * @param source of the figures
 * @param processor its kind; empty if it was reported before in this session
 * @param received transfers from the master in the interval, at most one entry of each class
 */
public record HostReport(
        long sequence,
        long intervalNanos,
        int slots,
        Processors processors,
        int availabilityPlusOne,
        Load load,
        Memory memory,
        long ownCpuNanos,
        Source source,
        Optional<Processor> processor,
        List<Received> received)
        implements Message {
    /** Thousandths in one. */
    public static final int THOUSANDTHS = 1_000;

    /** The report of a worker that has not reported yet. */
    public static final HostReport NONE = new HostReport(
            0,
            0,
            1,
            new Processors(0, 0),
            0,
            new Load(0, 0, Times.NONE),
            new Memory(0, 0),
            0,
            Source.NOBODY,
            Optional.empty(),
            List.of());

    private static final int MOST_COUNT = 65_536;

    /** The sources of a host's figures. */
    public enum Source {
        /** No source: the host's state cannot be read. */
        NOBODY,
        /** The library oshi, with native code. */
        OSHI,
        /** The files of the Linux kernel, directly. */
        KERNEL_FILES
    }

    /**
     * The kind of a host's processor.
     *
     * @param model the system's name for it, at most 128 characters; empty for unknown
     * @param megaHertz nominal clock; 0 for unknown [MHz]
     */
    public record Processor(String model, int megaHertz) {
        public Processor {
            model = Checks.atMost(128, model);
            Checks.between("megaHertz", megaHertz, 0, 1_000_000);
        }

        /** Nominal clock; NaN for unknown [Hz]. */
        public double clockHertz() {
            return megaHertz > 0 ? megaHertz * 1e6 : Double.NaN;
        }
    }

    /**
     * The processors that a worker may use.
     *
     * @param count logical ones, by affinity; 0 for unknown
     * @param quotaThousandths the smallest quota of the control groups, in thousandths of a processor; 0 for no limit
     */
    public record Processors(int count, int quotaThousandths) {
        public Processors {
            Checks.between("processors", count, 0, MOST_COUNT);
            Checks.between("quotaThousandths", quotaThousandths, 0, (long) MOST_COUNT * THOUSANDTHS);
        }

        /** Number of processors that a worker may keep busy; empty for unknown. */
        public OptionalDouble usable() {
            double quota = quotaThousandths == 0 ? Double.POSITIVE_INFINITY : quotaThousandths / (double) THOUSANDTHS;
            return count == 0 ? OptionalDouble.empty() : OptionalDouble.of(Math.min(count, quota));
        }
    }

    /**
     * The load of the processors.
     *
     * @param queueThousandths processes that ran or waited to run, mean of the interval, whole machine
     * @param averageThousandths the system's own mean of the last minute
     */
    public record Load(
            @Written(value = "runQueue", per = THOUSANDTHS) int queueThousandths,

            @Written(value = "loadAverage", per = THOUSANDTHS)
            int averageThousandths,

            @Written("cpuSeconds") Times times) {
        public Load {
            Checks.notNegative("queueThousandths", queueThousandths);
            Checks.notNegative("averageThousandths", averageThousandths);
        }
    }

    /** Times of a worker's processors in an interval by state, summed over them [ms]. */
    public record Times(
            @Written(per = 1e3) long user,
            @Written(per = 1e3) long nice,
            @Written(per = 1e3) long system,
            @Written(per = 1e3) long idle,
            @Written(per = 1e3) long waiting,
            @Written(per = 1e3) long interrupts,
            @Written(per = 1e3) long stolen) {
        /** No times. */
        public static final Times NONE = new Times(0, 0, 0, 0, 0, 0, 0);

        public Times {
            Checks.notNegative("user", user);
            Checks.notNegative("nice", nice);
            Checks.notNegative("system", system);
            Checks.notNegative("idle", idle);
            Checks.notNegative("waiting", waiting);
            Checks.notNegative("interrupts", interrupts);
            Checks.notNegative("stolen", stolen);
        }
    }

    /** Memory available to a new process, and total memory [bytes]; 0 for unknown. */
    public record Memory(
            @Written("freeMemoryBytes") long freeBytes,
            @Written("memoryBytes") long bytes) {
        public Memory {
            Checks.notNegative("freeBytes", freeBytes);
            Checks.notNegative("bytes", bytes);
        }
    }

    /**
     * Transfers of one class of sizes.
     *
     * @param transfers messages with bulk
     * @param bytes their bulk
     * @param arrivingNanos from the first byte of each to its last, summed [ns]
     */
    public record Received(SizeClass sizes, long transfers, long bytes, long arrivingNanos) {
        public Received {
            Checks.positive("transfers", transfers);
            Checks.positive("bytes", bytes);
            Checks.notNegative("arrivingNanos", arrivingNanos);
        }
    }

    public HostReport {
        Checks.notNegative("sequence", sequence);
        Checks.between("intervalNanos", intervalNanos, 0, 86_400_000_000_000L);
        Checks.between("slots", slots, 1, MOST_COUNT);
        Checks.between("availabilityPlusOne", availabilityPlusOne, 0, THOUSANDTHS + 1);
        Checks.notNegative("ownCpuNanos", ownCpuNanos);
        received = List.copyOf(received);
        Checks.between(
                "classes received",
                received.stream().map(Received::sizes).distinct().count(),
                received.size(),
                SizeClass.values().length);
    }

    /** The share of a processor that a new process would get, 0 to 1; empty for unknown. */
    public OptionalDouble availability() {
        return availabilityPlusOne == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of((availabilityPlusOne - 1) / (double) THOUSANDTHS);
    }

    /** The same report with these transfers. */
    public HostReport with(List<Received> transfers) {
        return new HostReport(
                sequence,
                intervalNanos,
                slots,
                processors,
                availabilityPlusOne,
                load,
                memory,
                ownCpuNanos,
                source,
                processor,
                transfers);
    }

    /** The same report with this processor. */
    public HostReport with(Optional<Processor> kind) {
        return new HostReport(
                sequence,
                intervalNanos,
                slots,
                processors,
                availabilityPlusOne,
                load,
                memory,
                ownCpuNanos,
                source,
                kind,
                received);
    }
}
