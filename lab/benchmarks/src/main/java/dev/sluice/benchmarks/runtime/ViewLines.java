package dev.sluice.benchmarks.runtime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A network view with one line per link and host, like those of lab/network and discovered ones.
 *
 * @param links fields of each link, by its name
 * @param hosts fields of each host, by its name
 */
record ViewLines(Map<String, Map<String, String>> links, Map<String, Map<String, String>> hosts) {
    private static final Pattern ENTRY = Pattern.compile(" *- \\{(.*)}.*");
    private static final Pattern RATE = Pattern.compile("([0-9.]+) ?([kMG]?)bit/s");

    static ViewLines read(Path file) throws IOException {
        Map<String, Map<String, String>> links = new LinkedHashMap<>();
        Map<String, Map<String, String>> hosts = new LinkedHashMap<>();
        for (String line : Files.readAllLines(file)) {
            Matcher entry = ENTRY.matcher(line);
            if (entry.matches()) {
                Map<String, String> fields = new LinkedHashMap<>();
                for (String field : entry.group(1).split(", ")) {
                    String[] keyAndValue = field.split(": ", 2);
                    fields.put(keyAndValue[0], keyAndValue[1].replace("\"", ""));
                }
                (fields.containsKey("link") ? hosts : links).put(fields.getOrDefault("name", ""), fields);
            }
        }
        return new ViewLines(links, hosts);
    }

    /** Hosts on each link, by its name. */
    Map<String, Set<String>> groups() {
        Map<String, Set<String>> groups = new LinkedHashMap<>();
        hosts.forEach((name, fields) -> groups.computeIfAbsent(fields.getOrDefault("link", ""), any -> new TreeSet<>())
                .add(name));
        return groups;
    }

    /** Groups of hosts that share a link; true if the link is a shared medium. */
    Map<Set<String>, Boolean> shapes() {
        return groups().entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getValue,
                        group -> links.getOrDefault(group.getKey(), Map.of())
                                .getOrDefault("duplex", "full")
                                .equals("half")));
    }

    /**
     * The largest deviation of another view's rates from those of this view, in percent; a limit missing there counts
     * as 100.
     */
    double worstErrorOf(ViewLines found) {
        double worst = 0;
        for (Map.Entry<String, Map<String, String>> host : hosts.entrySet()) {
            Map<String, String> other = found.hosts.getOrDefault(host.getKey(), Map.of());
            worst = Math.max(worst, error(host.getValue(), other));
        }
        Map<String, Set<String>> theirs = found.groups();
        for (Map.Entry<String, Set<String>> group : groups().entrySet()) {
            Map<String, String> other = theirs.entrySet().stream()
                    .filter(each -> each.getValue().equals(group.getValue()))
                    .map(each -> found.links.getOrDefault(each.getKey(), Map.of()))
                    .findFirst()
                    .orElse(Map.of());
            worst = Math.max(worst, error(links.getOrDefault(group.getKey(), Map.of()), other));
        }
        return worst;
    }

    private static double error(Map<String, String> built, Map<String, String> found) {
        double worst = 0;
        for (String direction : new String[] {"rate-up", "rate-down"}) {
            double rate = rate(built, direction);
            double other = rate(found, direction);
            if (rate < Double.POSITIVE_INFINITY) {
                worst = Math.max(worst, other == Double.POSITIVE_INFINITY ? 100 : 100 * Math.abs(other / rate - 1));
            }
        }
        return worst;
    }

    private static double rate(Map<String, String> fields, String direction) {
        String both = fields.getOrDefault("rate", "");
        Matcher rate = RATE.matcher(fields.getOrDefault(direction, both));
        if (!rate.matches()) {
            return Double.POSITIVE_INFINITY;
        }
        double scale = switch (rate.group(2)) {
            case "k" -> 1e3;
            case "M" -> 1e6;
            case "G" -> 1e9;
            default -> 1;
        };
        return Double.parseDouble(rate.group(1)) * scale;
    }
}
