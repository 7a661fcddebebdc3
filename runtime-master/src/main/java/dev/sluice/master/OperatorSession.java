package dev.sluice.master;

import dev.sluice.model.ErrorCode;
import dev.sluice.net.message.AskWeather;
import dev.sluice.net.message.Drain;
import dev.sluice.net.message.DrainAnswer;
import dev.sluice.net.message.DrainWorkers;
import dev.sluice.net.message.Goodbye;
import dev.sluice.net.message.Message;
import dev.sluice.net.message.Problem;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.session.Session;
import dev.sluice.net.session.SessionListener;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The master's end of an operator's session: executes requests and answers them. Confined to the master loop. */
final class OperatorSession implements SessionListener {
    private final RunCore core;
    private final RunWeather weather;

    OperatorSession(RunCore core, RunWeather weather) {
        this.weather = weather;
        this.core = core;
    }

    @Override
    public void opened(Session session) {}

    @Override
    public void received(Session session, Message message) {
        if (message instanceof DrainWorkers drain) {
            drain(session, drain);
        } else if (message instanceof AskWeather question) {
            session.send(weather.answer(question));
        } else if (message instanceof Goodbye || message instanceof Problem) {
            session.close();
        } else {
            message.release();
            session.refuse(ErrorCode.UNEXPECTED_MESSAGE, message.getClass().getSimpleName() + " from an operator");
        }
    }

    private void drain(Session session, DrainWorkers drain) {
        if (core.over() || core.stopping()) {
            session.send(new Goodbye(ErrorCode.RUN_OVER, "the run is ending"));
            session.close();
            return;
        }
        List<WorkerConnection> present = core.registry().connections().stream()
                .filter(connection -> !connection.entry.leaving)
                .toList();
        Set<WorkerConnection> asked = new LinkedHashSet<>();
        List<String> unknown = new ArrayList<>();
        for (String name : drain.workers()) {
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
        asked.forEach(connection -> connection.session.send(new Drain(false)));
        session.send(new DrainAnswer(names(asked), unknown, names(present)));
    }

    private static boolean isCalled(WorkerEntry entry, String name) {
        return name.equals(DrainWorkers.ALL) || name.equals(entry.id.toString()) || name.equals(entry.host);
    }

    private static List<String> names(Iterable<WorkerConnection> connections) {
        List<String> names = new ArrayList<>();
        connections.forEach(connection -> names.add(connection.entry.toString()));
        return names;
    }

    @Override
    public void closed(Session session, Closing why) {}
}
