package dev.sluice.cli.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.insight.history.ApplicationKey;
import dev.sluice.insight.history.History;
import dev.sluice.insight.predict.HostKnowledge;
import dev.sluice.insight.predict.Knowledge;
import dev.sluice.insight.weather.StandingWeather;
import dev.sluice.master.weather.Weather;
import dev.sluice.model.Amounts;
import dev.sluice.model.RunId;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Placement;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.Wire;
import dev.sluice.net.message.HostReport;
import dev.sluice.net.message.LinkProbe;
import dev.sluice.net.message.Message;
import dev.sluice.net.message.SeriesWeather.Quantity;
import dev.sluice.net.message.WorkerWeather;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.session.SessionListener;
import dev.sluice.net.virtual.RecordingSession;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Readings of agents between runs, until a plan uses them. */
class PoolWeatherTest {
    private static final long SECOND = 1_000_000_000L;
    private static final Instant START = Instant.parse("2026-11-26T12:00:00Z");
    private static final RunId POOL = new RunId("pool-1");

    @TempDir
    Path state;

    private long nowNanos = 77 * SECOND;
    private final PoolWeather weather = new PoolWeather(() -> nowNanos, () -> now().toEpochMilli());

    private Instant now() {
        return START.plusNanos(nowNanos);
    }

    private static HostReport report(long sequence, double availability) {
        return new HostReport(
                sequence,
                10 * SECOND,
                4,
                new HostReport.Processors(4, 0),
                1 + (int) Math.round(availability * HostReport.THOUSANDTHS),
                new HostReport.Load(3_000, 3_000, HostReport.Times.NONE),
                new HostReport.Memory(1L << 30, 8L << 30),
                0,
                HostReport.Source.KERNEL_FILES,
                sequence == 1 ? Optional.of(new HostReport.Processor("quick", 2_000)) : Optional.empty(),
                List.of());
    }

    /** Brings what agents say to the weather. */
    private final class Sensing extends VirtualPool.Silent {
        @Override
        public void sensed(String host, HostReport report) {
            weather.sensed(host, report);
        }
    }

    private HostKnowledge knowledge() {
        History history = new History(state, trouble -> {
            throw new AssertionError(trouble);
        });
        return HostKnowledge.of(
                Knowledge.ofHistory(history),
                new ApplicationKey("sieve", "org.example.Sieve", "ab", ""),
                List.of("loaded", "idle"),
                now());
    }

    /** The hosts that a plan uses, the most useful first, as it sees them with this knowledge. */
    private static List<String> plan(HostKnowledge known) {
        List<Host> hosts = Stream.of("master", "loaded", "idle")
                .map(name -> new Host(
                        name,
                        0,
                        Wire.UNLIMITED,
                        4,
                        name.equals("loaded") ? 1.2 : 1,
                        1,
                        known.available().getOrDefault(name, 1.0),
                        "",
                        Amounts.NONE))
                .toList();
        NetworkView view = new NetworkView("lan", List.of(new Link("lan", Wire.UNLIMITED)), hosts);
        int[] workers =
                Placement.solve(view, new UnitCosts(1, 0, 8, 8, 0)).solution(0).workers();
        return Arrays.stream(workers).mapToObj(host -> hosts.get(host).name()).toList();
    }

    @Test
    void shouldRankALoadedHostLowerInAPlanMadeBetweenRuns() throws Exception {
        VirtualPool pool = new VirtualPool(0, new Sensing());
        RecordingSession line = new RecordingSession(Role.AGENT);
        SessionListener idle = pool.joined("idle", line);
        SessionListener loaded = pool.joined("loaded", line);
        for (int i = 1; i <= 12; i++) {
            nowNanos += 10 * SECOND;
            idle.received(line, report(i, 0.97));
            loaded.received(line, report(i, i % 2 == 0 ? 0.3 : 0.34));
        }
        assertThat(knowledge()).isEqualTo(HostKnowledge.NOTHING);
        assertThat(plan(knowledge())).containsExactly("loaded", "idle");

        new StandingWeather(state).write(POOL, weather.now(POOL.text()));

        HostKnowledge known = knowledge();
        assertThat(known.available().get("idle")).isCloseTo(0.97, within(0.01));
        assertThat(known.available().get("loaded")).isCloseTo(0.32, within(0.03));
        assertThat(plan(known)).containsExactly("idle", "loaded");

        nowNanos += 3_600 * SECOND;
        assertThat(knowledge()).as("an hour later").isEqualTo(HostKnowledge.NOTHING);
    }

    @Test
    void shouldTakeOneReadingASecondFromAHost() {
        for (int i = 1; i <= 100_000; i++) {
            weather.sensed("flood", report(i, 0.5));
            nowNanos += SECOND / 1_000;
        }
        Weather known = weather.now("pool-1");
        assertThat(known.workers()).hasSize(1);
        assertThat(known.workers()
                        .get(0)
                        .of(Quantity.AVAILABILITY)
                        .orElseThrow()
                        .forecast()
                        .measurements())
                .isEqualTo(100);
    }

    @Test
    void shouldBoundTheFileWhateverAgentsSay() throws Exception {
        String longest = "h".repeat(250);
        for (int i = 0; i < 2 * PoolWeather.MOST_HOSTS; i++) {
            weather.sensed(longest + i, report(1, 0.5));
        }
        new StandingWeather(state).write(POOL, weather.now(POOL.text()));

        assertThat(weather.now("pool-1").workers()).hasSize(PoolWeather.MOST_HOSTS);
        assertThat(size()).isLessThan(16L << 20);
        for (int i = 0; i < 3; i++) {
            nowNanos += 30 * SECOND;
            new StandingWeather(state).write(POOL, weather.now(POOL.text()));
        }
        assertThat(size()).as("replaced three times").isLessThan(16L << 20);
    }

    private long size() throws IOException {
        try (Stream<Path> files = Files.walk(state)) {
            return files.mapToLong(file -> file.toFile().length()).sum();
        }
    }

    @Test
    void shouldKeepHostsOfPresentAgentsWhenOthersFillIt() {
        weather.connected("present", new RecordingSession(Role.AGENT));
        weather.sensed("present", report(1, 0.5));
        for (int i = 0; i < 2 * PoolWeather.MOST_HOSTS; i++) {
            weather.sensed("h" + i, report(1, 0.5));
        }
        assertThat(weather.now("pool-1").workers()).anyMatch(host -> host.host().equals("present"));
    }

    @Test
    void shouldStampReadingsWithThePoolsTime() {
        weather.sensed("a", report(Long.MAX_VALUE, 0.5));
        assertThat(weather.now("pool-1").workers().get(0).reportedMillis()).isEqualTo(now().toEpochMilli());
    }

    // ---- links

    private static LinkProbe answer(Message question, long arrivingNanos) {
        LinkProbe asked = (LinkProbe) question;
        int size = (int) asked.bytes().size();
        return new LinkProbe(asked.number(), arrivingNanos, Payload.wrap(ByteBuffer.allocate(size)));
    }

    private int probes(RecordingSession line, int beats, long roundTripNanos, double bytesPerSecond) {
        int bytes = 0;
        for (int i = 0; i < beats; i++) {
            line.release();
            weather.beat();
            nowNanos += roundTripNanos;
            LinkProbe probe = line.last(LinkProbe.class);
            if (probe != null) {
                int size = (int) probe.bytes().size();
                bytes += size;
                weather.probed("a", answer(probe, (long) (size / bytesPerSecond * SECOND)));
            }
            nowNanos += PoolWeather.BEAT_NANOS - roundTripNanos;
        }
        return bytes;
    }

    @Test
    void shouldMeasureTheLinkOfAnAgentWithinABudget() {
        RecordingSession line = new RecordingSession(Role.AGENT);
        weather.connected("a", line);
        weather.sensed("a", report(1, 0.9));
        int sent = probes(line, 1_800, SECOND / 1_000, 1e6);

        WorkerWeather series = weather.now("pool-1").workers().get(0);
        assertThat(series.of(Quantity.ROUND_TRIP).orElseThrow().newest().value())
                .isCloseTo(1e-3, within(1e-6));
        assertThat(series.series())
                .filteredOn(each -> each.quantity() == Quantity.BANDWIDTH_OUT)
                .isNotEmpty()
                .last()
                .satisfies(each -> assertThat(each.newest().value()).isCloseTo(1e6, within(1e5)));
        assertThat(sent).as("bytes in an hour").isBetween(1, 60 * (2 << 20));
    }

    @Test
    void shouldAskOneAgentAtATimeAndGoOnWithoutItsAnswer() {
        RecordingSession silent = new RecordingSession(Role.AGENT);
        RecordingSession other = new RecordingSession(Role.AGENT);
        weather.connected("silent", silent);
        weather.connected("other", other);
        weather.beat();
        weather.beat();
        assertThat(silent.sent(LinkProbe.class)).hasSize(1);
        assertThat(other.sent()).isEmpty();
        nowNanos += 31 * SECOND;
        weather.beat();
        assertThat(other.sent(LinkProbe.class)).hasSize(1);
    }

    @Test
    void shouldIgnoreAnswersThatItDidNotAskFor() {
        RecordingSession line = new RecordingSession(Role.AGENT);
        weather.connected("a", line);
        weather.sensed("a", report(1, 0.9));
        weather.probed("a", new LinkProbe(1, 0, Payload.wrap(ByteBuffer.allocate(4))));
        weather.beat();
        weather.probed("b", answer(line.last(LinkProbe.class), 0));
        weather.probed("a", new LinkProbe(99, 0, Payload.wrap(ByteBuffer.allocate(1))));
        assertThat(weather.now("pool-1").workers().get(0).series())
                .extracting(series -> series.quantity())
                .containsExactly(Quantity.AVAILABILITY, Quantity.FREE_MEMORY);
    }
}
