package dev.sluice.worker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds the graphics processors that a process may use, by the ids of {@code CUDA_VISIBLE_DEVICES}. */
final class GpuIds {
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
        List<String> ids = Arrays.stream(told.split(",", -1)).map(String::strip).toList();
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
