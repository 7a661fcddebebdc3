package dev.sluice.cli.runs;

import dev.sluice.cli.option.Columns;
import dev.sluice.cli.page.PageJson;
import dev.sluice.json.JsonTree;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.record.RunView;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The parts of a {@link RunView} that the terminal shows, from its JSON ({@code docs/page.schema.json}). */
final class PageFields {
    /** Shares of the last intervals count, up to this time [s]. */
    private static final double RECENT_SECONDS = 3;

    private static final double WHOLE = 200;

    private final JsonTree view;

    /** @throws SluiceException RUN_UNREADABLE if another version of Sluice made the view */
    PageFields(JsonTree view) {
        this.view = view;
        String schema = text(view, "schema");
        if (!schema.equals(PageJson.SCHEMA)) {
            throw unreadable("schema '" + Columns.printable(schema) + "' (expected: " + PageJson.SCHEMA + ")");
        }
    }

    static SluiceException unreadable(@Nullable String what) {
        return new SluiceException(ErrorCode.RUN_UNREADABLE, "page: made by another version of Sluice: " + what);
    }

    private static double number(JsonTree object, String field, double other) {
        return object.has(field) ? object.at(field).number() : other;
    }

    private static String text(JsonTree object, String field) {
        return object.has(field) ? object.at(field).text() : "";
    }

    private static int count(JsonTree object, String field) {
        return (int) number(object, field, 0);
    }

    RunView.About about() {
        JsonTree about = view.at("about");
        List<String> arguments = new ArrayList<>();
        if (about.has("arguments")) {
            about.at("arguments").elements().forEach(each -> arguments.add(each.text()));
        }
        return new RunView.About(
                RunView.Kind.valueOf(about.at("kind").text().toUpperCase(Locale.ROOT)),
                about.at("run").text(),
                text(about, "application"),
                arguments,
                text(about, "started"),
                text(about, "master"),
                text(about, "policy"),
                text(about, "sluiceVersion"),
                text(about, "javaVersion"),
                text(about, "directory"),
                text(about, "end"),
                (int) number(about, "exitCode", -1));
    }

    RunView.Overview overview() {
        JsonTree strip = view.at("overview");
        return new RunView.Overview(
                number(strip, "seconds", 0),
                (int) number(strip, "cycle", -1),
                count(strip, "cycles"),
                (long) number(strip, "units", 0),
                strip.has("open") && strip.at("open").truth(),
                (long) number(strip, "done", 0),
                (long) number(strip, "doneInAll", 0),
                number(strip, "rateNow", 0),
                number(strip, "rateMean", 0),
                number(strip, "ratePossible", 0),
                number(strip, "etaLow", -1),
                number(strip, "etaHigh", -1),
                count(strip, "workers"),
                count(strip, "workersExpected"),
                count(strip, "slots"),
                count(strip, "parkedSlots"),
                (long) number(strip, "failures", 0),
                text(strip, "bottleneck"));
    }

    /** Finished share of the run, from 0 to 1, if each cycle counts the same and their number is known; else NaN. */
    double share() {
        RunView.Overview now = overview();
        if (now.open() || now.cycles() < 1 || now.cycle() >= now.cycles()) {
            return Double.NaN;
        }
        double open = now.units() == 0 ? 0 : (double) now.done() / now.units();
        return Math.max(0, now.cycle() + open) / now.cycles();
    }

    /** The changes that would make the run quicker, the best first. */
    List<RunView.Change> changes() {
        List<RunView.Change> changes = new ArrayList<>();
        if (view.has("ledger") && view.at("ledger").has("changes")) {
            for (JsonTree each : view.at("ledger").at("changes").elements()) {
                changes.add(
                        new RunView.Change(text(each, "what"), number(each, "seconds", 0), number(each, "gain", 0)));
            }
        }
        return changes;
    }

    /**
     * A worker, or all workers of a host.
     *
     * @param computing recent share of its slots' time in compute, from 0 to 1; NaN if it is not known
     */
    record WorkerShare(String worker, String host, int slots, String state, double computing) {}

    /** All workers in the order of their lanes. */
    List<WorkerShare> workers() {
        Map<Integer, Double> computing = computing();
        Map<String, WorkerShare> workers = new LinkedHashMap<>();
        for (JsonTree lane : view.at("lanes").elements()) {
            int slots = count(lane, "slots");
            double share = computing.getOrDefault(count(lane, "number"), Double.NaN);
            WorkerShare fresh = new WorkerShare(
                    text(lane, "worker"), text(lane, "host"), Math.max(1, slots), text(lane, "state"), share);
            workers.merge(fresh.worker + " " + fresh.host, fresh, PageFields::together);
        }
        return List.copyOf(workers.values());
    }

    private static WorkerShare together(WorkerShare one, WorkerShare other) {
        int slots = one.slots + other.slots;
        return new WorkerShare(
                one.worker,
                one.host,
                slots,
                other.state,
                (one.computing * one.slots + other.computing * other.slots) / slots);
    }

    /** Recent share of each lane's time in compute, by the lane's number. */
    private Map<Integer, Double> computing() {
        Map<Integer, Double> computing = new HashMap<>();
        if (!view.has("bands")) {
            return computing;
        }
        JsonTree bands = view.at("bands");
        List<String> causes =
                bands.at("causes").elements().stream().map(JsonTree::text).toList();
        int recent = (int) Math.max(1, Math.round(RECENT_SECONDS / Math.max(1e-3, number(bands, "seconds", 1))));
        for (JsonTree row : bands.at("rows").elements()) {
            byte[] shares = Base64.getDecoder().decode(row.at("shares").text());
            double share = computing(shares, causes, recent);
            if (!Double.isNaN(share)) {
                computing.put((int) row.at("lane").whole(), share);
            }
        }
        return computing;
    }

    /** The share over the last intervals in which the lane was present; NaN without any. */
    private static double computing(byte[] shares, List<String> causes, int recent) {
        double computing = 0;
        double all = 0;
        int width = causes.size();
        int counted = 0;
        for (int from = shares.length - width; width > 0 && from >= 0 && counted < recent; from -= width) {
            double present = 0;
            for (int i = 0; i < width; i++) {
                double share = (shares[from + i] & 0xff) / WHOLE;
                present += share;
                computing += causes.get(i).startsWith("comput") || causes.get(i).equals("runtime") ? share : 0;
            }
            all += present;
            counted += present > 0 ? 1 : 0;
        }
        return all > 0 ? computing / all : Double.NaN;
    }
}
