package dev.sluice.net.codec;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.RunId;
import dev.sluice.model.WorkerId;
import dev.sluice.model.collect.GrantMode;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.model.ledger.Lull;
import dev.sluice.model.policy.PlannedWeights;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.schedule.AttemptRun;
import dev.sluice.model.schedule.Handout;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.net.message.Acknowledge;
import dev.sluice.net.message.Adopted;
import dev.sluice.net.message.AgentReport;
import dev.sluice.net.message.AgentTarget;
import dev.sluice.net.message.ApplicationInfo;
import dev.sluice.net.message.AskWeather;
import dev.sluice.net.message.Assign;
import dev.sluice.net.message.CancelUnit;
import dev.sluice.net.message.ChangeHandout;
import dev.sluice.net.message.Collect;
import dev.sluice.net.message.CycleEnd;
import dev.sluice.net.message.CycleSetup;
import dev.sluice.net.message.Drain;
import dev.sluice.net.message.Fetch;
import dev.sluice.net.message.FileInfo;
import dev.sluice.net.message.FileNews;
import dev.sluice.net.message.FilePart;
import dev.sluice.net.message.FileSource;
import dev.sluice.net.message.FollowUnit;
import dev.sluice.net.message.Goodbye;
import dev.sluice.net.message.Grant;
import dev.sluice.net.message.HandedBack;
import dev.sluice.net.message.HandoutAnswer;
import dev.sluice.net.message.HostReport;
import dev.sluice.net.message.InputFiles;
import dev.sluice.net.message.JarInfo;
import dev.sluice.net.message.Leaving;
import dev.sluice.net.message.LinkProbe;
import dev.sluice.net.message.LongUnit;
import dev.sluice.net.message.MasterBeat;
import dev.sluice.net.message.Message;
import dev.sluice.net.message.Move;
import dev.sluice.net.message.MoveBelow;
import dev.sluice.net.message.Note;
import dev.sluice.net.message.Offer;
import dev.sluice.net.message.PeerListen;
import dev.sluice.net.message.PeerReady;
import dev.sluice.net.message.PeerWait;
import dev.sluice.net.message.PoolAnswer;
import dev.sluice.net.message.PoolJoin;
import dev.sluice.net.message.PoolNeeds;
import dev.sluice.net.message.PoolNews;
import dev.sluice.net.message.PoolRequest;
import dev.sluice.net.message.ProbeData;
import dev.sluice.net.message.ProbeDial;
import dev.sluice.net.message.ProbeEcho;
import dev.sluice.net.message.ProbeGo;
import dev.sluice.net.message.ProbeListen;
import dev.sluice.net.message.ProbeOpen;
import dev.sluice.net.message.ProbeReady;
import dev.sluice.net.message.ProbeResult;
import dev.sluice.net.message.ProbeTerms;
import dev.sluice.net.message.Problem;
import dev.sluice.net.message.Refuge;
import dev.sluice.net.message.Register;
import dev.sluice.net.message.Registered;
import dev.sluice.net.message.Results;
import dev.sluice.net.message.Revoke;
import dev.sluice.net.message.RunAges;
import dev.sluice.net.message.SeriesWeather;
import dev.sluice.net.message.SizeClass;
import dev.sluice.net.message.SteerAnswer;
import dev.sluice.net.message.SteerWorkers;
import dev.sluice.net.message.SubMasterSlots;
import dev.sluice.net.message.SubMasterTerms;
import dev.sluice.net.message.SubMasterWorkers;
import dev.sluice.net.message.UnitFailed;
import dev.sluice.net.message.UnitName;
import dev.sluice.net.message.UnitOutput;
import dev.sluice.net.message.UnitTerms;
import dev.sluice.net.message.Unwanted;
import dev.sluice.net.message.WeatherAnswer;
import dev.sluice.net.message.WorkTerms;
import dev.sluice.net.message.WorkerBeat;
import dev.sluice.net.message.WorkerStats;
import dev.sluice.net.message.WorkerWeather;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.rules.TransportKind;
import dev.sluice.net.runfile.LocalSocket;
import dev.sluice.net.session.Outbound;
import dev.sluice.net.session.Wire;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** One message of each kind, every field away from its default. */
public final class Samples {
    public static final String SHA = "0123456789abcdef".repeat(4);
    static final HeldUnits HELD = new HeldUnits(5, -77, 300, 1L << 40);
    public static final ResultRun RESULT = ResultRun.of(6, Long.MIN_VALUE, 17, 128, 123_456_789_012L, 0.25);
    static final ProbeTerms PROBE = new ProbeTerms(true, 1L << 33, 900_000_000, 200_000_000, 600_000_000, 65_536);
    public static final AttemptRun RUN = new AttemptRun(9, 0x1234_5678_9ABC_DEF0L, 1L << 33, 3, 500);

    static final CauseTimes CAUSES = CauseTimes.of(Map.of(
            Cause.COMPUTE, 1L,
            Cause.RUNTIME, 2L,
            Cause.MASTER, 3L,
            Cause.RESULTS_LINK, 4L,
            Cause.INPUTS_LINK, 5L,
            Cause.SETUP, 6L,
            Cause.NO_WORK, 7L));

    private Samples() {}

    private static WorkerBeat workerBeat() {
        return new WorkerBeat(
                7,
                41,
                20,
                100,
                new WorkerStats(1, 2, 3, 4, 5, CAUSES, 6),
                new WorkerBeat.Echo(3, 1_000_000),
                List.of(
                        LongUnit.silent(3, 1L << 40, 61_000_000_000L, "höst", 4_711, true),
                        LongUnit.silent(0, 0, 0, "", 0, false)));
    }

    private static SubMasterWorkers workersBelow() {
        WorkerStats stats = new WorkerStats(1, 2, 3, 4, 5, CAUSES, 6);
        return new SubMasterWorkers(
                List.of(
                        new SubMasterWorkers.Line("w2", "höst", TransportKind.UNIX, 3, 1L << 40, stats),
                        new SubMasterWorkers.Line("w2/w17", "", TransportKind.NONE, 1, 0, WorkerStats.NONE)),
                new SubMasterWorkers.Times(
                        List.of(new SubMasterWorkers.Duration(0, 1), new SubMasterWorkers.Duration(1L << 40, 3)),
                        List.of(new SubMasterWorkers.Duration(SubMasterWorkers.Duration.LONGEST_NANOS, 1 << 20))));
    }

    private static Results results() {
        RunAges ages = new RunAges(5, List.of(1_000_000L, 6L));
        List<ResultRun> runs = List.of(RESULT, RESULT);
        return new Results(3, 19, 41, 5_000_000, Results.Form.ACCUMULATED, runs, 4, ages, bytes(9_000));
    }

    private static UnitFailed failed() {
        RunAges ages = new RunAges(4, List.of(1_500L));
        HeldUnits unit = new HeldUnits(8, 1, 2, 1);
        return new UnitFailed(3, 20, unit, ErrorCode.UNIT_THREW, "a.B", "no wäy", "a.B: no\n\tat x", 2, ages, 70_000);
    }

    public static List<Message> all() {
        return Stream.of(ofRuns(), ofPools(), ofProbesAndFiles(), ofSubMasters())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Message> ofRuns() {
        return List.of(
                register(),
                registered(),
                new Fetch(SHA, 1L << 34, 65_536),
                new FilePart(SHA, 4_096, bytes(600)),
                new CycleSetup(3, 12, bytes(20), 7),
                new CycleEnd(3, new Lull(5, 6)),
                new Assign(3, 41, RUN, (1L << 33) + 7, 64, new Lull(7, 8), bytes(576)),
                new Revoke(3, 1L << 36),
                new HandedBack(3, List.of(HELD, new HeldUnits(8, 1, 2, 3))),
                results(),
                new Collect(3),
                new Offer(2, 1L << 33, true),
                new Grant(2),
                failed(),
                new Acknowledge(20, 1L << 20, 9, 3),
                workerBeat(),
                new MasterBeat(7, 6, true),
                report(),
                new AskWeather(3, true),
                new WeatherAnswer(1_700_000_000_000L, 9, true, List.of(weather())),
                new Drain(true),
                new SteerWorkers(SteerWorkers.How.MOVE, List.of("w3", "w2/w1", "höst"), "w2"),
                new SteerAnswer(
                        List.of("w3 on a"),
                        List.of("w4 on b"),
                        "w2 on b",
                        List.of("w9", "b"),
                        List.of("w1 on c", "w3 on a"),
                        "nö"),
                new WorkTerms(true, false),
                new WorkTerms(false, true),
                new ChangeHandout("FAC", "MEASURED", 3, 5),
                new HandoutAnswer(new Handout(PolicyName.FAC, Weighting.MEASURED, 3, 5), "nö"),
                new CancelUnit(new UnitName(UnitName.OPEN, 17, true)),
                new Note("nö"),
                new FollowUnit(new UnitName(2, 1L << 40, false), false),
                FollowUnit.ALL,
                UnitOutput.of(2, 1L << 40, 1, 77, new byte[] {0, 'a', -1}).from("w3 on höst"),
                UnitOutput.note(2, 5, "waits", true));
    }

    private static List<Message> ofPools() {
        return List.of(
                new AgentReport(
                        "höst",
                        8,
                        1L << 35,
                        "0.1",
                        4_711,
                        -5,
                        List.of(new AgentReport.Seat(
                                1L << 40, new RunId("run-1"), 4, AgentReport.State.ENDED, 99, 137, "no wäy"))),
                new AgentTarget(3, List.of(new AgentTarget.Seat(1L << 40, new RunId("run-1"), 4, "run=run-1\nend\n"))),
                new PoolJoin(new RunId("run-1"), "run=run-1\nend\n", 3, -7, 1, 64, 4_711),
                new PoolNeeds(1L << 40, 12, 50_000_000, 6, 1L << 33, true, "", 0),
                new PoolNeeds(1L << 40, 12, 50_000_000, 6, 1L << 33, true, "the master's link", 0),
                new PoolNeeds(1L << 40, 12, 50_000_000, 6, 1L << 33, true, "the master's link", 9),
                new PoolNews(12, List.of("höst joined")),
                new PoolRequest(PoolRequest.Verb.STATUS, List.of("run", "", "--size"), "/home/ü", List.of("A=b", "C=")),
                new PoolAnswer(ErrorCode.USAGE, "no such höst", "{}"));
    }

    private static List<Message> ofProbesAndFiles() {
        return List.of(
                new ProbeListen(1L << 40, Wire.IDENTITY, Wire.SECRETS.probe(), true, PROBE),
                new ProbeDial(
                        1L << 40,
                        List.of(
                                InetSocketAddress.createUnresolved("10.0.0.1", 7_000),
                                InetSocketAddress.createUnresolved("fe80::1", 65_535)),
                        SHA,
                        Wire.SECRETS.probe(),
                        true,
                        PROBE.turned()),
                new ProbeReady(5, List.of("10.0.0.1", "höst"), 7_000, 40_000_000),
                new ProbeGo(5),
                new ProbeResult(5, 1L << 33, 1L << 32, 600_000_000, ErrorCode.CONNECT_FAILED, "nobody thére"),
                new ProbeOpen(1L << 40),
                new ProbeData(true, bytes(700)),
                new ProbeEcho(8, true),
                new LinkProbe(9, 1L << 33, bytes(900)),
                new PeerListen(Wire.IDENTITY, Wire.SECRETS.peer(), true),
                new PeerReady(List.of("10.0.0.1", "höst"), 7_000),
                new FileNews(SHA, FileNews.State.WRONG),
                new FileSource(SHA, null),
                new FileSource(
                        SHA,
                        new FileSource.Door(
                                List.of(
                                        InetSocketAddress.createUnresolved("10.0.0.1", 7_000),
                                        InetSocketAddress.createUnresolved("fe80::1", 65_535)),
                                SHA,
                                Wire.SECRETS.peer(),
                                true)),
                new PeerWait());
    }

    private static List<Message> ofSubMasters() {
        return List.of(
                new Leaving("SIGTERM"),
                new SubMasterSlots(12),
                new SubMasterSlots(12, refuge(null)),
                new Move(refuge(new LocalSocket(Path.of("/run/sock"), "m/n"))),
                new MoveBelow(List.of("w1", "w2/w1"), null, false),
                new MoveBelow(List.of(), refuge(null), true),
                workersBelow(),
                new SubMasterTerms(
                        new Handout(PolicyName.FAC, Weighting.MEASURED, 2, 5),
                        3,
                        true,
                        1L << 33,
                        GrantMode.SERIAL,
                        1L << 28,
                        new PlannedWeights(
                                new TreeMap<>(Map.of("near", 0.25, "söme", 0.5)), Map.of("near", 0.125), 0.2),
                        true),
                new Adopted(3, List.of(HELD), List.of(new HeldUnits(8, 1, 2, 3), HELD)),
                new Unwanted(3, List.of(HELD, new HeldUnits(8, 1, 2, 3))),
                new Goodbye(ErrorCode.NONE, "done"),
                new Problem(ErrorCode.MALFORMED, "what was that"));
    }

    static HostReport report() {
        return new HostReport(
                12,
                4_000_000_000L,
                2,
                new HostReport.Processors(8, 2_500),
                668,
                new HostReport.Load(3_250, 1_750, new HostReport.Times(1, 2, 3, 4, 5, 6, 7)),
                new HostReport.Memory(1L << 33, 1L << 34),
                3_990_000_000L,
                HostReport.Source.KERNEL_FILES,
                Optional.of(new HostReport.Processor("Prozessör 9", 2_600)),
                List.of(
                        new HostReport.Received(SizeClass.LARGE, 2, 5_000_000, 70_000_000),
                        new HostReport.Received(SizeClass.SMALL, 1, 50_000, 300_000)));
    }

    private static WorkerWeather weather() {
        SeriesWeather.Measurement newest = new SeriesWeather.Measurement(1_700_000_000_001L, 2e6, 1e6, 1.5e6, 3e5);
        return new WorkerWeather(
                4,
                "höst",
                true,
                1_700_000_000_002L,
                report(),
                List.of(new SeriesWeather(
                        SeriesWeather.Quantity.BANDWIDTH_OUT,
                        SizeClass.MEDIUM,
                        newest,
                        new SeriesWeather.Expected(1.5e6, 2.5e5, 3e5, "median of 5", 77),
                        List.of(new SeriesWeather.Measurement(5, 2, Double.NaN, Double.NaN, 1), newest))));
    }

    public static Register register() {
        return Register.ofSlots("höst", 4, "0.1", 4_711, -5, List.of(HELD), List.of(RESULT), 3, List.of(SHA, SHA));
    }

    public static Registered registered() {
        ApplicationInfo application = new ApplicationInfo(
                List.of(new JarInfo("a b.jar", SHA, 123_456), new JarInfo("c.jar", SHA, 0)),
                "a.B",
                List.of("--x", "", "1"),
                new InputFiles(
                        List.of(
                                new FileInfo("data/höst.csv", SHA, 1L << 34, false, true, "/in/höst.csv", "m/n"),
                                new FileInfo("env", SHA, 0, true, false, "", "")),
                        10L << 30,
                        false));
        return new Registered(
                new WorkerId(2),
                new RunId("run-1"),
                3,
                6_000_000_000L,
                1 << 20,
                application,
                List.of(HELD),
                65_536,
                new UnitTerms(30_000_000_000L, UnitTerms.Isolation.OFF),
                List.of(refuge(null), refuge(new LocalSocket(Path.of("/run/sock"), "m/n"))),
                600_000_000_000L);
    }

    private static Refuge refuge(LocalSocket socket) {
        return new Refuge(
                List.of(
                        InetSocketAddress.createUnresolved("10.0.0.1", 7_000),
                        InetSocketAddress.createUnresolved("fe80::1", 65_535)),
                socket,
                SHA,
                Wire.SECRETS.worker(),
                true);
    }

    /** A payload of this size [bytes], in which each byte depends on its place. */
    public static Payload bytes(int size) {
        byte[] bytes = new byte[size];
        for (int i = 0; i < size; i++) {
            bytes[i] = (byte) (i * 31 + (i >> 8));
        }
        return Payload.wrap(ByteBuffer.wrap(bytes));
    }

    /** The bytes on the wire. Takes the payload over. */
    public static byte[] frame(Message message) {
        EmbeddedChannel channel = new EmbeddedChannel(new ChannelInboundHandlerAdapter());
        Outbound outbound = new Outbound(channel.pipeline().firstContext(), () -> {});
        outbound.send(Kind.of(message), message);
        outbound.flush();
        ByteBuf all = Unpooled.buffer();
        for (ByteBuf out = channel.readOutbound(); out != null; out = channel.readOutbound()) {
            all.writeBytes(out);
            out.release();
        }
        channel.finishAndReleaseAll();
        return ByteBufUtil.getBytes(all);
    }

    public static byte[] content(Payload payload) {
        ByteBuf all = Unpooled.buffer();
        for (ByteBuffer part : payload.buffers()) {
            all.writeBytes(part);
        }
        return ByteBufUtil.getBytes(all);
    }
}
