package dev.sluice.worker.sense;

import dev.sluice.net.message.HostReport;

/** Reads the state of a host. Confined to the sensor's thread. */
interface HostReader {
    /** The source of the values. */
    HostReport.Source source();

    /** Processor times since the machine started; empty if they cannot be read now. */
    CpuTimes times();

    /** The system's mean of running and waiting processes over the last minute; 0 if unknown. */
    double loadAverage();

    /** Memory of the machine. */
    HostReport.Memory memory();

    /** The kind of processor. */
    HostReport.Processor processor();
}
