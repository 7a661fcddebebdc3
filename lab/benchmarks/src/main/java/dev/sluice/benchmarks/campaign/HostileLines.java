package dev.sluice.benchmarks.campaign;

import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Counts the lines that a master printed about each hostile peer, by the workers that it was. */
final class HostileLines {
    private static final Pattern HOST = Pattern.compile(HostileCrowd.HOST + "(\\d)");
    private static final Pattern JOINED = Pattern.compile("\\b(w\\d+) on " + HostileCrowd.HOST + "(\\d)");
    private static final Pattern WORKER = Pattern.compile("\\bw\\d+\\b");
    private static final Pattern ADDRESS = Pattern.compile("127\\.0\\.0\\.([2-9])\\b");

    private final Map<String, String> peers = new HashMap<>();
    private final Map<String, Integer> lines = new HashMap<>();

    private HostileLines() {}

    /** Lines about each peer, by its number. */
    static Map<String, Integer> count(String printed) {
        HostileLines count = new HostileLines();
        printed.lines().forEach(count::take);
        return count.lines;
    }

    /** Lines about the peer with the most. */
    static int most(String printed) {
        Map<String, Integer> count = count(printed);
        return count.isEmpty() ? 0 : Collections.max(count.values());
    }

    private void take(String line) {
        Set<String> about = new HashSet<>();
        Matcher joined = JOINED.matcher(line);
        while (joined.find()) {
            peers.put(joined.group(1), joined.group(2));
        }
        Matcher host = HOST.matcher(line);
        while (host.find()) {
            about.add(host.group(1));
        }
        Matcher address = ADDRESS.matcher(line);
        while (address.find()) {
            about.add(String.valueOf(Integer.parseInt(address.group(1)) - 1));
        }
        Matcher worker = WORKER.matcher(line);
        while (worker.find()) {
            String peer = peers.get(worker.group());
            if (peer != null) {
                about.add(peer);
            }
        }
        about.forEach(peer -> lines.merge(peer, 1, Integer::sum));
    }
}
