package dev.sluice.master;

import dev.sluice.api.Accumulation;
import dev.sluice.api.Results;
import dev.sluice.model.Build;
import dev.sluice.model.IfKnown;
import dev.sluice.model.Written;
import dev.sluice.model.schedule.SchedulerConfig;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The request for a run: everything that is known before it starts.
 *
 * @param application its class
 * @param arguments of the application, with secrets replaced
 * @param started when the command began
 * @param sluice version of Sluice
 * @param java version of Java
 * @param changed what had changed when the run was resumed, with the user's word that its results are right
 */
public record RunTerms(
        String application,
        List<String> arguments,
        Instant started,
        @Written("sluiceVersion") String sluice,
        @Written("javaVersion") String java,
        @IfKnown List<String> changed) {
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
                Runtime.version().toString(),
                List.of());
    }

    /** The same of a run that goes on although this has changed. */
    public RunTerms changed(List<String> what) {
        return new RunTerms(application, arguments, started, sluice, java, List.copyOf(what));
    }

    /** Tells whether the value is independent of the order of merging; null if nothing is accumulated. */
    public static @Nullable Boolean exact(Results<?> results) {
        return results instanceof Accumulation<?> accumulation ? accumulation.isExact() : null;
    }

    /** The number of chunks ahead, in the format of {@code --prefetch}. */
    public static String prefetch(int chunks) {
        return chunks == SchedulerConfig.AUTO ? "auto" : String.valueOf(chunks);
    }

    /** Replaces the values of options by stars if the name suggests a secret. */
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
