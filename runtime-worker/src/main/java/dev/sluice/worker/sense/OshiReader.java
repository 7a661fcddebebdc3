package dev.sluice.worker.sense;

import dev.sluice.net.message.HostReport;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.hardware.CentralProcessor.LogicalProcessor;
import oshi.hardware.CentralProcessor.TickType;
import oshi.hardware.GlobalMemory;
import oshi.util.GlobalConfig;

/** Reads with the library oshi, on systems other than Linux. */
final class OshiReader implements HostReader {
    private static final double MILLIS = 1e3;
    private static final double HERTZ = 1e6;

    /** Tick types in the order of the states of {@link CpuTimes}. */
    private static final TickType[] STATES = {
        TickType.USER,
        TickType.NICE,
        TickType.SYSTEM,
        TickType.IDLE,
        TickType.IOWAIT,
        TickType.IRQ,
        TickType.SOFTIRQ,
        TickType.STEAL
    };

    private final CentralProcessor processor;
    private final GlobalMemory memory;

    private OshiReader(CentralProcessor processor, GlobalMemory memory) {
        this.processor = processor;
        this.memory = memory;
    }

    /**
     * Loads the library and its native code, which takes some tenths of a second.
     *
     * @throws RuntimeException or {@link LinkageError} where it does not work
     */
    static OshiReader load() {
        GlobalConfig.set("oshi.os.linux.allowudev", false); // devices are of no interest here
        SystemInfo system = new SystemInfo();
        OshiReader reader = new OshiReader(
                system.getHardware().getProcessor(), system.getHardware().getMemory());
        if (reader.times().online() == 0 || reader.memory().bytes() == 0) {
            throw new IllegalStateException("it sees no processors or no memory");
        }
        return reader;
    }

    @Override
    public HostReport.Source source() {
        return HostReport.Source.OSHI;
    }

    @Override
    public CpuTimes times() {
        List<LogicalProcessor> logical = processor.getLogicalProcessors();
        long[][] ticks = processor.getProcessorCpuLoadTicks();
        Map<Integer, long[]> times = new HashMap<>();
        for (int i = 0; i < Math.min(logical.size(), ticks.length); i++) {
            long[] states = new long[CpuTimes.STATES];
            for (int state = 0; state < STATES.length; state++) {
                states[state] = Math.max(0, ticks[i][STATES[state].getIndex()]);
            }
            times.put(logical.get(i).getProcessorNumber(), states);
        }
        return new CpuTimes(times, MILLIS);
    }

    @Override
    public double loadAverage() {
        return Math.max(0, processor.getSystemLoadAverage(1)[0]); // negative where the system has none
    }

    @Override
    public HostReport.Memory memory() {
        return new HostReport.Memory(Math.max(0, memory.getAvailable()), Math.max(0, memory.getTotal()));
    }

    @Override
    public HostReport.Processor processor() {
        CentralProcessor.ProcessorIdentifier identifier = processor.getProcessorIdentifier();
        double hertz = Math.max(processor.getMaxFreq(), identifier.getVendorFreq());
        return new HostReport.Processor(identifier.getName(), KernelReader.megaHertz(hertz / HERTZ));
    }
}
