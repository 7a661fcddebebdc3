package dev.sluice.cli.steer;

import dev.sluice.json.Json;
import dev.sluice.launch.Place;
import dev.sluice.launch.PlaceVerdict;
import dev.sluice.launch.ssh.RemoteWorkers;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.IfKnown;
import dev.sluice.model.RunId;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The results of {@code sluice workers add} as JSON: {@code docs/launch.schema.json}. */
record LaunchJson(String schema, @IfKnown @Nullable RunId run, List<Host> hosts) {
    private static final String SCHEMA = "sluice-launch-1";

    private record Host(
            String host,
            PlaceVerdict.Kind verdict,
            @IfKnown @Nullable ErrorCode code,
            @IfKnown @Nullable String reason,
            @IfKnown @Nullable String byHand,
            @IfKnown @Nullable List<String> lines) {
        private static Host of(String host, @Nullable PlaceVerdict verdict, @Nullable List<String> lines) {
            return verdict == null || verdict.good()
                    ? new Host(host, PlaceVerdict.Kind.GOOD, null, null, null, lines)
                    : new Host(host, verdict.kind(), verdict.kind().code(), verdict.reason(), verdict.byHand(), lines);
        }
    }

    /** The verdicts of hosts. */
    static String of(RunId run, Map<Place, PlaceVerdict> verdicts) {
        List<Host> hosts = verdicts.entrySet().stream()
                .map(each -> Host.of(each.getKey().host(), each.getValue(), null))
                .toList();
        return Json.of(new LaunchJson(SCHEMA, run, hosts));
    }

    /** The answers of hosts. */
    static String of(List<RemoteWorkers.Answer> answers) {
        List<Host> hosts = answers.stream()
                .map(answer -> Host.of(answer.host().name(), answer.trouble(), answer.lines()))
                .toList();
        return Json.of(new LaunchJson(SCHEMA, null, hosts));
    }
}
