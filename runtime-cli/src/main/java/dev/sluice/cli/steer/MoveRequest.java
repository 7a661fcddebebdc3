package dev.sluice.cli.steer;

import dev.sluice.insight.weather.OperatorCall;
import dev.sluice.net.message.MoveAnswer;
import dev.sluice.net.message.MoveWorkers;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;

/**
 * A request to move workers of a running run to another of its masters, or to remove sub-masters.
 *
 * @param names worker ids and hosts, after the run if it is named
 * @param to the master to which they move; empty: the names are those of sub-masters to remove
 */
record MoveRequest(List<String> names, String to, boolean json) {
    /** Sends the request, and prints the answer. */
    void send(PrintWriter out) throws IOException, InterruptedException {
        SteerTarget target = SteerTarget.of(names);
        MoveAnswer answer = OperatorCall.ask(target.run(), new MoveWorkers(target.workers(), to), MoveAnswer.class);
        target.check(answer.unknown(), answer.present(), answer.refused());
        if (json) {
            out.println(SteerJson.moved(target.run().run(), to.isEmpty(), answer));
            return;
        }
        print(out, target, answer);
    }

    /** Prints the answer for people. */
    void print(PrintWriter out, SteerTarget target, MoveAnswer answer) {
        String what = to.isEmpty() ? " leaves, and its workers move to " + answer.to() : " moves to " + answer.to();
        answer.asked()
                .forEach(worker ->
                        out.println(worker + what + " in " + target.run().run()));
        if (answer.asked().isEmpty()) {
            out.println(String.join(", ", target.workers()) + ": there already");
        }
    }
}
