package dev.sluice.net.message;

import dev.sluice.net.payload.Payload;

/**
 * One message of a session. A message may carry one {@link Payload} beside its fields; whoever holds the message owns
 * that payload: sending hands it over, receiving means releasing it.
 */
public sealed interface Message
        permits Register,
                Registered,
                Fetch,
                FilePart,
                CycleSetup,
                CycleEnd,
                Assign,
                Revoke,
                Collect,
                Grant,
                HandedBack,
                Results,
                UnitFailed,
                Acknowledge,
                Offer,
                WorkerBeat,
                MasterBeat,
                Drain,
                DrainWorkers,
                DrainAnswer,
                HostReport,
                AskWeather,
                WeatherAnswer,
                Leaving,
                Branch,
                BranchWorkers,
                BranchTerms,
                Unwanted,
                Adopted,
                ProbeListen,
                ProbeDial,
                ProbeReady,
                ProbeGo,
                ProbeResult,
                ProbeOpen,
                ProbeData,
                ProbeEcho,
                LinkProbe,
                Goodbye,
                Problem {
    /** The bytes beside the fields; empty for most kinds. */
    default Payload payload() {
        return Payload.empty();
    }

    /** Gives the payload back; to be called once by the last owner. */
    default void release() {
        payload().release();
    }
}
