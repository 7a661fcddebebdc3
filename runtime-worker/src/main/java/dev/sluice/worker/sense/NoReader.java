package dev.sluice.worker.sense;

import dev.sluice.net.message.HostReport;
import java.util.Map;

/** Reads nothing, on systems without a reader. */
final class NoReader implements HostReader {
    @Override
    public HostReport.Source source() {
        return HostReport.Source.NOBODY;
    }

    @Override
    public CpuTimes times() {
        return new CpuTimes(Map.of(), 1);
    }

    @Override
    public double loadAverage() {
        return 0;
    }

    @Override
    public HostReport.Memory memory() {
        return new HostReport.Memory(0, 0);
    }

    @Override
    public HostReport.Processor processor() {
        return new HostReport.Processor("", 0);
    }
}
