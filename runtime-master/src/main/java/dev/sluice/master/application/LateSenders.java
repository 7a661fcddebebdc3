package dev.sluice.master.application;

import dev.sluice.api.ApplicationException;
import dev.sluice.api.CodecException;
import dev.sluice.api.Hosted;
import dev.sluice.api.language.LateResults;
import dev.sluice.master.WorkerConnection;
import dev.sluice.master.journal.JournalEntry;
import dev.sluice.model.schedule.UnitRanges;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** The sessions that brought the latest results, which the application may still refuse. Confined to its thread. */
final class LateSenders {
    private record Sent(UnitRanges units, @Nullable WorkerConnection from) {}

    /** Hears of a refused result; the session is null if the journal brought it. */
    interface Refusal {
        void voided(UnitRanges unit, @Nullable WorkerConnection from, CodecException why);
    }

    private final Hosted<?, ?, ?> application;
    private final Deque<Sent> latest = new ArrayDeque<>();
    private long units;

    LateSenders(Hosted<?, ?, ?> application) {
        this.application = application;
    }

    void add(JournalEntry.ResultsAccepted results, @Nullable WorkerConnection from) {
        if (!application.decodesLate()) {
            return;
        }
        Sent sent = new Sent(results.units(), from);
        latest.addFirst(sent);
        units += sent.units().size();
    }

    /** Tells which accepted results the application has refused since the last call. */
    void refused(boolean all, Refusal told) throws ApplicationException {
        application.refused(all).forEach((unit, why) -> {
            UnitRanges one = new UnitRanges();
            one.add(unit, unit + 1);
            told.voided(one, of(unit), CodecFailures.of("result of unit " + unit, new CodecException(why)));
        });
        while (!latest.isEmpty() && units - latest.getLast().units().size() > LateResults.MOST_LATE) {
            units -= latest.removeLast().units().size(); // the application has decoded them
        }
    }

    /** The session that brought the result of this unit; null if the journal did. */
    private @Nullable WorkerConnection of(long unit) {
        return latest.stream()
                .filter(sent -> sent.units().contains(unit))
                .findFirst()
                .map(Sent::from)
                .orElse(null);
    }
}
