package dev.sluice.benchmarks.campaign;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Measures what a process keeps in its heap: lets it collect, and asks it with {@code jcmd}. Serial collector only. */
final class MasterHeap {
    /** Used part of a generation [KiB]. */
    private static final Pattern USED = Pattern.compile("(?:def new|tenured) generation\\s+total \\d+K, used (\\d+)K");

    private MasterHeap() {}

    /** Bytes in use after a collection; -1 if the process does not answer. */
    static long usedBytes(long pid) throws IOException, InterruptedException {
        ask(pid, "GC.run");
        Matcher used = USED.matcher(ask(pid, "GC.heap_info"));
        long sum = 0;
        int found = 0;
        while (used.find()) {
            sum += Long.parseLong(used.group(1)) << 10;
            found++;
        }
        return found == 2 ? sum : -1;
    }

    private static String ask(long pid, String what) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(), String.valueOf(pid), what)
                .redirectErrorStream(true)
                .start();
        String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return answer;
    }
}
