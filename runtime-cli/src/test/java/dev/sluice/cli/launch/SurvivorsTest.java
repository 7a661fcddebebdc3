package dev.sluice.cli.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.launch.Survivor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class SurvivorsTest {
    private final Survivors survivors = new Survivors();
    private final List<String> told = new ArrayList<>();

    private void watch() {
        survivors.watched(
                worker -> told.add("back " + worker.pid()),
                (worker, inOrder) -> told.add((inOrder ? "leaves " : "lost ") + worker.pid()));
    }

    @Test
    void shouldNameTheWorkersThatJoinedBeforeOthersAreStarted() throws Exception {
        survivors.joined("n1", 7);
        survivors.joined("n2", 8);

        assertThat(survivors.await(2, new CompletableFuture<>()))
                .containsExactly(new Survivor("n1", 7), new Survivor("n2", 8));
    }

    @Test
    void shouldTellOfWorkersThatComeAndGo() {
        watch();
        survivors.left("n1", 7, false);
        survivors.joined("n1", 7);
        survivors.left("n2", 8, true);

        assertThat(told).containsExactly("lost 7", "back 7", "leaves 8");
    }

    @Test
    void shouldTellOfWorkersThatWereLostBeforeTheyWereWatched() {
        survivors.joined("n1", 7);
        survivors.joined("n2", 8);
        survivors.left("n1", 7, false);
        survivors.left("n2", 8, false);
        survivors.joined("n2", 8);
        watch();

        assertThat(told).containsExactly("lost 7");
    }
}
