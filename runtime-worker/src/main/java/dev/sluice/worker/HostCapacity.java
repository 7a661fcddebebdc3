package dev.sluice.worker;

import dev.sluice.api.language.ProcessMemory;
import dev.sluice.model.Amounts;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.net.runfile.UnitNeeds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The resources of this process's host that units may use, within the limits of its control groups.
 *
 * @param cores processors
 * @param memoryBytes memory [bytes]; 0: unknown, so that it limits nothing
 * @param gpus ids of graphics processors
 */
public record HostCapacity(int cores, long memoryBytes, List<String> gpus) {
    /** The system property with the ids of graphics processors, by which applications divide them among slots. */
    public static final String GPUS_PROPERTY = "sluice.gpus";

    private static final double GIBIBYTE = 1 << 30;

    public HostCapacity {
        gpus = List.copyOf(gpus);
    }

    /**
     * Looks at this host.
     *
     * @param gpus as the user told them: a number or ids; null: they are looked for
     * @throws SluiceException USAGE if they were told in another form
     */
    public static HostCapacity here(@Nullable String gpus) {
        try {
            return new HostCapacity(
                    Runtime.getRuntime().availableProcessors(),
                    ProcessMemory.hostBytes(),
                    GpuIds.of(Path.of("/"), System.getenv(), gpus));
        } catch (IllegalArgumentException wrong) {
            throw new SluiceException(ErrorCode.USAGE, String.valueOf(wrong.getMessage()), wrong);
        }
    }

    /**
     * The resources that a worker offers to units, beside its slots.
     *
     * @param named by the user; they replace what was measured
     */
    public Amounts offer(Amounts named) {
        Map<String, Long> offer = new HashMap<>();
        if (memoryBytes > 0) {
            offer.put(Amounts.MEMORY, Math.min(memoryBytes, availableBytes(Path.of("/proc/meminfo"))));
        }
        offer.put(Amounts.GPUS, (long) gpus.size());
        offer.putAll(named.byName());
        return Amounts.of(offer);
    }

    /** Memory that other processes leave [bytes]; the largest number if the system does not say. */
    static long availableBytes(Path meminfo) {
        try (Stream<String> lines = Files.lines(meminfo)) {
            return lines.filter(line -> line.matches("MemAvailable: +[0-9]{1,15} kB"))
                    .map(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) << 10)
                    .findFirst()
                    .orElse(Long.MAX_VALUE);
        } catch (IOException | UncheckedIOException unknown) {
            return Long.MAX_VALUE;
        }
    }

    /** Memory that new processes could take here now [bytes]: all where the system does not say. */
    static long freeBytes() {
        return Math.min(availableBytes(Path.of("/proc/meminfo")), ProcessMemory.hostBytes());
    }

    /** Returns how many units have room here at the same time, each with all that it needs. */
    public int room(UnitNeeds each) {
        long room = Integer.MAX_VALUE;
        if (each.cpus() > 0) {
            room = Math.min(room, cores / each.cpus());
        }
        if (each.memoryBytes() > 0 && memoryBytes > 0) {
            room = Math.min(room, memoryBytes / each.memoryBytes());
        }
        if (each.gpus() > 0) {
            room = Math.min(room, gpus.size() / each.gpus());
        }
        return (int) room;
    }

    /**
     * The slots of each of some workers on this host.
     *
     * @param most slots of each worker that the user wants
     * @param workers that share the host
     * @throws SluiceException HOST_TOO_SMALL if a worker has no room for a unit
     */
    public int slots(UnitNeeds each, int most, int workers) {
        int room = room(each) / workers;
        if (room == 0) {
            throw new SluiceException(
                    ErrorCode.HOST_TOO_SMALL,
                    "this host has " + cores + " cores, " + size(memoryBytes) + " of memory and " + gpus.size()
                            + " GPUs" + (workers > 1 ? " for " + workers + " workers" : "") + " (expected: room for "
                            + wanted(each) + ")");
        }
        return Math.min(most, room);
    }

    private static String wanted(UnitNeeds each) {
        String cpus = each.cpus() > 0 ? ", --cpus " + each.cpus() : "";
        String memory = each.memoryBytes() > 0 ? ", --memory " + size(each.memoryBytes()) : "";
        String gpus = each.gpus() > 0 ? ", --gpu " + each.gpus() : "";
        return (cpus + memory + gpus).substring(2);
    }

    private static String size(long bytes) {
        return bytes == 0 ? "unknown" : String.format(Locale.ROOT, "%.1f GiB", bytes / GIBIBYTE);
    }

    /** Lets applications in this process see the ids of the graphics processors. */
    public void show() {
        System.setProperty(GPUS_PROPERTY, String.join(",", gpus));
    }
}
