package dev.sluice.master.submaster;

import dev.sluice.api.Decoder;
import dev.sluice.model.schedule.GivenUnits;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.model.schedule.UnitRanges;
import dev.sluice.net.message.Results;
import dev.sluice.net.payload.Payload;
import java.util.ArrayList;
import java.util.List;

/**
 * The part of a message from below that goes up: the results that count, under the names of the parent master.
 *
 * @param runs in the order of the bytes
 * @param bytes as in {@link Results}; the receiver releases them
 * @param whose the units of the results; empty if only their completion is reported
 */
record ForwardedResults(List<ResultRun> runs, Payload bytes, UnitRanges whose) {
    static final ForwardedResults NONE = new ForwardedResults(List.of(), Payload.empty(), new UnitRanges());

    /**
     * Selects the results that go up. Takes nothing over.
     *
     * @param accepted places of the results that count, from 0; unused if only completion is reported
     */
    static ForwardedResults of(Results message, UnitRanges accepted, GivenUnits given) {
        List<ResultRun> runs = message.runs();
        if (message.form() == Results.Form.COMPLETED) {
            List<ResultRun> named = new ArrayList<>();
            runs.forEach(run -> named.addAll(given.passOn(run, run.firstUnit(), run.endUnit())));
            return new ForwardedResults(named, Payload.empty(), new UnitRanges());
        }
        if (accepted.isEmpty()) {
            return NONE;
        }
        long units = runs.stream().mapToLong(ResultRun::units).sum();
        boolean whole = message.form() == Results.Form.ACCUMULATED // which was taken for all units or for none
                || accepted.containsAll(0, units)
                        && runs.stream().allMatch(run -> given.has(run.firstUnit(), run.endUnit()));
        Payload results = message.results();
        return whole ? whole(runs, results, given) : parts(runs, accepted, results, given);
    }

    private static ForwardedResults whole(List<ResultRun> runs, Payload results, GivenUnits given) {
        List<ResultRun> named = new ArrayList<>();
        UnitRanges whose = new UnitRanges();
        for (ResultRun run : runs) {
            name(run, run.firstUnit(), run.endUnit(), given, named, whose);
        }
        return new ForwardedResults(named, results.retain(), whose);
    }

    private static ForwardedResults parts(List<ResultRun> runs, UnitRanges accepted, Payload all, GivenUnits given) {
        List<ResultRun> named = new ArrayList<>();
        List<Payload> parts = new ArrayList<>();
        UnitRanges whose = new UnitRanges();
        Decoder decoder = all.decoder();
        long place = 0;
        long cutFrom = 0;
        long cutTo = 0;
        for (ResultRun run : runs) {
            long from = run.firstUnit();
            for (long unit = from; unit < run.endUnit(); unit++, place++) {
                long start = all.size() - decoder.remaining();
                decoder.skipSized();
                if (accepted.contains(place) && given.has(unit, unit + 1)) {
                    if (start != cutTo) {
                        cut(all, cutFrom, cutTo, parts);
                        cutFrom = start;
                    }
                    cutTo = all.size() - decoder.remaining();
                } else {
                    name(run, from, unit, given, named, whose);
                    from = unit + 1;
                }
            }
            name(run, from, run.endUnit(), given, named, whose);
        }
        cut(all, cutFrom, cutTo, parts);
        return new ForwardedResults(named, Payload.concat(parts), whose);
    }

    private static void name(
            ResultRun run, long from, long to, GivenUnits given, List<ResultRun> named, UnitRanges whose) {
        if (from < to) {
            named.addAll(given.passOn(run, from, to));
            whose.add(from, to);
        }
    }

    private static void cut(Payload all, long from, long to, List<Payload> parts) {
        if (from < to) {
            parts.add(all.slice(from, to - from));
        }
    }
}
