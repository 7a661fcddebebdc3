package dev.sluice.testing;

import java.security.SecureRandom;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.opentest4j.IncompleteExecutionException;

/** Turns one {@link SeededTest} method into runs, each with its seed. */
final class SeededRuns implements TestTemplateInvocationContextProvider {
    static final String SEED_PROPERTY = "sluice.seed";
    static final String SEEDS_PROPERTY = "sluice.seeds";

    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        return context.getRequiredTestMethod().isAnnotationPresent(SeededTest.class);
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
        SeededTest test = context.getRequiredTestMethod().getAnnotation(SeededTest.class);
        int runs = Math.min(test.runs(), most(context, test.usually()));
        if (runs < 1) {
            throw new IllegalArgumentException(runs + " seeds (expected: at least 1)");
        }
        String name = context.getRequiredTestClass().getName() + "#"
                + context.getRequiredTestMethod().getName();
        return seeds(
                        name,
                        runs,
                        context.getConfigurationParameter(SEED_PROPERTY).orElse(""))
                .mapToObj(SeededRun::new);
    }

    private static int most(ExtensionContext context, int usually) {
        return context.getConfigurationParameter(SEEDS_PROPERTY, Integer::valueOf)
                .orElse(usually);
    }

    /**
     * The seeds to run.
     *
     * @param wish a seed, "fresh", or empty for the seeds that follow from the name
     */
    static LongStream seeds(String name, int runs, String wish) {
        if (wish.isEmpty()) {
            return new SplittableRandom(name.hashCode()).longs(runs);
        }
        if (wish.equals("fresh")) {
            return new SecureRandom().longs(runs);
        }
        try {
            return LongStream.of(Long.parseLong(wish));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "-D" + SEED_PROPERTY + "=" + wish + " (expected: a whole number or 'fresh')", e);
        }
    }

    private record SeededRun(long seed) implements TestTemplateInvocationContext {
        @Override
        public String getDisplayName(int invocationIndex) {
            return "run " + invocationIndex + ", seed " + seed;
        }

        @Override
        public List<Extension> getAdditionalExtensions() {
            return List.of(new Chance(seed), new SeedInFailure(seed));
        }
    }

    private record Chance(long seed) implements ParameterResolver {
        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            Class<?> type = parameter.getParameter().getType();
            return type == RandomGenerator.class || type == SplittableRandom.class;
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return new SplittableRandom(seed);
        }
    }

    private record SeedInFailure(long seed) implements TestExecutionExceptionHandler {
        @Override
        public void handleTestExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
            if (failure instanceof IncompleteExecutionException) {
                throw failure; // skipped, not failed
            }
            throw new SeededFailure(seed, failure);
        }
    }
}
