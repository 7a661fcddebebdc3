package dev.sluice.picture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testing.SeededTest;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class PictureTextTest {
    @Test
    void shouldEscapeMarkupAndDropWhatXmlCannotHold() {
        assertThat(PictureText.escape("a<b>&\"'\u0000\u0001\u202e\ufffe\ud800é€𝄞"))
                .isEqualTo("a&lt;b&gt;&amp;&quot;&#39;é€𝄞");
    }

    @Test
    void shouldCutWithAnEllipsis() {
        assertThat(PictureText.limit("a-very-long-host-name.example.org", Type.LABEL, 80))
                .endsWith("…");
        assertThat(PictureText.limit("short", Type.LABEL, 80)).isEqualTo("short");
        assertThat(PictureText.limit("x", Type.LABEL, 1)).isEmpty();
    }

    @SeededTest(runs = 200)
    void shouldFitTheRoomThatItIsGiven(RandomGenerator random) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < random.nextInt(60); i++) {
            text.appendCodePoint(random.nextInt(0x11000));
        }
        double room = random.nextInt(300);
        assertThat(PictureText.width(PictureText.limit(text.toString(), Type.STRONG, room), Type.STRONG))
                .isLessThanOrEqualTo(room);
        assertThat(PictureText.wrap(text.toString(), Type.SUMMARY, room, 3))
                .hasSizeLessThanOrEqualTo(3)
                .allMatch(line -> PictureText.width(line, Type.SUMMARY) <= room);
    }

    @Test
    void shouldWriteNumbersWithThreeDigits() {
        assertThat(Figures.number(0)).isEqualTo("0");
        assertThat(Figures.number(130)).isEqualTo("130");
        assertThat(Figures.number(1234)).isEqualTo("1230");
        assertThat(Figures.number(12_345)).isEqualTo("12.3 k");
        assertThat(Figures.number(999_999)).isEqualTo("1 M");
        assertThat(Figures.number(0.012345)).isEqualTo("0.0123");
        assertThat(Figures.number(-5.5)).isEqualTo("−5.5");
        assertThat(Figures.number(Double.POSITIVE_INFINITY)).isEqualTo("∞");
        assertThat(Figures.number(Double.NaN)).isEqualTo("–");
        assertThat(Figures.number(Double.MAX_VALUE)).isEqualTo("∞");
    }

    @Test
    void shouldWriteTimesAndSizesWithTheirUnits() {
        assertThat(Figures.seconds(0.035)).isEqualTo("35 ms");
        assertThat(Figures.seconds(1e-6)).isEqualTo("1 µs");
        assertThat(Figures.seconds(90)).isEqualTo("90 s");
        assertThat(Figures.seconds(7200)).isEqualTo("2 h");
        assertThat(Figures.bytes(20e6)).isEqualTo("20 MB");
        assertThat(Figures.bytes(1)).isEqualTo("1 B");
        assertThat(Figures.bytes(1000)).isEqualTo("1 kB");
        assertThat(Figures.percent(0.834)).isEqualTo("83 %");
        assertThat(Figures.percent(0.0004)).isEqualTo("<0.1 %");
        assertThat(Figures.coordinate(12.346)).isEqualTo("12.35");
        assertThat(Figures.coordinate(-0.05)).isEqualTo("-0.05");
        assertThat(Figures.coordinate(3)).isEqualTo("3");
    }
}
