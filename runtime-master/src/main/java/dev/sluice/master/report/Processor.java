package dev.sluice.master.report;

import dev.sluice.master.WorkerEntry;
import dev.sluice.model.IfKnown;
import dev.sluice.model.Written;
import dev.sluice.net.message.HostReport;
import dev.sluice.net.runfile.ThisHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The processors of a host.
 *
 * @param model their name; the architecture if they have none
 * @param clockHertz the highest clock that they report [Hz]; NaN if they report none
 * @param count that this process may use
 */
public record Processor(
        @Written("processor") String model,
        @IfKnown double clockHertz,
        @Written(omitted = true) int count) {
    private static final Pattern NAMED_CLOCK = Pattern.compile("@ *([0-9.]+) *GHz", Pattern.CASE_INSENSITIVE);

    /**
     * The processors of this host, read from {@code /proc} and {@code /sys}; only the architecture where these are
     * missing.
     */
    public static Processor here() {
        return of(
                read("/proc/cpuinfo"),
                read("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq"),
                System.getProperty("os.arch", "unknown"),
                Runtime.getRuntime().availableProcessors());
    }

    /**
     * The processors of a worker's host; empty before it has reported them. Those of this host are read directly, as a
     * run may end before the first report.
     */
    public static Optional<Processor> of(WorkerEntry entry) {
        if (entry.host.equals(ThisHost.name())) {
            return Optional.of(here());
        }
        HostReport report = entry.station.report();
        return report.processor()
                .map(kind -> new Processor(
                        kind.model(), kind.clockHertz(), report.processors().count()));
    }

    private static String read(String file) {
        try {
            return Files.readString(Path.of(file));
        } catch (IOException | RuntimeException notHere) {
            return "";
        }
    }

    /**
     * @param cpuinfo content of {@code /proc/cpuinfo} on Linux
     * @param mostKilohertz content of {@code cpuinfo_max_freq}, or empty
     */
    static Processor of(String cpuinfo, String mostKilohertz, String architecture, int count) {
        Map<String, String> fields = new LinkedHashMap<>();
        cpuinfo.lines().forEach(line -> {
            int colon = line.indexOf(':');
            if (colon > 0) {
                fields.putIfAbsent(
                        line.substring(0, colon).strip(),
                        line.substring(colon + 1).strip());
            }
        });
        String model = fields.getOrDefault("model name", "").replaceAll("\\s+", " ");
        if (model.isEmpty()) {
            String part = fields.getOrDefault("CPU part", "");
            model = part.isEmpty()
                    ? architecture
                    : architecture + " " + fields.getOrDefault("CPU implementer", "") + "/" + part;
        }
        return new Processor(model, clockHertz(model, fields.getOrDefault("cpu MHz", ""), mostKilohertz), count);
    }

    /** The highest known clock. The current clock varies, so it counts only if nothing else is known. */
    private static double clockHertz(String model, String megahertz, String mostKilohertz) {
        double most = number(mostKilohertz) * 1e3;
        if (most > 0) {
            return most;
        }
        Matcher named = NAMED_CLOCK.matcher(model);
        return named.find() ? number(named.group(1)) * 1e9 : number(megahertz) * 1e6;
    }

    private static double number(String text) {
        try {
            double number = Double.parseDouble(text.strip());
            return number > 0 ? number : Double.NaN;
        } catch (NumberFormatException none) {
            return Double.NaN;
        }
    }
}
