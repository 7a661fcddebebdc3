package dev.sluice.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;

class HaltCallsTest {
    /** Ends the process in three ways, and has constants of all sizes. */
    static final class Ends {
        static final long LONG = 1L << 40;
        static final double DOUBLE = 0.1;

        static String answer(boolean end) {
            IntConsumer halts = Runtime.getRuntime()::halt;
            if (end) {
                halts.accept(7);
                Runtime.getRuntime().halt(0);
                System.exit(1);
            }
            return halt(LONG + DOUBLE) + "halt";
        }

        private static double halt(double value) {
            return value;
        }
    }

    static final class Stays {
        static String halt() {
            return "halt";
        }
    }

    /** Defines a class from its bytes. */
    private static final class Defining extends ClassLoader {
        Class<?> define(byte[] bytes) {
            return defineClass(null, bytes, 0, bytes.length);
        }
    }

    @Test
    void shouldRenameTheCallsAndNothingElse() throws Exception {
        byte[] original = bytes(Ends.class);
        byte[] changed = HaltCalls.asExits(original);

        assertThat(changed).hasSize(original.length + 12);
        assertThat(HaltCalls.asExits(changed)).as("no call is left").isSameAs(changed);
        Class<?> loaded = new Defining().define(changed);
        var answer = loaded.getDeclaredMethod("answer", boolean.class);
        answer.setAccessible(true);
        assertThat(answer.invoke(null, false)).isEqualTo(Ends.answer(false));
    }

    @Test
    void shouldLeaveOtherFilesAlone() throws Exception {
        byte[] other = bytes(Stays.class);
        assertThat(HaltCalls.asExits(other)).isSameAs(other);
        byte[] torn = java.util.Arrays.copyOf(bytes(Ends.class), 300);
        assertThat(HaltCalls.asExits(torn)).isSameAs(torn);
        byte[] noClass = "halt, or I count to ten".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        assertThat(HaltCalls.asExits(noClass)).isSameAs(noClass);
    }

    private static byte[] bytes(Class<?> of) throws IOException {
        try (InputStream in = of.getResourceAsStream(of.getName().replaceAll(".*\\.", "") + ".class")) {
            return in.readAllBytes();
        }
    }
}
