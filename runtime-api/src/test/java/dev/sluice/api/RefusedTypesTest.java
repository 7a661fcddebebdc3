package dev.sluice.api;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Types without a codec are refused when it is derived, with their place. */
class RefusedTypesTest {
    record Tile(int x, Thread owner) {}

    record Grid(List<Map<String, Tile[]>> tiles) {}

    record Keyed(Map<Object, String> names) {}

    record RawBox(@SuppressWarnings("rawtypes") Values.Box box) {}

    record Growing<T>(T value, Optional<Growing<Values.Box<T>>> more) {}

    record Start(Growing<String> growing) {}

    record Concrete(ArrayList<String> names) {}

    interface Open {}

    record OpenHolder(Open open) {}

    sealed interface Half permits Fine, Wrong {}

    record Fine(int x) implements Half {}

    static final class Wrong implements Half {}

    @Test
    void shouldNameThePathAndWhatIsSupported() {
        assertRefused(
                Tile.class, "Tile.owner: java.lang.Thread has no codec (expected: a primitive, String, enum, record,");
        assertRefused(Tile.class, "or give a Codec)");
        assertRefused(Grid.class, "Grid.tiles[][][].owner: java.lang.Thread has no codec");
        assertRefused(Keyed.class, "Keyed.names[].key: java.lang.Object has no codec");
        assertRefused(Concrete.class, "Concrete.names: java.util.ArrayList has no codec");
        assertRefused(OpenHolder.class, "OpenHolder.open: dev.sluice.api.RefusedTypesTest$Open has no codec");
        assertRefused(Half.class, "Half(Wrong): dev.sluice.api.RefusedTypesTest$Wrong has no codec");
        assertRefused(Thread.class, "java.lang.Thread has no codec");
        assertRefused(Thread[].class, "Thread[][]: java.lang.Thread has no codec");
    }

    @Test
    void shouldRefuseRawTypes() {
        assertRefused(
                RawBox.class, "RawBox.box: dev.sluice.api.Values$Box without its type arguments (expected: Box<…>)");
        assertRefused(List.class, "java.util.List without its type arguments");
    }

    @Test
    void shouldRefuseTypesThatNeverEnd() {
        assertRefused(Start.class, "nested deeper than 64 types");
    }

    private static void assertRefused(Class<?> type, String message) {
        assertThatThrownBy(() -> Codecs.of(type))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining(message);
    }
}
