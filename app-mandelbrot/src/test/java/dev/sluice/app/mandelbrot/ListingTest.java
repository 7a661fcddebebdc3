package dev.sluice.app.mandelbrot;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The application is the example that newcomers read, so it must stay short. */
class ListingTest {
    private static final Path SOURCE = Path.of("src/main/java/dev/sluice/app/mandelbrot/Mandelbrot.java");

    @Test
    void shouldFitOnAScreen() throws Exception {
        List<String> lines = Files.readAllLines(SOURCE);
        assertThat(lines).hasSizeLessThanOrEqualTo(60);
        int from = lines.indexOf("    // tag::readme[]");
        int to = lines.indexOf("    // end::readme[]");
        assertThat(from).isPositive();
        assertThat(to - from - 1).isBetween(1, 25);
    }
}
