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
 * What a sub-master tells its master of units without being asked: which have come with a worker, and which nobody
 * below has any more. Confined to the loop.
 */
final class UpwardNews {
    private final GivenUnits given;

    /** Given back, and not said yet. */
    private final List<HeldUnits> back = new ArrayList<>();

    /** Adopted since the last registration was sent, which has not been answered. */
    private final List<Adopted> unsaid = new ArrayList<>();

    /** Sends to the master above; null while none is registered with. */
    private @Nullable Consumer<Message> above;

    UpwardNews(GivenUnits given) {
        this.given = given;
    }

    /** The session is registered: what has changed since its registration was sent is said now. */
    void attach(Consumer<Message> session, int cycle) {
        above = session;
        unsaid.forEach(session);
        unsaid.clear();
        handBack(cycle);
    }

    /** The session broke, or is not to be used any more. */
    void detach() {
        above = null;
    }

    /** A registration that names all that is given is about to be sent, or the cycle is over. */
    void forget() {
        back.clear();
        unsaid.clear();
    }

    /**
     * What the master above, which knows who has what, gave to another sub-master comes under the names of that, and
     * goes up under them.
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

    /** These are given no longer, and are to be handed back. */
    void giveBack(List<HeldUnits> units) {
        back.addAll(units);
    }

    /** What is to be handed back, by the caller. */
    List<HeldUnits> takeBack() {
        List<HeldUnits> all = List.copyOf(back);
        back.clear();
        return all;
    }

    /** Hands back what is to be, if there is a session. */
    void handBack(int cycle) {
        Consumer<Message> session = above;
        if (session != null && !back.isEmpty()) {
            session.accept(new HandedBack(cycle, takeBack()));
        }
    }
}
