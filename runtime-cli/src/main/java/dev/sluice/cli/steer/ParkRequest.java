package dev.sluice.cli.steer;

import dev.sluice.insight.weather.OperatorCall;
import dev.sluice.net.message.ParkAnswer;
import dev.sluice.net.message.ParkWorkers;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;

/**
 * A request to park workers of a running run, or to let them work again.
 *
 * @param names worker ids and hosts, after the run if it is named
 * @param parked whether they are parked; else they work again
 */
record ParkRequest(List<String> names, boolean parked, boolean json) {
    /** Sends the request, and prints the answer. */
    void send(PrintWriter out) throws IOException, InterruptedException {
        SteerTarget target = SteerTarget.of(names);
        ParkAnswer answer = OperatorCall.ask(target.run(), new ParkWorkers(parked, target.workers()), ParkAnswer.class);
        target.check(answer.unknown(), answer.present(), answer.refused());
        if (json) {
            out.println(SteerJson.parked(target.run().run(), parked, answer));
        } else {
            print(out, target, answer);
        }
    }

    private void print(PrintWriter out, SteerTarget target, ParkAnswer answer) {
        String what = parked ? " is parked in " : " works again in ";
        answer.changed()
                .forEach(worker -> out.println(worker + what + target.run().run()));
        answer.replaced().forEach(worker -> out.println(worker + " works in its place"));
        if (answer.changed().isEmpty()) {
            out.println(String.join(", ", target.workers()) + (parked ? ": parked already" : ": not parked"));
        }
    }
}
