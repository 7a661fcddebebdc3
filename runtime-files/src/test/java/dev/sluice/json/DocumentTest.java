package dev.sluice.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.model.IfKnown;
import dev.sluice.model.Written;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A record is its document: written, read back, and refused where it is another. */
class DocumentTest {
    private record Host(String host, @IfKnown double seconds) {
        Host {
            if (seconds < 0) {
                throw new IllegalArgumentException("seconds " + seconds + " (expected: not negative)");
            }
        }
    }

    private record Times(
            @Written(value = "seconds", per = 1e9) long nanos,
            @Written(orNull = true) double spread) {}

    private record Document(
            @Written("class") String type,
            Instant started,
            Path directory,
            TimeUnit unit,
            @Written(flat = true) Times times,
            @Written(digits = 2) double share,
            List<Host> hosts,
            Map<String, Long> counts,
            @IfKnown Optional<Host> best,
            @IfKnown List<String> notes,
            @IfKnown String error,
            @Nullable Double allowed,
            boolean there,
            int number,
            long[] whole) {}

    private static final Document DOCUMENT = new Document(
            "Squares",
            Instant.EPOCH,
            Path.of("/runs/1"),
            TimeUnit.SECONDS,
            new Times(1_500_000_000, Double.NaN),
            0.25,
            List.of(new Host("a", 2), new Host("b", Double.NaN)),
            Map.of("units", 3L),
            Optional.empty(),
            List.of(),
            "",
            null,
            true,
            7,
            new long[] {1, 2});

    private static final String TEXT = "{\"class\":\"Squares\",\"started\":\"1970-01-01T00:00:00Z\","
            + "\"directory\":\"/runs/1\",\"unit\":\"seconds\",\"seconds\":1.5,\"spread\":null,\"share\":0.25,"
            + "\"hosts\":[{\"host\":\"a\",\"seconds\":2.0},{\"host\":\"b\"}],\"counts\":{\"units\":3},"
            + "\"allowed\":null,\"there\":true,\"number\":7,\"whole\":[1,2]}";

    private static Document read(String text) {
        return JsonTree.parse(Path.of("run.json"), text).as(Document.class);
    }

    @Test
    void shouldWriteWhatIsKnown() {
        assertThat(Json.of(DOCUMENT)).isEqualTo(TEXT);
        assertThat(Json.of(new Times(1, 0.5))).isEqualTo("{\"seconds\":1.0E-9,\"spread\":0.5}");
    }

    @Test
    void shouldReadWhatItWrote() {
        assertThat(Json.of(read(TEXT))).isEqualTo(TEXT);
        assertThat(read(TEXT).times()).isEqualTo(DOCUMENT.times());
        assertThat(read(TEXT).best()).isEmpty();
    }

    @Test
    void shouldNameTheFieldThatIsMissingOrWrong() {
        assertThatThrownBy(() -> read(TEXT.replace("\"number\":7,", "")))
                .hasMessageContainingAll("run.json", "/number", "missing");
        assertThatThrownBy(() -> read(TEXT.replace("\"number\":7", "\"number\":\"x\"")))
                .hasMessageContainingAll("run.json", "/number: x", "a whole number");
        assertThatThrownBy(() -> read(TEXT.replace("\"seconds\"}", "\"centuries\"}")
                        .replace("\"unit\":\"seconds\"", "\"unit\":\"centuries\"")))
                .hasMessageContainingAll("/unit: centuries", "one of nanoseconds, ");
        assertThatThrownBy(() -> read(TEXT.replace("\"seconds\":2.0", "\"seconds\":-2.0")))
                .hasMessageContainingAll("/hosts/0", "a host; seconds -2.0 (expected: not negative)");
    }
}
