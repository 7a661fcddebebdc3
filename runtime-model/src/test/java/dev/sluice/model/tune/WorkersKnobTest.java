package dev.sluice.model.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.model.schedule.ResultRun;
import dev.sluice.model.tune.Snapshot.HostPart;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WorkersKnobTest {
    private static final int HOSTS = 19;

    /** Eight workers are best by equation 9. */
    private static final MateModel BODIES = new MateModel(0.0005, 1e-6, 76_800, 0, 154_000, 4.8);

    private static final Setting ALL = Setting.FLAT;

    /** Host 1 is the fastest, and each host is slower than the one before. */
    private static Snapshot snapshot(boolean begins) {
        List<HostPart> hosts = IntStream.rangeClosed(1, HOSTS)
                .mapToObj(host -> new HostPart(host, 1, 0.01 + 0.001 * host))
                .toList();
        return new Snapshot(10, 3, 912, new Snapshot.Work(14.4, 14.4, 4.8), begins, false, 0, hosts, BODIES);
    }

    private static List<Candidate> candidates(Snapshot snapshot, Setting now, int flowBest) {
        Foretelling flow =
                new FlowOnly(setting -> Math.abs(HOSTS - setting.parked().size() - flowBest));
        return new WorkersKnob().candidates(snapshot, now, flow);
    }

    private static List<Integer> atWork(List<Candidate> candidates) {
        return candidates.stream()
                .map(each -> HOSTS - each.setting().parked().size())
                .toList();
    }

    @Test
    void shouldSuggestTheNumbersOfBothModelsAndTheirMean() { // seven hosts take 0.9 % longer than eight
        List<Candidate> candidates = candidates(snapshot(true), ALL, 12);

        assertThat(atWork(candidates)).containsExactly(7, 9, 12);
        assertThat(candidates.get(0).words()).isEqualTo("7 of 19 hosts compute (best by MATE 8, by flow 12)");
    }

    @Test
    void shouldParkTheSlowestFirst() {
        Setting seven = candidates(snapshot(true), ALL, 12).get(0).setting();

        assertThat(seven.parked())
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(8, HOSTS).boxed().toList());
    }

    @Test
    void shouldNotSuggestTheNumberThatHolds() {
        Setting seven = ALL.withParked(
                Set.copyOf(IntStream.rangeClosed(8, HOSTS).boxed().toList()));

        assertThat(atWork(candidates(snapshot(true), seven, 7))).isEmpty();
    }

    @Test
    void shouldNotCountParkedHostsThatAreAway() {
        Setting seven = ALL.withParked(
                Set.copyOf(IntStream.rangeClosed(8, HOSTS + 2).boxed().toList()));

        assertThat(atWork(candidates(snapshot(true), seven, 7))).isEmpty();
    }

    @Test
    void shouldWaitForTheBeginOfACycle() {
        assertThat(candidates(snapshot(false), ALL, 12)).isEmpty();
    }

    @Test
    void shouldAskTheFlowModelAboutFewNumbersOfManyHosts() {
        int many = 10_000;
        List<HostPart> hosts = IntStream.rangeClosed(1, many)
                .mapToObj(host -> new HostPart(host, 1, 0.01))
                .toList();
        Snapshot begin = new Snapshot(10, 3, 912, new Snapshot.Work(14.4, 14.4, 4.8), true, false, 0, hosts, BODIES);
        AtomicInteger asked = new AtomicInteger();
        Foretelling flow = new FlowOnly(setting -> {
            asked.incrementAndGet();
            return Math.abs(many - setting.parked().size() - 3_000);
        });

        List<Candidate> candidates = new WorkersKnob().candidates(begin, ALL, flow);

        assertThat(asked.get()).isLessThan(64);
        assertThat(candidates.get(0).words()).startsWith("7 of 10000 hosts compute (best by MATE 8, by flow ");
        assertThat(many - candidates.get(2).setting().parked().size()).isBetween(2_970, 3_030);
    }

    @Test
    void shouldNotCountLateCopiesOfAnEarlierCycle() {
        WorkersKnob knob = new WorkersKnob();
        knob.begin(1, 2_000);
        knob.returned(1, 0, List.of(ResultRun.of(1, 1, 0, 1, 1_000_000, 1e-6)));
        assertThat(knob.isTimed()).isFalse();
        knob.begin(0, 10);
        knob.returned(1, 1, List.of(ResultRun.of(1, 1, 0, 1, 1_000_000, 1e-6)));
        assertThat(knob.isTimed()).isTrue();
    }

    /** Units of 0.1 s on one host and of 0.4 s on the other, which have a slot each: 100 units take 8 s together. */
    @Test
    void shouldFearToLoseWhatParkedHostsCompute() {
        List<HostPart> hosts = List.of(new HostPart(1, 1, 0.1), new HostPart(2, 1, 0.4));
        Snapshot begun = new Snapshot(0, 0, 100, new Snapshot.Work(0, 0, 16), true, false, 0, hosts, null);

        assertThat(new WorkersKnob().loss(ALL, ALL.withParked(Set.of(2)), begun))
                .isCloseTo(0.2, within(1e-9));
    }
}
