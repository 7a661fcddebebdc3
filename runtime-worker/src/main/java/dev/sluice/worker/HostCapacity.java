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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
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

    /** Finds the graphics processors that a process may use, by the ids of {@code CUDA_VISIBLE_DEVICES}. */
    static final class GpuIds {
        private static final int MOST = 1024;

        private GpuIds() {}

        /**
         * The ids.
         *
         * @param root of the file system, which tests replace
         * @param told a number of processors, or ids with commas between them; null: they are looked for
         * @throws IllegalArgumentException if {@code told} is neither
         */
        static List<String> of(Path root, Map<String, String> environment, @Nullable String told) {
            if (told == null) {
                String visible = environment.get("CUDA_VISIBLE_DEVICES");
                return visible == null ? found(root) : valid(visible);
            }
            if (!told.matches("[0-9]{1,4}")) {
                return ids(told);
            }
            int count = Integer.parseInt(told);
            if (count > MOST) {
                throw wrong(told);
            }
            List<String> visible = valid(environment.getOrDefault("CUDA_VISIBLE_DEVICES", ""));
            return visible.size() >= count ? visible.subList(0, count) : numbers(count);
        }

        /** An id that is not valid hides itself and all behind it, as for CUDA. */
        private static List<String> valid(String visible) {
            return Arrays.stream(visible.split(",", -1))
                    .map(String::strip)
                    .takeWhile(GpuIds::isId)
                    .toList();
        }

        private static List<String> ids(String told) {
            List<String> ids =
                    Arrays.stream(told.split(",", -1)).map(String::strip).toList();
            if (!ids.stream().allMatch(GpuIds::isId) || ids.stream().distinct().count() < ids.size()) {
                throw wrong(told);
            }
            return ids;
        }

        private static boolean isId(String text) {
            return text.matches("[A-Za-z0-9][A-Za-z0-9/-]{0,99}");
        }

        private static IllegalArgumentException wrong(String told) {
            return new IllegalArgumentException("--gpus: '" + told.replaceAll("[^\\p{Print}]", "?")
                    + "' (expected: a number, or ids such as 0,2 that differ)");
        }

        /** The driver's directory has an entry for each processor; a container may show the device files alone. */
        private static List<String> found(Path root) {
            List<String> driver = names(root.resolve("proc/driver/nvidia/gpus"), ".*");
            return driver.isEmpty()
                    ? names(root.resolve("dev"), "nvidia[0-9]{1,4}").stream()
                            .map(name -> Integer.valueOf(name.substring("nvidia".length())))
                            .sorted()
                            .map(String::valueOf)
                            .toList()
                    : numbers(driver.size());
        }

        private static List<String> numbers(int count) {
            return IntStream.range(0, count).mapToObj(String::valueOf).toList();
        }

        private static List<String> names(Path directory, String form) {
            if (!Files.isDirectory(directory)) {
                return List.of();
            }
            try (Stream<Path> entries = Files.list(directory)) {
                return new ArrayList<>(entries.map(entry -> entry.getFileName().toString())
                        .filter(name -> name.matches(form))
                        .toList());
            } catch (IOException unreadable) {
                return List.of();
            }
        }
    }
}
