package dev.sluice.cli.runs;

import dev.sluice.cli.option.Columns;
import dev.sluice.cli.page.PageJson;
import dev.sluice.json.JsonTree;
import dev.sluice.model.EnumWords;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.record.RunView;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a running run that the terminal shows.
 *
 * @param view as the page has it
 */
record PageFields(RunView view) {
    /** Shares of the last intervals count, up to this time [s]. */
    private static final double RECENT_SECONDS = 3;

    private static final double WHOLE = 200;

    /** @throws SluiceException RUN_UNREADABLE if another version of Sluice made the view */
    static PageFields read(JsonTree json) {
        try {
            String schema = json.at("schema").text();
            if (!schema.equals(PageJson.SCHEMA)) {
                throw unreadable("schema '" + Columns.printable(schema) + "' (expected: " + PageJson.SCHEMA + ")");
            }
            return new PageFields(json.as(PageJson.class).view());
        } catch (SluiceException | IllegalArgumentException wrong) {
            throw wrong instanceof SluiceException known && known.code() == ErrorCode.RUN_UNREADABLE
                    ? known
                    : unreadable(wrong.getMessage());
        }
    }

    private static SluiceException unreadable(@Nullable String what) {
        return new SluiceException(ErrorCode.RUN_UNREADABLE, "page: made by another version of Sluice: " + what);
    }

    /** Finished share of the run, from 0 to 1, if each cycle counts the same and their number is known; else NaN. */
    double share() {
        RunView.Overview now = view.overview();
        if (now.open() || now.cycles() < 1 || now.cycle() >= now.cycles()) {
            return Double.NaN;
        }
        double open = now.units() == 0 ? 0 : (double) now.done() / now.units();
        return Math.max(0, now.cycle() + open) / now.cycles();
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
        for (RunView.Lane lane : view.lanes()) {
            WorkerShare fresh = new WorkerShare(
                    lane.worker(),
                    lane.host(),
                    Math.max(1, lane.slots()),
                    EnumWords.hyphened(lane.state()),
                    computing.getOrDefault(lane.number(), Double.NaN));
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
        RunView.Bands bands = view.bands();
        int recent = (int) Math.max(1, Math.round(RECENT_SECONDS / Math.max(1e-3, bands.seconds())));
        for (RunView.Bands.Row row : bands.rows()) {
            double share = computing(row.shares(), bands.causes(), recent);
            if (!Double.isNaN(share)) {
                computing.put(row.lane(), share);
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
                computing += isComputing(causes.get(i)) ? share : 0;
            }
            all += present;
            counted += present > 0 ? 1 : 0;
        }
        return all > 0 ? computing / all : Double.NaN;
    }

    private static boolean isComputing(String cause) {
        return cause.equals(Cause.COMPUTE.field()) || cause.equals(Cause.RUNTIME.field());
    }
}
