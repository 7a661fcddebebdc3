package dev.sluice.master;

import dev.sluice.api.Accumulation;
import dev.sluice.api.Results;
import dev.sluice.model.Build;
import dev.sluice.model.schedule.SchedulerConfig;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What was asked of a run, and with what: everything that is known before it starts.
 *
 * @param application its class
 * @param arguments of the application, but for what looks like a secret
 * @param started when the command began
 * @param sluice version of Sluice
 * @param java version of Java
 */
public record RunTerms(String application, List<String> arguments, Instant started, String sluice, String java) {
    private static final Pattern SECRET =
            Pattern.compile("--?[^=]*(password|passphrase|secret|token|credential)[^=]*", Pattern.CASE_INSENSITIVE);

    /** How results travel. */
    public enum ResultMode {
        EACH,
        AT_CYCLE_END,
        ACCUMULATED;

        public static ResultMode of(Results<?> results) {
            return results instanceof Accumulation ? ACCUMULATED : results.kept() ? AT_CYCLE_END : EACH;
        }
    }

    public static RunTerms of(String application, List<String> arguments, Instant started) {
        return new RunTerms(
                application,
                withoutSecrets(arguments),
                started,
                Build.version(),
                Runtime.version().toString());
    }

    /** Whether the value does not depend on the order of the merges; null where nothing is merged. */
    public static @Nullable Boolean exact(Results<?> results) {
        return results instanceof Accumulation<?> accumulation ? accumulation.isExact() : null;
    }

    /** Chunks ahead, as {@code --prefetch} takes them. */
    public static String prefetch(int chunks) {
        return chunks == SchedulerConfig.AUTO ? "auto" : String.valueOf(chunks);
    }

    /** The value of an option whose name speaks of a secret is replaced by stars. */
    public static List<String> withoutSecrets(List<String> arguments) {
        List<String> shown = new ArrayList<>();
        boolean secretNext = false;
        for (String argument : arguments) {
            int equals = argument.indexOf('=');
            String name = equals < 0 ? argument : argument.substring(0, equals);
            boolean secret = SECRET.matcher(name).matches();
            if (secretNext && !argument.startsWith("-")) {
                shown.add("***");
            } else {
                shown.add(secret && equals >= 0 ? name + "=***" : argument);
            }
            secretNext = secret && equals < 0;
        }
        return shown;
    }
}
