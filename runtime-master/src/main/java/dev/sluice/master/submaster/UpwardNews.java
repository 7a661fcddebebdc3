package dev.sluice.master.submaster;

import dev.sluice.model.schedule.Brought;
import dev.sluice.model.schedule.GivenUnits;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.model.schedule.UnitRanges;
import dev.sluice.net.message.Adopted;
import dev.sluice.net.message.HandedBack;
import dev.sluice.net.message.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reports units that a sub-master's master did not ask for: units that came with a worker, and units that no worker
 * below has any more. Confined to the loop.
 */
final class UpwardNews {
    private final GivenUnits given;

    /** Units given back and not reported yet. */
    private final List<HeldUnits> back = new ArrayList<>();

    /** Adopted since the last registration was sent, which has not been answered. */
    private final List<Adopted> unsaid = new ArrayList<>();

    /** Sends to the parent master; null while no session is registered. */
    private @Nullable Consumer<Message> above;

    UpwardNews(GivenUnits given) {
        this.given = given;
    }

    /** Attaches a registered session and reports the changes since its registration was sent. */
    void attach(Consumer<Message> session, int cycle) {
        above = session;
        unsaid.forEach(session);
        unsaid.clear();
        handBack(cycle);
    }

    /** Detaches a session that broke or is no longer used. */
    void detach() {
        above = null;
    }

    /** Forgets the changes: a registration with all assigned units is about to be sent, or the cycle is over. */
    void forget() {
        back.clear();
        unsaid.clear();
    }

    /**
     * Adopts units that the parent master assigned to another sub-master. They keep the names of that assignment and go
     * up under them; the parent master knows who has what.
     */
    Brought adopt(Brought brought) {
        List<HeldUnits> working = adopt(brought.working());
        List<HeldUnits> finished = adopt(brought.finished());
        UnitRanges adopted = new UnitRanges();
        working.forEach(units -> adopted.add(units.firstUnit(), units.endUnit()));
        finished.forEach(units -> adopted.add(units.firstUnit(), units.endUnit()));
        if (!adopted.isEmpty()) {
            Adopted news = new Adopted(brought.cycle(), working, finished);
            Consumer<Message> session = above;
            if (session == null) {
                unsaid.add(news);
            } else {
                session.accept(news);
            }
        }
        return brought.adopting(adopted);
    }

    private List<HeldUnits> adopt(List<HeldUnits> brought) {
        List<HeldUnits> adopted = new ArrayList<>();
        brought.forEach(units -> adopted.addAll(given.adopt(units)));
        return adopted;
    }

    /** Adds units that are withdrawn, to be handed back. */
    void giveBack(List<HeldUnits> units) {
        back.addAll(units);
    }

    /** Removes and returns the units to hand back; the caller hands them back. */
    List<HeldUnits> takeBack() {
        List<HeldUnits> all = List.copyOf(back);
        back.clear();
        return all;
    }

    /** Hands the units back if there is a session. */
    void handBack(int cycle) {
        Consumer<Message> session = above;
        if (session != null && !back.isEmpty()) {
            session.accept(new HandedBack(cycle, takeBack()));
        }
    }
}
