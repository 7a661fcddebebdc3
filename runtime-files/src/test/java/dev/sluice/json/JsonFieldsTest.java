package dev.sluice.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JsonFieldsTest {
    private record Inner(String name, double[] seconds) {}

    private record Outer(
            int number,
            long most,
            boolean there,
            TimeUnit unit,
            @Nullable String missing,
            List<Inner> inner,
            byte[] bytes,
            float[] shares,
            double unknown) {}

    private record Wrong(Object any) {}

    @Test
    void shouldWriteEachComponentByItsType() {
        Outer outer = new Outer(
                -1,
                Long.MAX_VALUE,
                true,
                TimeUnit.NANOSECONDS,
                null,
                List.of(new Inner("a\"b", new double[] {0.1, Double.NaN})),
                new byte[] {1, 2},
                new float[] {0.5f, Float.POSITIVE_INFINITY},
                Double.NEGATIVE_INFINITY);

        assertThat(Json.object(json -> Json.fields(json, outer)))
                .isEqualTo("{\"number\":-1,\"most\":9223372036854775807,\"there\":true,\"unit\":\"nanoseconds\","
                        + "\"missing\":null,\"inner\":[{\"name\":\"a\\\"b\",\"seconds\":[0.1,null]}],"
                        + "\"bytes\":\"AQI=\",\"shares\":[0.5,null],\"unknown\":null}");
    }

    @Test
    void shouldSayWhatATornTextLacksWithoutWordsOfTheParser() {
        assertThatThrownBy(() -> JsonTree.parse(Path.of("f"), "[1,\n2"))
                .hasMessageStartingWith("f:2: ")
                .hasMessageContaining("expected close marker for Array")
                .hasMessageNotContaining("Source");
    }

    @Test
    void shouldRefuseAComponentOfAnotherType() {
        assertThatThrownBy(() -> Json.object(json -> Json.fields(json, new Wrong(new Object()))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("java.lang.Object");
    }
}
