package dev.sluice.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Slurm's own expansion of lists of nodes, which needs no daemon; and lists for it. */
final class Scontrol {
    private static final String MARK = "mark";

    private Scontrol() {}

    static boolean isInstalled() {
        for (String path : System.getenv().getOrDefault("PATH", "").split(":", -1)) {
            if (Files.isExecutable(Path.of(path, "scontrol"))) {
                return true;
            }
        }
        return false;
    }

    /** The names of each list, by one process that reads all commands. */
    static List<List<String>> expand(Path directory, List<String> lists) throws IOException, InterruptedException {
        Path conf = Files.writeString(directory.resolve("slurm.conf"), "ClusterName=none\nSlurmctldHost=localhost\n");
        StringBuilder commands = new StringBuilder();
        for (int i = 0; i < lists.size(); i++) {
            commands.append("show hostnames ").append(lists.get(i)).append('\n');
            commands.append("show hostnames ").append(MARK).append(i).append('\n');
        }
        Path input = Files.writeString(directory.resolve("commands"), commands.append("quit\n"));
        ProcessBuilder builder =
                new ProcessBuilder("scontrol").redirectInput(input.toFile()).redirectErrorStream(true);
        builder.environment().put("SLURM_CONF", conf.toString());
        builder.environment().put("TERM", "xterm"); // which repeats long lines whole, and not their last columns
        Process process = builder.start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        List<List<String>> all = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (String line : printed.split("\n")) {
            String name = line.replace("scontrol: ", "").strip();
            if (name.equals(MARK + all.size())) {
                all.add(names);
                names = new ArrayList<>();
            } else if (!name.isEmpty() && name.indexOf(' ') < 0) {
                names.add(name);
            }
        }
        assertThat(all).as(printed).hasSameSizeAs(lists);
        return all;
    }

    /** A list of up to some hundred nodes, as Slurm itself and people write them. */
    static String list(RandomGenerator random) {
        StringBuilder list = new StringBuilder();
        for (int items = 1 + random.nextInt(4); items > 0; items--) {
            list.append(list.isEmpty() ? "" : ",").append(item(random));
        }
        return list.toString();
    }

    private static String item(RandomGenerator random) {
        String[] prefixes = {"n", "node", "gpu-", "a1b", "rack-3-", "x0", "c01n", "login", "tux_"};
        StringBuilder item = new StringBuilder(prefixes[random.nextInt(prefixes.length)]);
        int brackets = random.nextInt(10) < 2 ? 0 : random.nextInt(10) < 7 ? 1 : 2 + random.nextInt(3);
        for (int i = 0; i < brackets; i++) {
            item.append(i == 0 ? "" : prefixes[random.nextInt(5)]).append('[');
            for (int ranges = 1 + random.nextInt(brackets == 1 ? 5 : brackets == 2 ? 3 : 1); ranges > 0; ranges--) {
                item.append(range(random, brackets == 1 ? 20 : 6 - brackets)).append(ranges == 1 ? "]" : ",");
            }
        }
        return brackets == 0 ? item.append(random.nextInt(200)).toString() : item.toString();
    }

    private static String range(RandomGenerator random, int most) {
        int width = random.nextInt(3) == 0 ? 1 + random.nextInt(5) : 1;
        int first = random.nextInt(random.nextInt(3) == 0 ? 3 : 1200);
        String low = String.format("%0" + width + "d", first);
        if (random.nextInt(3) == 0) {
            return low;
        }
        return low + "-" + String.format("%0" + width + "d", first + random.nextInt(most));
    }
}
