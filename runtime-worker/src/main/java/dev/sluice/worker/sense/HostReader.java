package dev.sluice.worker.sense;

import dev.sluice.net.message.HostReport;

/** Reads what a host says of itself. Confined to the sensor's thread. */
interface HostReader {
    /** Who reads. */
    HostReport.Source source();

    /** What the processors did since the machine started; without any when that cannot be read now. */
    CpuTimes times();

    /** The system's mean of the last minute of processes that run or wait; 0 where it does not say. */
    double loadAverage();

    /** Of the machine. */
    HostReport.Memory memory();

    /** What kind of processor it has. */
    HostReport.Processor processor();
}
