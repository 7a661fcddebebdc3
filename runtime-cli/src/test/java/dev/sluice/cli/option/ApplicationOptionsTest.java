package dev.sluice.cli.option;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ApplicationOptionsTest {
    private static final String KNOWN = "mandelbrot nbody pep";

    @Test
    void shouldNameTheNearestApplication() {
        assertThatThrownBy(() -> ApplicationOptions.checkName("mandelbrto", KNOWN))
                .hasMessage(
                        "there is no application 'mandelbrto' (expected: one of mandelbrot nbody pep, or the path of"
                                + " a jar; did you mean mandelbrot?)");
        assertThatThrownBy(() -> ApplicationOptions.checkName("each", KNOWN))
                .hasMessageContaining("'sluice predict each …'");
        assertThatThrownBy(() -> ApplicationOptions.checkName("each", ""))
                .hasMessageContaining("'sluice predict each …'");
        assertThatThrownBy(() -> ApplicationOptions.checkName("chess", KNOWN))
                .hasMessageEndingWith("(expected: one of mandelbrot nbody pep, or the path of a jar)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"missing.jar", "lib/missing", "/missing", "pom.xml"})
    void shouldLeavePathsAlone(String application) {
        assertThatCode(() -> ApplicationOptions.checkName(application, KNOWN)).doesNotThrowAnyException();
    }

    @Test
    void shouldNotKnowNamesWithoutTheScript() {
        assertThatCode(() -> ApplicationOptions.checkName("mandelbrto", "")).doesNotThrowAnyException();
    }
}
