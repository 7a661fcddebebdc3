package dev.sluice.master;

import dev.sluice.master.tune.Actuator;
import dev.sluice.master.tune.Applied;
import dev.sluice.master.tune.Extensions;
import dev.sluice.master.tune.HandoutWords;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.WorkerId;
import dev.sluice.model.schedule.Handout;
import dev.sluice.net.message.AskWeather;
import dev.sluice.net.message.CancelUnit;
import dev.sluice.net.message.ChangeHandout;
import dev.sluice.net.message.Drain;
import dev.sluice.net.message.FollowUnit;
import dev.sluice.net.message.Goodbye;
import dev.sluice.net.message.HandoutAnswer;
import dev.sluice.net.message.Message;
import dev.sluice.net.message.Note;
import dev.sluice.net.message.Problem;
import dev.sluice.net.message.SteerAnswer;
import dev.sluice.net.message.SteerWorkers;
import dev.sluice.net.message.SteerWorkers.How;
import dev.sluice.net.message.UnitName;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.session.Session;
import dev.sluice.net.session.SessionListener;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The master's end of an operator's session: executes requests and answers them. Confined to the master loop. */
final class OperatorSession implements SessionListener {
    private static final String OPERATOR = "an operator asked for it";

    private final RunCore core;
    private final RunCourse course;
    private final RunWeather weather;
    private final SchedulerDriver driver;
    private final Followers followers;

    OperatorSession(RunCore core, SchedulerDriver driver, RunCourse course, RunWeather weather, Followers followers) {
        this.followers = followers;
        this.driver = driver;
        this.weather = weather;
        this.course = course;
        this.core = core;
    }

    @Override
    public void opened(Session session) {}

    @Override
    public void received(Session session, Message message) {
        if (message instanceof AskWeather question) {
            session.send(weather.answer(question));
        } else if (message instanceof Goodbye || message instanceof Problem) {
            session.close();
        } else if (!ends(session)) {
            carryOut(session, message);
        }
    }

    private void carryOut(Session session, Message message) {
        if (message instanceof SteerWorkers asked) {
            session.send(steer(asked));
        } else if (message instanceof ChangeHandout asked) {
            session.send(handOut(asked));
        } else if (message instanceof CancelUnit asked) {
            session.send(cancel(resolved(asked.unit())));
        } else if (message instanceof FollowUnit asked) {
            followers.follow(session, new FollowUnit(resolved(asked.unit()), false));
        } else if (message instanceof Note note) {
            core.recording().changed("note", note.text(), OPERATOR, "");
            session.send(SteerAnswer.done(List.of(note.text()), "", List.of()));
        } else {
            message.release();
            session.refuse(ErrorCode.UNEXPECTED_MESSAGE, message.getClass().getSimpleName() + " from an operator");
        }
    }

    private boolean ends(Session session) {
        boolean ending = core.over() || core.stopping();
        if (ending) {
            session.send(new Goodbye(ErrorCode.RUN_OVER, "the run is ending"));
            session.close();
        }
        return ending;
    }

    private List<WorkerConnection> present() {
        return core.registry().connections().stream()
                .filter(connection -> !connection.entry.leaving)
                .toList();
    }

    /** The workers with these names; none if a name is unknown, which {@code unknown} then has. */
    private static Set<WorkerConnection> called(
            List<WorkerConnection> present, List<String> names, List<String> unknown) {
        Set<WorkerConnection> asked = new LinkedHashSet<>();
        for (String name : names) {
            List<WorkerConnection> found = present.stream()
                    .filter(connection -> isCalled(connection.entry, name))
                    .toList();
            asked.addAll(found);
            if (found.isEmpty()) {
                unknown.add(name);
            }
        }
        if (!unknown.isEmpty()) {
            asked.clear();
        }
        return asked;
    }

    private SteerAnswer steer(SteerWorkers request) {
        return switch (request.how()) {
            case MOVE -> course.mover().apply(request, OPERATOR);
            case LEAVE -> drain(request);
            case PARK, UNPARK -> park(request);
            case LIST -> list();
        };
    }

    private SteerAnswer list() {
        List<WorkerConnection> parked =
                present().stream().filter(connection -> connection.entry.parked).toList();
        return SteerAnswer.done(names(parked), "", course.mover().everybody());
    }

    private SteerAnswer park(SteerWorkers request) {
        boolean parked = request.how() == How.PARK;
        List<WorkerConnection> present = present();
        List<String> unknown = new ArrayList<>();
        Set<WorkerConnection> asked = called(present, request.workers(), unknown);
        Set<WorkerId> workers = new LinkedHashSet<>();
        asked.forEach(connection -> workers.add(connection.entry.id));
        Actuator actuator = course.actuator();
        Applied applied = parked ? actuator.park(workers, OPERATOR) : actuator.unpark(workers, OPERATOR);
        if (applied.refused().isEmpty()) {
            asked.stream()
                    .map(connection -> connection.entry.host)
                    .filter(request.workers()::contains)
                    .forEach(host -> actuator.parkHost(host, parked));
        }
        if (!applied.changed().isEmpty()) {
            course.tuning().steered();
        }
        return new SteerAnswer(applied.changed(), applied.replaced(), "", unknown, names(present), applied.refused());
    }

    private HandoutAnswer handOut(ChangeHandout request) {
        Actuator actuator = course.actuator();
        String refused = "";
        try {
            Handout to = HandoutWords.changed(actuator.handout(), request, Extensions::policy);
            refused =
                    HandoutWords.refusal(to, request, core.settings().changes().copies());
            if (refused.isEmpty()) {
                actuator.handOut(to, OPERATOR);
            }
        } catch (IllegalArgumentException | SluiceException wrong) {
            refused = String.valueOf(wrong.getMessage());
        }
        return new HandoutAnswer(actuator.handout(), refused);
    }

    /** The unit by its cycle and index; a cycle that is not open if there is no such unit now. */
    private UnitName resolved(UnitName name) {
        RunProgress.Snapshot now = core.progress().snapshot();
        long earlier = now.finishedInAll() - now.finished();
        long unit = name.counted() ? name.unit() - 1 - earlier : name.unit();
        int cycle = name.cycle() == UnitName.OPEN ? Math.max(0, now.cycle()) : name.cycle();
        return new UnitName(cycle, unit < 0 ? Long.MAX_VALUE : unit, false);
    }

    private SteerAnswer cancel(UnitName unit) {
        if (!core.settings().changes().copies()) {
            return SteerAnswer.refused(
                    "results are accumulated (expected: results one by one, as no unit can be taken out of a total)");
        }
        if (!driver.isOpen(unit.cycle(), unit.unit())) {
            return SteerAnswer.refused(
                    "it has ended, or is not in the open cycle (expected: a unit that waits or is computed)");
        }
        WorkerEntry entry = driver.giveUp(unit.cycle(), unit.unit());
        String where = entry == null ? "it waited" : entry + " had it";
        String what = "unit " + unit.unit() + " of cycle " + unit.cycle() + " is given up";
        core.recording().changed("unit", what, OPERATOR, "");
        return SteerAnswer.done(List.of(what + "; " + where), "", List.of());
    }

    private SteerAnswer drain(SteerWorkers request) {
        List<WorkerConnection> present = present();
        List<String> unknown = new ArrayList<>();
        Set<WorkerConnection> asked = called(present, request.workers(), unknown);
        asked.forEach(connection -> connection.session.send(new Drain(false)));
        return new SteerAnswer(names(asked), List.of(), "", unknown, names(present), "");
    }

    private static boolean isCalled(WorkerEntry entry, String name) {
        return name.equals(SteerWorkers.ALL) || name.equals(entry.id.toString()) || name.equals(entry.host);
    }

    private static List<String> names(Iterable<WorkerConnection> connections) {
        List<String> names = new ArrayList<>();
        connections.forEach(connection -> names.add(connection.entry.toString()));
        return names;
    }

    @Override
    public void closed(Session session, Closing why) {
        followers.left(session);
    }
}
