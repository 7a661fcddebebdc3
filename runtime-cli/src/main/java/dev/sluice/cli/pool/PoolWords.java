package dev.sluice.cli.pool;

import dev.sluice.cli.option.Columns;
import dev.sluice.cli.option.Table;
import dev.sluice.json.JsonTree;
import dev.sluice.model.Plural;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The state of a pool in words. */
final class PoolWords {
    private PoolWords() {}

    /** @param status as {@link PoolJson#status} wrote it */
    static List<String> lines(JsonTree status) {
        List<String> lines = new ArrayList<>();
        List<JsonTree> hosts = status.at("hosts").elements();
        long ready = hosts.stream()
                .filter(host -> host.at("state").text().equals("ready"))
                .count();
        long slots = sum(hosts, "slots");
        lines.add(status.at("pool").text() + ": " + ready + " of " + hosts.size() + " hosts ready, "
                + sum(hosts, "used") + " of " + slots + " slots in use");
        if (status.has("fleet")) {
            lines.addAll(fleet(status.at("fleet")));
        }
        if (!hosts.isEmpty()) {
            lines.add("");
            lines.addAll(new Table<JsonTree>()
                    .left("host", host -> host.at("name").text())
                    .left("state", host -> host.at("state").text())
                    .left("slots", host -> host.at("slots").whole())
                    .left("used", host -> host.at("used").whole())
                    .left(
                            "load",
                            host -> host.has("load")
                                    ? String.format(
                                            Locale.ROOT, "%.1f", host.at("load").number())
                                    : "-")
                    .left("workers", PoolWords::workers)
                    .of(hosts)
                    .lines()
                    .toList());
        }
        List<JsonTree> runs = status.at("runs").elements();
        if (!runs.isEmpty()) {
            lines.add("");
            lines.addAll(new Table<JsonTree>()
                    .left(
                            "run",
                            run -> run.at("run").text() + (run.at("connected").truth() ? "" : " (away)"))
                    .left("slots", run -> run.at("slots").whole())
                    .left("weight", run -> run.at("weight").whole())
                    .left("priority", run -> run.at("priority").whole())
                    .left("done", run -> run.at("done").whole())
                    .left("left", run -> run.at("left").whole())
                    .of(runs)
                    .lines()
                    .toList());
            addLimits(lines, runs);
        }
        return lines.stream().map(Columns::printable).toList();
    }

    private static List<String> fleet(JsonTree fleet) {
        String state = fleet.at("state").text();
        List<String> lines = new ArrayList<>();
        lines.add("fleet: " + state + ", " + fleet.at("size").whole() + " of at most "
                + fleet.at("max").whole() + " tasks ("
                + fleet.at("queued").whole() + " queued, " + fleet.at("started").whole() + " started), "
                + fleet.at("wanted").whole() + " wanted, " + fleet.at("leaving").whole() + " leaving");
        if (fleet.has("trouble")) {
            lines.add("fleet: " + fleet.at("trouble").text()
                    + (state.equals("paused") ? "; 'sluice pool unpause' lets it go on" : ""));
        }
        return lines;
    }

    /** A sentence for each run that cannot use more slots, and for each one with a deadline. */
    private static void addLimits(List<String> lines, List<JsonTree> runs) {
        List<String> limits = new ArrayList<>();
        for (JsonTree run : runs) {
            if (run.has("usefulSlots")) {
                String limit = run.at("usefulLimit").text();
                limits.add(run.at("run").text() + " uses at most "
                        + Plural.of(run.at("usefulSlots").whole(), "slot")
                        + (limit.isEmpty() ? "" : ": " + limit + " is the limit"));
            }
        }
        for (JsonTree run : runs) {
            if (run.has("neededSlots")) {
                limits.add(run.at("run").text() + " needs "
                        + Plural.of(run.at("neededSlots").whole(), "slot") + " for its deadline");
            }
        }
        if (!limits.isEmpty()) {
            lines.add("");
            lines.addAll(limits);
        }
    }

    private static long sum(List<JsonTree> hosts, String field) {
        return hosts.stream().mapToLong(host -> host.at(field).whole()).sum();
    }

    private static String workers(JsonTree host) {
        List<String> workers = new ArrayList<>();
        for (JsonTree worker : host.at("workers").elements()) {
            String state = worker.at("state").text();
            workers.add(worker.at("run").text() + ":" + worker.at("slots").whole()
                    + (state.equals("joined") ? "" : " " + state));
        }
        return workers.isEmpty() ? "-" : String.join(", ", workers);
    }
}
