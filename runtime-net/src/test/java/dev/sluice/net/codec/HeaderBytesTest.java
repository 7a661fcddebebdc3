package dev.sluice.net.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.CodedInputStream;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.RunId;
import dev.sluice.model.WorkerId;
import dev.sluice.model.collect.GrantMode;
import dev.sluice.model.policy.PlannedWeights;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.schedule.Handout;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.net.message.ApplicationInfo;
import dev.sluice.net.message.FileSource;
import dev.sluice.net.message.HostReport;
import dev.sluice.net.message.Leaving;
import dev.sluice.net.message.Message;
import dev.sluice.net.message.Move;
import dev.sluice.net.message.MoveBelow;
import dev.sluice.net.message.PeerListen;
import dev.sluice.net.message.ProbeDial;
import dev.sluice.net.message.ProbeListen;
import dev.sluice.net.message.Problem;
import dev.sluice.net.message.Refuge;
import dev.sluice.net.message.Register;
import dev.sluice.net.message.Registered;
import dev.sluice.net.message.RunAges;
import dev.sluice.net.message.SteerAnswer;
import dev.sluice.net.message.SubMasterSlots;
import dev.sluice.net.message.SubMasterTerms;
import dev.sluice.net.message.SubMasterWorkers;
import dev.sluice.net.message.UnitFailed;
import dev.sluice.net.message.UnitTerms;
import dev.sluice.net.message.WeatherAnswer;
import dev.sluice.net.message.WorkerBeat;
import dev.sluice.net.message.WorkerStats;
import dev.sluice.net.message.WorkerWeather;
import dev.sluice.testing.Records;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Headers keep the bytes that earlier builds wrote. {@code headers.txt} has one line per sample: the kind, a colon and
 * the header in hexadecimal. The identity and the secrets in that file were drawn for it and protect nothing.
 */
class HeaderBytesTest {
    private static final String FILE = "headers.txt";

    /** Samples with every field away from its default, then samples with as many defaults as possible. */
    private static List<Message> samples() {
        return Stream.concat(Samples.all().stream(), bare()).toList();
    }

    private static Stream<Message> bare() {
        WorkerWeather weather = new WorkerWeather(1, "", false, 0, HostReport.NONE, List.of());
        return Stream.of(
                Register.ofSlots("", 0, "", 0, 0, List.of(), List.of(), -1, List.of()),
                new Registered(
                        new WorkerId(1),
                        new RunId("r"),
                        0,
                        1,
                        0,
                        new ApplicationInfo(List.of(), "", List.of()),
                        List.of(),
                        0,
                        new UnitTerms(0, UnitTerms.Isolation.AUTO),
                        List.of(),
                        0),
                new WorkerBeat(0, 0, 0, 0, WorkerStats.NONE, WorkerBeat.Echo.NONE, List.of()),
                HostReport.NONE,
                new WeatherAnswer(0, 0, false, List.of(weather)),
                new SubMasterTerms(
                        new Handout(PolicyName.SS, Weighting.EQUAL, -1, 0),
                        1,
                        false,
                        0,
                        GrantMode.ADAPTIVE,
                        0,
                        PlannedWeights.NONE,
                        false),
                new SteerAnswer(List.of("", ""), List.of(), "", List.of(), List.of(""), ""),
                new Problem(ErrorCode.NONE, ""),
                new Leaving("half a character: \uD83D"),
                new UnitFailed( // of a worker that does not say where and when
                        3,
                        20,
                        new HeldUnits(8, 1, 2, 1),
                        ErrorCode.UNIT_THREW,
                        "a.B",
                        "no wäy",
                        "a.B: no\n\tat x",
                        2,
                        RunAges.UNKNOWN,
                        0),
                new SubMasterWorkers(List.of()));
    }

    private static byte[] write(Message message) {
        HeaderWriter out = new HeaderWriter();
        Kind.of(message).codec().write(message, out);
        return Arrays.copyOf(out.bytes(), out.size());
    }

    @Test
    void shouldReadAndWriteTheBytesOfEarlierBuilds() throws IOException, URISyntaxException {
        URL file = Objects.requireNonNull(HeaderBytesTest.class.getResource(FILE), FILE);
        List<String> lines = Files.readAllLines(Path.of(file.toURI()));
        List<Message> samples = samples();
        assertThat(lines).hasSameSizeAs(samples);
        for (int i = 0; i < lines.size(); i++) {
            String[] line = lines.get(i).split(":", -1);
            byte[] bytes = HexFormat.of().parseHex(line[1]);
            Message sample = samples.get(i);
            assertThat(line[0]).isEqualTo(Kind.of(sample).name());

            Message read = Kind.of(sample).codec().read(CodedInputStream.newInstance(bytes), sample.payload());

            assertThat(read).isEqualTo(withSecretsOf(read, sample));
            assertThat(HexFormat.of().formatHex(write(read))).as(line[0]).isEqualTo(line[1]);
        }
    }

    /** The sample with the identity and the secrets of the message that was read, as each run draws its own. */
    private static Message withSecretsOf(Message read, Message sample) {
        if (sample instanceof ProbeListen listen) {
            ProbeListen other = (ProbeListen) read;
            return new ProbeListen(
                    listen.transfer(), other.identity(), other.secret(), listen.insecure(), listen.terms());
        }
        if (sample instanceof PeerListen listen) {
            PeerListen other = (PeerListen) read;
            return new PeerListen(other.identity(), other.secret(), listen.insecure());
        }
        if (sample instanceof FileSource source && source.from() != null) {
            FileSource.Door door = source.from();
            FileSource.Door other = Objects.requireNonNull(((FileSource) read).from());
            return new FileSource(
                    source.sha256(),
                    new FileSource.Door(door.addresses(), door.fingerprint(), other.secret(), door.insecure()));
        }
        if (sample instanceof ProbeDial dial) {
            return Records.with(dial, "secret", ((ProbeDial) read).secret());
        }
        if (sample instanceof Registered registered) {
            return withSecretsOf((Registered) read, registered);
        }
        if (sample instanceof SubMasterSlots slots && slots.place() != null) {
            return new SubMasterSlots(slots.slots(), withSecretOf(((SubMasterSlots) read).place(), slots.place()));
        }
        if (sample instanceof Move move) {
            return new Move(withSecretOf(((Move) read).to(), move.to()));
        }
        if (sample instanceof MoveBelow below && below.to() != null) {
            Refuge to = withSecretOf(((MoveBelow) read).to(), below.to());
            return new MoveBelow(below.workers(), to, below.leaves());
        }
        if (sample instanceof Leaving leaving) {
            return new Leaving(leaving.reason().replace('\uD83D', '?')); // UTF-8 has no half characters
        }
        return sample;
    }

    private static Registered withSecretsOf(Registered read, Registered registered) {
        List<Refuge> elsewhere = new ArrayList<>();
        for (int i = 0; i < registered.elsewhere().size(); i++) {
            elsewhere.add(
                    withSecretOf(read.elsewhere().get(i), registered.elsewhere().get(i)));
        }
        return Records.with(registered, "elsewhere", elsewhere);
    }

    private static Refuge withSecretOf(@Nullable Refuge read, Refuge sample) {
        return Records.with(sample, "secret", Objects.requireNonNull(read).secret());
    }
}
