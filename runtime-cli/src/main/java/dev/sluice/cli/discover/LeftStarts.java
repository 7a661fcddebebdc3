package dev.sluice.cli.discover;

import dev.sluice.cli.launch.StartTimes;
import dev.sluice.insight.history.HeldContents;
import dev.sluice.insight.history.History;
import dev.sluice.insight.history.HistoryEntry;
import dev.sluice.insight.history.StartRow;
import dev.sluice.insight.start.StartKnowledge;
import dev.sluice.launch.JarToPush;
import dev.sluice.launch.LaunchPhases;
import dev.sluice.master.report.Launching;
import dev.sluice.model.RunId;
import dev.sluice.model.flow.NetworkView;
import java.util.List;
import java.util.Map;

/**
 * Records what a discovery showed of starting workers, so that the forecast of the first run is as good as that of a
 * second one: how long each phase took on each host, and which hosts have the workers' jar now.
 */
final class LeftStarts {
    private LeftStarts() {}

    /**
     * Writes the starts into the history of this user.
     *
     * @param phases of each host, by its name
     * @param jar the workers' jar, which the hosts have now
     */
    static void remember(Map<String, LaunchPhases> phases, JarToPush jar, RunId id, NetworkView view, Memory memory) {
        List<Launching.Start> starts = phases.entrySet().stream()
                .map(each -> StartTimes.start(each.getKey(), each.getValue(), Double.NaN, 0))
                .toList();
        Launching launching = new Launching(Double.NaN, Double.NaN, Double.NaN, starts);
        memory.history().add(HistoryEntry.of(StartRow.of(id.text(), launching, host -> link(view, host))));
        starts.stream()
                .filter(start -> start.kind().equals(StartKnowledge.SSH))
                .forEach(start -> memory.jars().remember(start.host(), jar.hash(), jar.bytes()));
    }

    /**
     * The persistent data of the user.
     *
     * @param jars that hosts have
     */
    record Memory(History history, HeldContents jars) {}

    private static String link(NetworkView view, String name) {
        int host = view.host(name);
        return host < 0 ? "" : view.links().get(view.hosts().get(host).link()).name();
    }
}
