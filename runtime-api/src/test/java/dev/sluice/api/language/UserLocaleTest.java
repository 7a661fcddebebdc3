package dev.sluice.api.language;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UserLocaleTest {
    private static Map<String, String> restored(Map<String, String> environment) {
        Map<String, String> restored = new HashMap<>(environment);
        UserLocale.restore(restored);
        return restored;
    }

    @Test
    void shouldGiveBackTheUsersLocaleOrItsLack() {
        assertThat(restored(Map.of("LC_ALL", "C.UTF-8", "SLUICE_LC_ALL", "POSIX")))
                .isEqualTo(Map.of("LC_ALL", "POSIX"));
        assertThat(restored(Map.of("LC_ALL", "C.UTF-8", "SLUICE_LC_ALL", ""))).isEmpty();
        assertThat(restored(Map.of("LC_ALL", "C.UTF-8"))).isEqualTo(Map.of("LC_ALL", "C.UTF-8"));
    }
}
