package dev.sluice.master.submaster;

import dev.sluice.master.MasterLoop;
import dev.sluice.master.RunEnd;
import dev.sluice.master.RunListener;
import dev.sluice.master.WorkerEntry;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.net.files.FileArrival;
import dev.sluice.net.message.Acknowledge;
import dev.sluice.net.message.Drain;
import dev.sluice.net.message.FilePart;
import dev.sluice.net.message.FollowUnit;
import dev.sluice.net.message.Goodbye;
import dev.sluice.net.message.HandedBack;
import dev.sluice.net.message.Leaving;
import dev.sluice.net.message.LinkProbe;
import dev.sluice.net.message.MasterBeat;
import dev.sluice.net.message.Message;
import dev.sluice.net.message.MoveBelow;
import dev.sluice.net.message.Problem;
import dev.sluice.net.message.Refuge;
import dev.sluice.net.message.Registered;
import dev.sluice.net.message.SubMasterTerms;
import dev.sluice.net.parent.Dialer;
import dev.sluice.net.parent.ParentConnection;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.runfile.RunFile;
import dev.sluice.net.session.Loop;
import dev.sluice.net.session.Session;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A sub-master: to its parent master a worker with the slots of all below it, to its workers a master. This half faces
 * the parent. It listens to the other half, a {@link MasterLoop} with a {@link Forwarding}. Both share one loop, to
 * which this is confined, except for methods that name another thread.
 */
public final class SubMaster implements RunListener {
    private final Loop loop;
    private final SubMasterIdentity identity;
    private final SubMasterAddresses places;
    private final SubMasterBeats beats;
    private final ParentConnection parent;
    private final SubMasterJars jars;
    private final Consumer<String> said;
    private final NewsFromBelow news;
    private final MovesBelow moves;
    private final CompletableFuture<ParentTerms> told = new CompletableFuture<>();
    private final CompletableFuture<Void> joined = new CompletableFuture<>();
    private final CompletableFuture<RunEnd> ended = new CompletableFuture<>();
    private final Deque<Message> early = new ArrayDeque<>();
    private @Nullable Registered registered;
    private @Nullable SubMasterTerms terms;
    private @Nullable SubMasterCore below;
    private @Nullable RunFile place;
    private boolean leaving;
    private boolean letGo;

    /** @param said receives lines for the operator */
    public SubMaster(
            Loop loop,
            Dialer.Connector connector,
            SubMasterAddresses places,
            SubMasterIdentity identity,
            Consumer<String> said) {
        this.loop = loop;
        this.places = places;
        this.identity = identity;
        this.beats = new SubMasterBeats(loop, identity);
        this.said = said;
        this.news = new NewsFromBelow(loop, said, this::beat);
        Dialer dialer = new Dialer(loop, connector, places.master(), new SplittableRandom(identity.incarnation()));
        this.parent = new ParentConnection(loop, dialer, new ParentEvents());
        this.moves = new MovesBelow(() -> Refuge.of(parent.place()), said);
        this.jars = new SubMasterJars(
                identity.cache(), loop, FileArrival.threads("submaster-files"), this::ready, this::failed);
    }

    /** Starts to dial. Any thread. */
    public void start() {
        loop.execute(parent::start);
    }

    /** Completes when the parent master has accepted the registration. */
    public CompletableFuture<Void> joined() {
        return joined;
    }

    /** Stops looking for a lost master, because the process that started this one is gone. Any thread. */
    public void letGo() {
        loop.post(() -> letGo = true);
    }

    /** Completes when it can serve workers; fails when it never will. */
    public CompletableFuture<ParentTerms> told() {
        return told;
    }

    /** Completes when everything is over and reported. */
    public CompletableFuture<RunEnd> ended() {
        return ended;
    }

    /** Serves workers from now on. Any thread. */
    public void serve(SubMasterCore half) {
        loop.execute(() -> {
            SubMasterTerms here = terms;
            if (here == null || ended.isDone()) {
                return; // it is over already
            }
            below = half;
            half.master().course().isolate(here.isolated());
            if (!here.equals(told.join().terms())) {
                handOut(half, here);
            }
            resume();
            Session open = parent.open();
            while (open != null && !early.isEmpty()) {
                onMessage(open, early.removeFirst());
            }
        });
    }

    /** Tells whether its workers were told to move to its master, where they go on. Any thread. */
    public boolean isRemoved() {
        return moves.haveBegun();
    }

    /** Tells the master where this sub-master listens, so that workers can be moved to it. Any thread. */
    public void listens(Refuge at) {
        loop.post(() -> beats.listens(at, parent.session(), below));
    }

    /** Resumes the work below with the current session. */
    private void resume() {
        SubMasterCore serving = below;
        Registered answer = registered;
        Session session = parent.session();
        if (serving != null && answer != null && session != null) {
            List<Refuge> refuges = new ArrayList<>(places.standbys());
            refuges.add(Refuge.of(parent.place()));
            refuges.addAll(answer.elsewhere());
            serving.forwarding().refuges(refuges.subList(0, Math.min(Registered.MOST_REFUGES, refuges.size())));
            serving.forwarding().attach(session, answer);
            if (SubMasterBeats.slots(serving) == 0) {
                handBack();
            }
        }
    }

    /** Leaves: the running units of its workers are finished and delivered, the rest is handed back. Any thread. */
    public void leave(String reason) {
        loop.post(() -> onLeave(reason));
    }

    // ---- the session

    /** Follows the connection to the parent. */
    private final class ParentEvents implements ParentConnection.Events {
        @Override
        public void opened(Session session) {
            SubMasterCore serving = below;
            session.send(identity.register(
                    SubMasterBeats.slots(serving),
                    serving == null
                            ? Forwarding.Holdings.NONE
                            : serving.forwarding().holdings()));
        }

        @Override
        public void received(Session session, Message message) {
            onMessage(session, message);
        }

        @Override
        public void beat() {
            pulse();
        }

        @Override
        public void lost(boolean wasOpen, boolean wasRegistered, Closing why) {
            onLost(wasRegistered, why);
        }

        @Override
        public void failed(SluiceException why) {
            over(RunEnd.failed(why.code(), String.valueOf(why.getMessage())));
        }
    }

    private void onMessage(Session session, Message message) {
        SubMasterCore serving = below;
        if (message instanceof Registered answer) {
            onRegistered(session, answer);
        } else if (message instanceof SubMasterTerms given) {
            boolean changed = !given.equals(terms);
            terms = given;
            ready();
            if (serving != null && changed) {
                handOut(serving, given);
            }
        } else if (message instanceof FilePart part) {
            jars.received(part);
        } else if (message instanceof MasterBeat beat) {
            if (beats.heard(beat)) {
                beat();
            }
        } else if (message instanceof Drain drain) {
            onDrain(drain);
        } else if (message instanceof Goodbye goodbye) {
            over(goodbye.code() == ErrorCode.NONE ? RunEnd.complete() : RunEnd.failed(goodbye.code(), goodbye.text()));
        } else if (message instanceof Problem problem) {
            parent.problem(new Closing(problem.code(), problem.text(), true));
        } else if (message instanceof LinkProbe probe) {
            session.send(probe.answer());
        } else if (serving != null && message instanceof MoveBelow order) {
            moves.take(order, serving);
            leaveWhenMoved();
        } else if (serving != null && message instanceof FollowUnit asked) {
            serving.master().followers().follow(session, asked);
        } else if (serving != null) {
            WorkFromParent.take(session, serving.forwarding(), message);
            if (message instanceof Acknowledge) {
                leaveWhenIdle();
            }
        } else {
            early.addLast(message);
        }
    }

    /** Hands units out as the terms of the run say now; sub-masters below get the same terms. */
    private static void handOut(SubMasterCore serving, SubMasterTerms given) {
        serving.master().course().isolate(given.isolated());
        serving.master().course().actuator().handOut(given.handout(), "the master changed it");
    }

    private void onRegistered(Session session, Registered answer) {
        if (!answer.run().equals(places.master().run())) {
            session.close();
            over(RunEnd.failed(
                    ErrorCode.RUN_MISMATCH,
                    "run " + answer.run() + " (expected: " + places.master().run() + ")"));
            return;
        }
        Registered earlier = registered;
        boolean known = earlier == null
                || SubMasterAddresses.isSameMaster(earlier, answer)
                        && parent.place().equals(place);
        registered = answer;
        place = parent.place();
        joined.complete(null);
        parent.registered(answer.elsewhere());
        beats.begin(session, below, known);
        if (earlier != null) {
            said.accept("is back");
        }
        if (jars.complete()) {
            jars.bringFiles(session);
            resume();
        } else {
            jars.fetch(session, answer.application());
        }
    }

    private void ready() {
        Registered answer = registered;
        SubMasterTerms given = terms;
        if (answer != null && given != null && jars.complete()) {
            told.complete(new ParentTerms(answer, given, jars.files(), jars.arriving()));
        }
    }

    private void failed(SluiceException e) {
        over(RunEnd.failed(e.code(), String.valueOf(e.getMessage()), e));
    }

    private void onLost(boolean was, Closing why) {
        if (ended.isDone()) {
            return;
        }
        if (why.byPeer() && why.code() == ErrorCode.NONE) {
            over(RunEnd.complete());
        } else if (leaving || letGo && !SubMasterAddresses.mayFollow(registered) || !mayComeBack(was, why.code())) {
            over(RunEnd.failed(why.code(), "the master: " + why.text()));
        } else {
            comeBack(was, why);
        }
    }

    private boolean mayComeBack(boolean fromSeat, ErrorCode code) {
        return registered == null
                ? code == ErrorCode.CONNECT_FAILED
                : Dialer.mayPass(code) || !fromSeat && parent.hasRefuge();
    }

    private void comeBack(boolean fromSeat, Closing why) {
        Registered answer = registered;
        SubMasterCore serving = below;
        if (fromSeat && answer != null) {
            said.accept("has lost its master and is reconnecting: " + why.text());
            early.forEach(Message::release);
            early.clear();
            if (serving != null) {
                serving.forwarding().detach();
            } else if (!told.isDone()) {
                jars.lost();
            }
            jars.lostSession();
            parent.begin(places.patienceNanos(answer));
        }
        if (!parent.again()) {
            over(RunEnd.failed(why.code(), "the master: " + why.text()));
        }
    }

    private void beat() {
        Session session = parent.session();
        if (session != null) {
            beats.send(session, below);
            settle();
            leaveWhenMoved();
            leaveWhenIdle();
        }
    }

    /** Sends the beat of every two seconds. */
    private void pulse() {
        beat();
        Session session = parent.session();
        if (session != null) {
            beats.sendNews(session, below);
        }
    }

    /** Sends the last beat with the final figures. */
    private void lastBeat() {
        Session session = parent.session();
        if (session != null) {
            beats.sendLast(session, below);
        }
    }

    // ---- the end

    private void onDrain(Drain drain) {
        if (drain.runOver()) {
            lastBeat(); // the master waits no longer than this one for its workers
            over(RunEnd.complete());
        } else {
            onLeave("the master asked for it");
        }
    }

    private void onLeave(String reason) {
        Session session = parent.session();
        if (leaving || ended.isDone()) {
            return;
        }
        leaving = true;
        if (below != null) {
            below.forwarding().leaves();
        }
        if (session == null) {
            over(RunEnd.complete());
            return;
        }
        said.accept("leaves: " + reason);
        session.send(new Leaving(reason));
        handBack();
        leaveWhenIdle();
    }

    /** Leaves when it was told to and all workers have moved. Without a session it waits for the next one. */
    private void leaveWhenMoved() {
        SubMasterCore serving = below;
        if (serving != null && parent.session() != null && moves.areDone(serving)) {
            onLeave("its workers have moved");
        }
    }

    private void leaveWhenIdle() {
        SubMasterCore serving = below;
        if (leaving && (serving == null || serving.forwarding().isIdle())) {
            over(RunEnd.complete());
        }
    }

    /** Settles changes that nobody was told of: merges complete values, and hands units back if no slot is left. */
    private void settle() {
        SubMasterCore serving = below;
        if (serving != null) {
            serving.forwarding().foldedMayBeAll();
            if (SubMasterBeats.slots(serving) == 0) {
                handBack();
            }
        }
    }

    /** Hands back at once the units that no worker below holds. */
    private void handBack() {
        Session session = parent.session();
        SubMasterCore serving = below;
        if (serving != null && serving.forwarding().cycle() >= 0 && session != null) {
            List<HeldUnits> back = serving.forwarding().recall(Long.MAX_VALUE);
            if (!back.isEmpty()) {
                session.send(new HandedBack(serving.forwarding().cycle(), back));
            }
        }
    }

    /** Ends: tells the workers, and the parent master when the last worker is gone. */
    private void over(RunEnd how) {
        told.completeExceptionally(new SluiceException(how.code(), how.text()));
        SubMasterCore serving = below;
        if (serving == null) {
            finish(how);
        } else {
            serving.master().course().end(how);
        }
    }

    private void finish(RunEnd how) {
        if (ended.isDone()) {
            return;
        }
        lastBeat();
        Session last = parent.leave();
        jars.close();
        if (below != null) {
            below.forwarding().close();
        }
        early.forEach(Message::release);
        early.clear();
        if (last != null) {
            last.send(new Goodbye(how.code(), how.text()));
            last.close();
        }
        ended.complete(how);
    }

    // ---- from below

    @Override
    public void joined(WorkerEntry entry, boolean again) {
        news.say(entry, again ? " is back" : " joined");
        beat(); // what was until now is of the slots until now
        SubMasterCore serving = below;
        if (serving != null) {
            moves.joined(entry, serving);
        }
    }

    @Override
    public void branched(WorkerEntry entry) {
        news.changed();
    }

    @Override
    public void leaving(WorkerEntry entry, String reason) {
        news.say(entry, " leaves: " + reason);
        news.changed();
    }

    @Override
    public void left(WorkerEntry entry, Closing why) {
        news.say(entry, " is away: " + why);
        news.changed();
        loop.execute(this::leaveWhenMoved);
    }

    /** Hands units back, because no worker here can compute them. */
    @Override
    public void drought() {
        loop.execute(this::handBack);
    }

    @Override
    public void hostJudged(WorkerEntry entry, String line) {
        news.say(entry, ": " + line);
    }

    @Override
    public void ended(RunEnd how) {
        finish(how);
    }
}
