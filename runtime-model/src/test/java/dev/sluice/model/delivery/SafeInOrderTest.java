package dev.sluice.model.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SafeInOrderTest {
    @Test
    void shouldCountMessagesAsSafeInTheOrderOfTheirSender() {
        List<String> safe = new ArrayList<>();
        SafeInOrder<String, String> messages = new SafeInOrder<>(safe::add);
        Runnable first = messages.add("w1", "a");
        Runnable second = messages.add("w1", "b");
        Runnable other = messages.add("w2", "c");
        second.run();
        assertThat(safe).isEmpty();
        other.run();
        first.run();
        assertThat(safe).containsExactly("c", "a", "b");
    }
}
