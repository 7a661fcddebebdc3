package dev.sluice.model.simulate.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testing.SeededTest;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Compares a server's statistics with those of the whole list of its jobs. */
class ServerLogTest {
    private record Job(long arrival, long end) {}

    @SeededTest(runs = 200)
    void shouldTellWhatFollowsFromAllJobs(SplittableRandom random) {
        ServerLog log = new ServerLog();
        List<Job> jobs = new ArrayList<>();
        int hurry = 1 + random.nextInt(40);
        long arrival = 0;
        long free = 0;
        long busy = 0;
        long present = 0;
        long amount = 0;
        int most = 0;
        for (int i = 0; i < 200; i++) {
            arrival += random.nextInt(hurry);
            long start = Math.max(arrival, free);
            long end = start + random.nextInt(20);
            free = end;

            log.add(arrival, start, end, i);

            jobs.add(new Job(arrival, end));
            busy += end - start;
            present += end - arrival;
            amount += i;
            long now = arrival;
            int there = (int) jobs.stream().filter(job -> job.end > now).count();
            most = Math.max(most, Math.max(1, there));
            long later = arrival + random.nextInt(100);
            long current = jobs.stream()
                    .mapToLong(Job::end)
                    .filter(ends -> ends > later)
                    .min()
                    .orElse(later);
            assertThat(log.endOfCurrent(later)).isEqualTo(current);
            assertThat(log.busyNanos()).isEqualTo(busy);
            assertThat(log.presentNanos()).isEqualTo(present);
            assertThat(log.amount()).isEqualTo(amount);
            assertThat(log.most()).isEqualTo(most);
        }
    }
}
