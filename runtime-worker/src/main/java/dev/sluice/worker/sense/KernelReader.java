package dev.sluice.worker.sense;

import dev.sluice.net.message.HostReport;
import java.util.Map;
import java.util.Optional;

/** Reads the files of the Linux kernel. */
final class KernelReader implements HostReader {
    private static final long KIB = 1024;
    private static final double KILOHERTZ = 1e3;

    private final HostFiles files;

    KernelReader(HostFiles files) {
        this.files = files;
    }

    /** Tells whether this system has the files. */
    boolean works() {
        return times().online() > 0;
    }

    @Override
    public HostReport.Source source() {
        return HostReport.Source.KERNEL_FILES;
    }

    @Override
    public CpuTimes times() {
        return files.read("/proc/stat").map(CpuTimes::parse).orElseGet(() -> new CpuTimes(Map.of(), 1));
    }

    @Override
    public double loadAverage() {
        return files.read("/proc/loadavg")
                .map(text -> positive(text.trim().split("\\s+", -1)[0]))
                .orElse(0.0);
    }

    @Override
    public HostReport.Memory memory() {
        String text = files.read("/proc/meminfo").orElse("");
        return new HostReport.Memory(kib(text, "MemAvailable"), kib(text, "MemTotal"));
    }

    private static long kib(String meminfo, String name) {
        return HostFiles.field(meminfo, name)
                .map(value -> HostFiles.number(value.split("\\s+", -1)[0]))
                .filter(number -> number > 0 && number < Long.MAX_VALUE / KIB)
                .map(number -> number * KIB)
                .orElse(0L);
    }

    @Override
    public HostReport.Processor processor() {
        String text = files.read("/proc/cpuinfo").orElse("");
        String model = HostFiles.field(text, "model name")
                .or(() -> HostFiles.field(text, "Processor"))
                .or(() -> HostFiles.field(text, "cpu")) // as POWER has it
                .orElse("");
        double nominal = files.read("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq")
                .map(kilohertz -> Math.max(0, HostFiles.number(kilohertz.strip())) / KILOHERTZ)
                .orElse(0.0);
        double told =
                HostFiles.field(text, "cpu MHz").map(KernelReader::positive).orElse(0.0);
        return new HostReport.Processor(model, megaHertz(nominal > 0 ? nominal : told));
    }

    /** The clock in the unit of a report [MHz]. */
    static int megaHertz(double clock) {
        return clock > 0 && clock <= 1e6 ? (int) Math.round(clock) : 0;
    }

    private static double positive(String word) {
        Optional<Double> number = Optional.of(word)
                .filter(text -> text.matches("[0-9]{1,12}(\\.[0-9]{1,12})?"))
                .map(Double::parseDouble);
        return number.orElse(0.0);
    }
}
