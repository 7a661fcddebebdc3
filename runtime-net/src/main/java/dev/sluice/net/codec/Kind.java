package dev.sluice.net.codec;

import static dev.sluice.net.codec.Kind.Lane.BULK;
import static dev.sluice.net.codec.Kind.Lane.CONTROL;
import static dev.sluice.net.codec.Kind.Lane.IN_ORDER;
import static dev.sluice.net.codec.Kind.Way.FROM_AGENT;
import static dev.sluice.net.codec.Kind.Way.FROM_CLIENT;
import static dev.sluice.net.codec.Kind.Way.FROM_OPERATOR;
import static dev.sluice.net.codec.Kind.Way.FROM_PEER;
import static dev.sluice.net.codec.Kind.Way.FROM_PROBE;
import static dev.sluice.net.codec.Kind.Way.FROM_WORKER;
import static dev.sluice.net.codec.Kind.Way.TO_AGENT;
import static dev.sluice.net.codec.Kind.Way.TO_CLIENT;
import static dev.sluice.net.codec.Kind.Way.TO_OPERATOR;
import static dev.sluice.net.codec.Kind.Way.TO_PEER;
import static dev.sluice.net.codec.Kind.Way.TO_PROBE;
import static dev.sluice.net.codec.Kind.Way.TO_WORKER;

import dev.sluice.net.message.Acknowledge;
import dev.sluice.net.message.Adopted;
import dev.sluice.net.message.AgentReport;
import dev.sluice.net.message.AgentTarget;
import dev.sluice.net.message.AskWeather;
import dev.sluice.net.message.Assign;
import dev.sluice.net.message.CancelUnit;
import dev.sluice.net.message.ChangeHandout;
import dev.sluice.net.message.Collect;
import dev.sluice.net.message.CycleEnd;
import dev.sluice.net.message.CycleSetup;
import dev.sluice.net.message.Drain;
import dev.sluice.net.message.Fetch;
import dev.sluice.net.message.FileNews;
import dev.sluice.net.message.FilePart;
import dev.sluice.net.message.FileSource;
import dev.sluice.net.message.FollowUnit;
import dev.sluice.net.message.Goodbye;
import dev.sluice.net.message.Grant;
import dev.sluice.net.message.HandedBack;
import dev.sluice.net.message.HandoutAnswer;
import dev.sluice.net.message.HostReport;
import dev.sluice.net.message.Leaving;
import dev.sluice.net.message.LinkProbe;
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
import dev.sluice.net.message.Problem;
import dev.sluice.net.message.Register;
import dev.sluice.net.message.Registered;
import dev.sluice.net.message.Results;
import dev.sluice.net.message.Revoke;
import dev.sluice.net.message.SteerAnswer;
import dev.sluice.net.message.SteerWorkers;
import dev.sluice.net.message.SubMasterSlots;
import dev.sluice.net.message.SubMasterTerms;
import dev.sluice.net.message.SubMasterWorkers;
import dev.sluice.net.message.UnitFailed;
import dev.sluice.net.message.UnitOutput;
import dev.sluice.net.message.Unwanted;
import dev.sluice.net.message.WeatherAnswer;
import dev.sluice.net.message.WorkTerms;
import dev.sluice.net.message.WorkerBeat;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The kinds of frames: the byte after the length. Numbers never change meaning. */
public enum Kind {
    HELLO(1, CONTROL, null, null),
    PROOF(2, CONTROL, null, null),
    PART(3, BULK, null, null, FROM_WORKER, TO_WORKER, FROM_AGENT, TO_AGENT, TO_PEER, FROM_PROBE, TO_PROBE),
    PROBLEM(4, CONTROL, Problem.class, SessionHeaders::problem, Way.values()),
    GOODBYE(5, IN_ORDER, Goodbye.class, SessionHeaders::goodbye, Way.values()),
    REGISTER(6, IN_ORDER, Register.class, SessionHeaders::register),
    REGISTERED(7, IN_ORDER, Registered.class, SessionHeaders::registered),
    WORKER_BEAT(8, CONTROL, WorkerBeat.class, SessionHeaders::workerBeat, FROM_WORKER),
    MASTER_BEAT(9, CONTROL, MasterBeat.class, SessionHeaders::masterBeat, TO_WORKER),
    DRAIN(10, CONTROL, Drain.class, SessionHeaders::drain, TO_WORKER),
    LEAVING(11, CONTROL, Leaving.class, SessionHeaders::leaving, FROM_WORKER),
    HOST_REPORT(12, CONTROL, HostReport.class, SensingHeaders::hostReport, FROM_WORKER, FROM_AGENT),
    PROBE_LISTEN(13, CONTROL, ProbeListen.class, ProbeHeaders::listen, TO_WORKER),
    PROBE_DIAL(14, CONTROL, ProbeDial.class, ProbeHeaders::dial, TO_WORKER),
    PROBE_READY(15, CONTROL, ProbeReady.class, ProbeHeaders::ready, FROM_WORKER),
    PROBE_GO(16, CONTROL, ProbeGo.class, ProbeHeaders::go, TO_WORKER),
    PROBE_RESULT(17, CONTROL, ProbeResult.class, ProbeHeaders::result, FROM_WORKER),
    PROBE_OPEN(18, CONTROL, ProbeOpen.class, ProbeHeaders::open, FROM_PROBE),
    PROBE_DATA(19, BULK, ProbeData.class, ProbeHeaders::data, FROM_PROBE, TO_PROBE),
    PROBE_ECHO(20, CONTROL, ProbeEcho.class, ProbeHeaders::echo, FROM_PROBE, TO_PROBE),
    SUB_MASTER_SLOTS(21, IN_ORDER, SubMasterSlots.class, SubMasterHeaders::slots, FROM_WORKER),
    SUB_MASTER_TERMS(22, CONTROL, SubMasterTerms.class, SubMasterHeaders::terms, TO_WORKER),
    UNWANTED(23, IN_ORDER, Unwanted.class, SubMasterHeaders::unwanted, TO_WORKER),
    LINK_PROBE(24, BULK, LinkProbe.class, SensingHeaders::linkProbe, FROM_WORKER, TO_WORKER, FROM_AGENT, TO_AGENT),
    SUB_MASTER_WORKERS(25, IN_ORDER, SubMasterWorkers.class, SubMasterHeaders::workers, FROM_WORKER),
    ADOPTED(26, IN_ORDER, Adopted.class, SubMasterHeaders::adopted, FROM_WORKER),
    PEER_LISTEN(27, CONTROL, PeerListen.class, PeerHeaders::listen, TO_WORKER),
    PEER_READY(28, CONTROL, PeerReady.class, PeerHeaders::ready, FROM_WORKER),
    FILE_NEWS(29, CONTROL, FileNews.class, PeerHeaders::news, FROM_WORKER),
    FILE_SOURCE(30, CONTROL, FileSource.class, PeerHeaders::source, TO_WORKER),
    PEER_WAIT(31, CONTROL, PeerWait.class, PeerHeaders::waiting, TO_PEER),
    FETCH(32, CONTROL, Fetch.class, WorkHeaders::fetch, FROM_WORKER, FROM_PEER),
    FILE_PART(33, BULK, FilePart.class, WorkHeaders::filePart, TO_WORKER, TO_PEER),
    CYCLE_SETUP(34, BULK, CycleSetup.class, WorkHeaders::cycleSetup, TO_WORKER),
    CYCLE_END(35, IN_ORDER, CycleEnd.class, WorkHeaders::cycleEnd, TO_WORKER),
    ASSIGN(36, BULK, Assign.class, UnitHeaders::assign, TO_WORKER),
    REVOKE(37, CONTROL, Revoke.class, WorkHeaders::revoke, TO_WORKER),
    HANDED_BACK(38, IN_ORDER, HandedBack.class, WorkHeaders::handedBack, FROM_WORKER),
    COLLECT(39, CONTROL, Collect.class, ResultHeaders::collect, TO_WORKER),
    GRANT(40, CONTROL, Grant.class, ResultHeaders::grant, TO_WORKER),
    WORK_TERMS(41, IN_ORDER, WorkTerms.class, WorkHeaders::workTerms, TO_WORKER),
    MOVE(42, IN_ORDER, Move.class, SubMasterHeaders::move, TO_WORKER),
    MOVE_BELOW(43, IN_ORDER, MoveBelow.class, SubMasterHeaders::moveBelow, TO_WORKER),
    RESULTS(64, BULK, Results.class, UnitHeaders::results, FROM_WORKER),
    UNIT_FAILED(65, IN_ORDER, UnitFailed.class, ResultHeaders::unitFailed, FROM_WORKER),
    ACKNOWLEDGE(66, CONTROL, Acknowledge.class, UnitHeaders::acknowledge, TO_WORKER),
    OFFER(67, CONTROL, Offer.class, ResultHeaders::offer, FROM_WORKER),
    ASK_WEATHER(98, CONTROL, AskWeather.class, SensingHeaders::askWeather, FROM_OPERATOR),
    WEATHER_ANSWER(99, CONTROL, WeatherAnswer.class, SensingHeaders::weatherAnswer, TO_OPERATOR),
    CHANGE_HANDOUT(102, CONTROL, ChangeHandout.class, OperatorHeaders::changeHandout, FROM_OPERATOR),
    HANDOUT_ANSWER(103, CONTROL, HandoutAnswer.class, OperatorHeaders::handoutAnswer, TO_OPERATOR),
    CANCEL_UNIT(106, CONTROL, CancelUnit.class, OperatorHeaders::cancelUnit, FROM_OPERATOR),
    FOLLOW_UNIT(108, CONTROL, FollowUnit.class, OperatorHeaders::followUnit, TO_WORKER, FROM_OPERATOR),
    UNIT_OUTPUT(109, IN_ORDER, UnitOutput.class, OperatorHeaders::unitOutput, FROM_WORKER, TO_OPERATOR),
    STEER_WORKERS(110, CONTROL, SteerWorkers.class, OperatorHeaders::steerWorkers, FROM_OPERATOR),
    STEER_ANSWER(111, CONTROL, SteerAnswer.class, OperatorHeaders::steerAnswer, TO_OPERATOR),
    AGENT_REPORT(112, CONTROL, AgentReport.class, PoolHeaders::agentReport, FROM_AGENT),
    AGENT_TARGET(113, CONTROL, AgentTarget.class, PoolHeaders::agentTarget, TO_AGENT),
    POOL_JOIN(114, CONTROL, PoolJoin.class, PoolHeaders::join, FROM_CLIENT),
    POOL_NEEDS(115, CONTROL, PoolNeeds.class, PoolHeaders::needs, FROM_CLIENT),
    POOL_NEWS(116, CONTROL, PoolNews.class, PoolHeaders::news, TO_CLIENT),
    POOL_REQUEST(117, CONTROL, PoolRequest.class, PoolHeaders::request, FROM_CLIENT),
    POOL_ANSWER(118, CONTROL, PoolAnswer.class, PoolHeaders::answer, TO_CLIENT),
    NOTE(119, CONTROL, Note.class, OperatorHeaders::note, FROM_OPERATOR);

    /** How a message waits for the network. */
    public enum Lane {
        /** Overtakes the other two. */
        CONTROL,
        /** No bulk, but keeps its place among messages with bulk. */
        IN_ORDER,
        /** May carry bulk; waits while the network takes no more. */
        BULK
    }

    /** Between whom a message travels in an active session; the other end is a master, a pool or a source of files. */
    public enum Way {
        FROM_WORKER,
        TO_WORKER,
        FROM_OPERATOR,
        TO_OPERATOR,
        FROM_CLIENT,
        TO_CLIENT,
        FROM_AGENT,
        TO_AGENT,
        FROM_PEER,
        TO_PEER,
        FROM_PROBE,
        TO_PROBE
    }

    private static final @Nullable Kind[] BY_NUMBER = new @Nullable Kind[256];
    private static final Map<Class<?>, Kind> BY_TYPE = new HashMap<>();

    static {
        for (Kind kind : values()) {
            BY_NUMBER[kind.number] = kind;
            if (kind.type != null) {
                BY_TYPE.put(kind.type, kind);
            }
        }
    }

    private final int number;
    private final Lane lane;
    private final Set<Way> ways;
    private final @Nullable Class<? extends Message> type;
    private final @Nullable Supplier<? extends HeaderCodec<? extends Message>> maker;
    /** Made at its first use, because making it loads the generated class. Two threads may both make one. */
    private @Nullable HeaderCodec<? extends Message> codec;

    <M extends Message> Kind(
            int number, Lane lane, @Nullable Class<M> type, @Nullable Supplier<HeaderCodec<M>> maker, Way... ways) {
        this.number = number;
        this.lane = lane;
        this.ways = Set.of(ways);
        this.type = type;
        this.maker = maker;
    }

    public static Kind of(Message message) {
        Kind kind = BY_TYPE.get(message.getClass());
        if (kind == null) {
            throw new IllegalArgumentException("message: " + message.getClass() + " has no kind");
        }
        return kind;
    }

    /** The kinds of messages that travel so. */
    public static Set<Kind> on(Way way) {
        Set<Kind> all = EnumSet.allOf(Kind.class);
        all.removeIf(kind -> !kind.ways.contains(way));
        return all;
    }

    public static @Nullable Kind ofNumber(byte number) {
        return BY_NUMBER[number & 0xFF];
    }

    public int number() {
        return number;
    }

    /** Tells whether the message is about the worker itself, its jars and its session, and not about work. */
    public boolean housekeeping() {
        return number < CYCLE_SETUP.number;
    }

    public Lane lane() {
        return lane;
    }

    /** The value that an application of the session sees; none for frames that the session itself uses. */
    @Nullable
    public Class<? extends Message> type() {
        return type;
    }

    /** Both directions of the header. */
    @SuppressWarnings("unchecked") // the constructor ties type and codec together
    public HeaderCodec<Message> codec() {
        HeaderCodec<? extends Message> made = codec;
        if (made == null) {
            if (maker == null) {
                throw new IllegalStateException(this + " is no message");
            }
            made = maker.get();
            codec = made;
        }
        return (HeaderCodec<Message>) made;
    }
}
