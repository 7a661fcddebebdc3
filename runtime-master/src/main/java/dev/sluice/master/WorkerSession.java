package dev.sluice.master;

import dev.sluice.master.files.Jars;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.net.message.Adopted;
import dev.sluice.net.message.Fetch;
import dev.sluice.net.message.FileNews;
import dev.sluice.net.message.FilePart;
import dev.sluice.net.message.Goodbye;
import dev.sluice.net.message.HandedBack;
import dev.sluice.net.message.HostReport;
import dev.sluice.net.message.Leaving;
import dev.sluice.net.message.LinkProbe;
import dev.sluice.net.message.Message;
import dev.sluice.net.message.Offer;
import dev.sluice.net.message.PeerReady;
import dev.sluice.net.message.Problem;
import dev.sluice.net.message.Register;
import dev.sluice.net.message.Results;
import dev.sluice.net.message.SubMasterSlots;
import dev.sluice.net.message.SubMasterWorkers;
import dev.sluice.net.message.UnitFailed;
import dev.sluice.net.message.UnitOutput;
import dev.sluice.net.message.WorkerBeat;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.session.Session;
import dev.sluice.net.session.SessionListener;
import org.jspecify.annotations.Nullable;

/** The master's end of one session: dispatches each message. Already called on the master loop, and confined to it. */
final class WorkerSession implements SessionListener {
    private final Registrations registrations;
    private final WorkerEvents workers;
    private final Arrivals arrivals;
    private final RunWeather weather;
    private final Followers followers;
    private final Jars jars;
    private @Nullable WorkerConnection connection;

    WorkerSession(
            Registrations registrations,
            WorkerEvents workers,
            Arrivals arrivals,
            RunWeather weather,
            Followers followers,
            Jars jars) {
        this.followers = followers;
        this.registrations = registrations;
        this.workers = workers;
        this.arrivals = arrivals;
        this.weather = weather;
        this.jars = jars;
    }

    @Override
    public void opened(Session session) {}

    @Override
    public void received(Session session, Message message) {
        WorkerConnection mine = connection;
        if (message instanceof Register register) {
            connection = registrations.register(session, register);
        } else if (message instanceof Fetch fetch) {
            fetch(session, fetch);
        } else if (message instanceof Goodbye goodbye) {
            goodbye(session, goodbye);
        } else if (mine == null || !mine.open) {
            message.payload().release(); // of a session that was replaced or refused; what it held is open to others
        } else if (!workers.admits(mine, message)) {
            message.payload().release();
        } else if (message instanceof Results results) {
            arrivals.results(mine, results);
        } else if (message instanceof Offer offer) {
            arrivals.offered(mine, offer);
        } else if (message instanceof UnitFailed failed) {
            arrivals.unitFailed(mine, failed);
        } else if (message instanceof HandedBack back) {
            arrivals.handedBack(mine, back);
        } else if (message instanceof WorkerBeat beat) {
            weather.answered(mine, beat.echo());
            workers.beat(mine, beat);
        } else if (message instanceof HostReport report) {
            weather.reported(mine, report);
        } else if (message instanceof LinkProbe answer) {
            weather.probed(mine, answer);
        } else if (message instanceof SubMasterSlots branch) {
            workers.branch(mine, branch);
        } else if (message instanceof SubMasterWorkers news && mine.entry.branch) {
            workers.below(mine.entry, news);
        } else if (message instanceof Adopted adopted && mine.entry.branch) {
            registrations.adopted(mine, adopted);
        } else if (message instanceof FileNews news) {
            workers.fileNews(mine, news);
        } else if (message instanceof PeerReady ready) {
            workers.peerReady(mine, ready);
        } else if (message instanceof UnitOutput output) {
            followers.arrived(mine, output);
        } else if (message instanceof Leaving leaving) {
            workers.leaving(mine, leaving.reason());
        } else if (message instanceof Problem problem) {
            session.close();
            workers.closed(mine, new Closing(problem.code(), problem.text(), true));
        } else {
            message.payload().release();
            session.refuse(ErrorCode.UNEXPECTED_MESSAGE, message.getClass().getSimpleName() + " from a worker");
        }
    }

    @Override
    public void coming(Session session) {
        WorkerConnection mine = connection;
        if (mine != null && mine.open) {
            workers.heard(mine);
        }
    }

    private void fetch(Session session, Fetch fetch) {
        if (jars.serveArriving(session, fetch)) {
            return;
        }
        try {
            jars.part(fetch.sha256(), fetch.offset(), fetch.length())
                    .ifPresentOrElse(
                            bytes -> session.send(new FilePart(fetch.sha256(), fetch.offset(), bytes)),
                            () -> session.refuse(
                                    ErrorCode.MALFORMED, "fetch of a jar, file or part that this run does not have"));
        } catch (SluiceException changed) {
            session.refuse(changed.code(), String.valueOf(changed.getMessage()));
        }
    }

    private void goodbye(Session session, Goodbye goodbye) {
        if (connection != null) {
            workers.closed(connection, new Closing(goodbye.code(), goodbye.text(), true));
        }
        session.close();
    }

    @Override
    public void writable(Session session) {
        if (connection != null && connection.open) {
            workers.writable(connection);
        }
    }

    @Override
    public void closed(Session session, Closing why) {
        if (connection != null) {
            workers.closed(connection, why);
        }
    }
}
