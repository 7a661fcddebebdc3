package dev.sluice.cli.run;

import dev.sluice.api.ApplicationException;
import dev.sluice.api.Hosted;
import dev.sluice.api.SerialRun;
import dev.sluice.master.application.Applications;
import dev.sluice.master.files.RunInputs;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.net.rules.Text;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Array;
import java.lang.reflect.RecordComponent;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * {@code run --unit}: one unit computed on the main thread, where a debugger can follow it.
 *
 * @param cycle number of its cycle
 * @param index its index in the cycle
 */
record SingleUnit(int cycle, long index) {
    private static final int MOST_ELEMENTS = 20;
    private static final int MOST_CHARACTERS = 4_000;

    private static final String REMEDY = "Read the stack trace above. A debugger can be attached: SLUICE_JAVA_OPTIONS="
            + "-agentlib:jdwp=transport=dt_socket,server=y,address=5005";

    /**
     * Computes the unit, and prints its result or the exception with its stack. Returns the exit code.
     *
     * @param seed of the run whose unit it is
     * @param json whether the result is printed as one JSON object
     */
    int run(Hosted<?, ?, ?> application, long seed, boolean json, PrintWriter out, PrintWriter err) {
        SerialRun.Single<?> computed;
        try (ExitGuard.Named named = ExitGuard.name(Thread.currentThread(), "unit " + index)) {
            computed = new SerialRun<>(application)
                    .withFiles(RunInputs::ofOneProcess)
                    .withSeed(seed)
                    .single(cycle, index);
        } catch (ApplicationException failure) {
            SluiceException told = Applications.failed(failure);
            Throwable cause = failure.getCause();
            if (cause != null && failure.kind() != ApplicationException.Kind.ARGUMENTS) {
                StringWriter stack = new StringWriter();
                cause.printStackTrace(new PrintWriter(stack, true));
                err.print(Text.printableLines(stack.toString(), stack.toString().length()));
                err.flush();
            }
            throw told.code() == ErrorCode.UNIT_THREW
                    ? new SluiceException(told.code(), String.valueOf(told.getMessage()), REMEDY, failure)
                    : told;
        }
        if (json) {
            out.println(RunJson.unit(application.className(), this, computed));
            out.flush();
            return 0;
        }
        out.printf(
                Locale.ROOT,
                "unit %d of cycle %d: computed in %.3f ms; its result takes %,d bytes%n%s%n",
                index,
                cycle,
                computed.nanos() / 1e6,
                computed.encodedBytes(),
                Text.printableLines(text(computed), 2 * MOST_CHARACTERS));
        out.flush();
        return 0;
    }

    /** The result as text, as far as a screen shows it. */
    static String text(SerialRun.Single<?> computed) {
        return cut(computed.shown().orElseGet(() -> shown(computed.result())));
    }

    private static String cut(String text) {
        return text.length() <= MOST_CHARACTERS ? text : text.substring(0, MOST_CHARACTERS) + " …";
    }

    /** The value as text, with the elements of arrays in it. */
    static String shown(@Nullable Object value) {
        if (value == null) {
            return "null";
        }
        if (value.getClass().isArray()) {
            return elements(value);
        }
        return value.getClass().isRecord() ? components(value) : value.toString();
    }

    private static String elements(Object array) {
        int length = Array.getLength(array);
        StringBuilder text = new StringBuilder("[");
        for (int i = 0; i < Math.min(length, MOST_ELEMENTS); i++) {
            text.append(i == 0 ? "" : ", ").append(shown(Array.get(array, i)));
        }
        return length <= MOST_ELEMENTS
                ? text.append(']').toString()
                : text.append(", … ").append(length).append(" elements]").toString();
    }

    /** A record whose class keeps its accessors to itself is shown by its own method. */
    private static String components(Object value) {
        StringBuilder text = new StringBuilder(value.getClass().getSimpleName()).append('[');
        String separator = "";
        try {
            for (RecordComponent component : value.getClass().getRecordComponents()) {
                component.getAccessor().setAccessible(true);
                Object part = component.getAccessor().invoke(value);
                text.append(separator).append(component.getName()).append('=').append(shown(part));
                separator = ", ";
            }
        } catch (ReflectiveOperationException | RuntimeException hidden) {
            return value.toString();
        }
        return text.append(']').toString();
    }
}
