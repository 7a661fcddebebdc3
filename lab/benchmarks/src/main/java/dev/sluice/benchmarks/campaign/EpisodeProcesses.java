package dev.sluice.benchmarks.campaign;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The living processes of an episode, whoever started them, by a mark in their environment. Linux only. */
final class EpisodeProcesses {
    private static final long STACK_SECONDS = 10;

    private final EpisodePlace place;

    EpisodeProcesses(EpisodePlace place) {
        this.place = place;
    }

    /**
     * A process.
     *
     * @param role null for shells, and for commands that only ask and print
     */
    record Found(ProcessHandle handle, @Nullable FaultTarget role, String command) {
        long pid() {
            return handle.pid();
        }
    }

    List<Found> all() {
        String mark = EpisodePlace.MARK + "=" + place.directory() + "\0";
        List<Found> found = new ArrayList<>();
        ProcessHandle.allProcesses()
                .filter(process -> read(process.pid(), "environ").contains(mark))
                .filter(ProcessHandle::isAlive)
                .sorted(Comparator.comparingLong(ProcessHandle::pid))
                .forEach(process -> found.add(describe(process)));
        return found;
    }

    /** The living processes of a role, the oldest first. */
    List<Found> of(FaultTarget role) {
        return all().stream().filter(each -> each.role() == role).toList();
    }

    private static Found describe(ProcessHandle process) {
        List<String> words = Arrays.asList(read(process.pid(), "cmdline").split("\0"));
        return new Found(process, role(process, words), String.join(" ", words));
    }

    private static @Nullable FaultTarget role(ProcessHandle process, List<String> words) {
        if (words.isEmpty() || !words.get(0).endsWith("java")) {
            return null;
        }
        if (words.stream().anyMatch(word -> word.endsWith(".UnitHost"))) {
            return FaultTarget.CHILD;
        }
        if (words.contains("serve")) {
            return FaultTarget.POOL;
        }
        if (words.contains("submaster")) {
            return FaultTarget.SUBMASTER;
        }
        if (words.contains("join")) {
            return isAgent(process, words) ? FaultTarget.AGENT : FaultTarget.WORKER;
        }
        return words.contains("resume") || words.contains("run") ? FaultTarget.MASTER : null;
    }

    /** An agent is started by the pool; it starts workers with {@code --seat}. */
    private static boolean isAgent(ProcessHandle process, List<String> words) {
        return !words.contains("--seat")
                && process.parent()
                        .map(parent -> read(parent.pid(), "cmdline").contains("\0serve\0"))
                        .orElse(false);
    }

    private static String read(long pid, String name) {
        try {
            return Files.readString(Path.of("/proc/" + pid + "/" + name), StandardCharsets.ISO_8859_1);
        } catch (IOException goneOrForeign) {
            return "";
        }
    }

    static void signal(ProcessHandle process, String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid()))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    /** Writes the stacks of all Java processes to files of the episode. */
    void writeStacks() throws IOException, InterruptedException {
        for (Found each : all()) {
            signal(each.handle(), "CONT");
            if (!each.command().contains("java ")) {
                continue;
            }
            List<String> words = new ArrayList<>(CampaignPlaces.stackWords());
            words.add(String.valueOf(each.pid()));
            Path file = place.directory().resolve("log").resolve("jstack-" + each.pid() + ".txt");
            Files.writeString(file, each.role() + " " + each.command() + "\n");
            Process process = new ProcessBuilder(words)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(file.toFile()))
                    .start();
            if (!process.waitFor(STACK_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        }
    }

    /** Kills everything, until nothing is left. */
    void killAll() throws InterruptedException {
        for (List<Found> left = all(); !left.isEmpty(); left = all()) {
            left.forEach(each -> each.handle().destroyForcibly());
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }
}
