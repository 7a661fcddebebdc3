package dev.sluice.app.foreign;

import dev.sluice.api.language.ForeignException;
import dev.sluice.app.foreign.child.ForeignChild;
import dev.sluice.app.foreign.wire.Frame;
import dev.sluice.app.foreign.wire.Kind;
import dev.sluice.app.foreign.wire.Tag;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/** Asks the child which units of a cycle it gives up, on a thread and a connection of its own, until the cycle ends. */
final class GivenUpUnits {
    private final ForeignChild child;

    /**
     * @param socket on which the child answers
     * @param givesUp takes each unit, on the thread that asks
     */
    GivenUpUnits(Path socket, LongConsumer givesUp) throws ForeignException {
        child = ForeignChild.source(socket);
        Thread thread = new Thread(() -> ask(givesUp), "child-give-up");
        thread.setDaemon(true);
        thread.start();
    }

    private void ask(LongConsumer givesUp) {
        try {
            while (true) {
                List<Long> units = child.ask(Frame.of(Kind.GIVE_UPS), Kind.GIVE_UPS_ARE, answer -> {
                    List<Long> all = new ArrayList<>();
                    while (answer.nextField()) {
                        if (answer.tag() == Tag.INDEX) {
                            all.add(answer.number(Long.BYTES));
                        }
                    }
                    return all;
                });
                units.forEach(givesUp::accept);
            }
        } catch (ForeignException | InterruptedException over) {
            child.kill(); // the cycle is over; if the child has ended, its next request says so
        }
    }

    void close() {
        child.kill();
    }
}
