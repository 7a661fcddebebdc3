package dev.sluice.worker.agent;

import dev.sluice.net.message.AgentTarget;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Workers that do what the test says. */
final class FakeWorkers implements SeatWorkers {
    final Map<Long, Fake> started = new LinkedHashMap<>();
    boolean refuse;

    static final class Fake implements Worker {
        final AgentTarget.Seat seat;
        final News news;
        int drains;

        Fake(AgentTarget.Seat seat, News news) {
            this.seat = seat;
            this.news = news;
        }

        @Override
        public long pid() {
            return 1_000 + seat.id();
        }

        @Override
        public void drain() {
            drains++;
        }
    }

    @Override
    public Worker start(AgentTarget.Seat seat, News news) throws IOException {
        if (refuse) {
            throw new IOException("no more processes");
        }
        Fake fake = new Fake(seat, news);
        started.put(seat.id(), fake);
        return fake;
    }
}
