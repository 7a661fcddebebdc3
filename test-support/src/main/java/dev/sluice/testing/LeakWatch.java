package dev.sluice.testing;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.platform.commons.support.AnnotationSupport;

/** Notes what lives before a test or class of {@link NoLeaks} and asks for the difference afterwards. */
final class LeakWatch implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback {
    private static final Namespace NAMESPACE = Namespace.create(LeakWatch.class);

    @Override
    public void beforeAll(ExtensionContext context) {
        note(context);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        note(context);
    }

    @Override
    public void afterEach(ExtensionContext context) throws InterruptedException {
        compare(context);
    }

    @Override
    public void afterAll(ExtensionContext context) throws InterruptedException {
        compare(context);
    }

    private static void note(ExtensionContext context) {
        context.getStore(NAMESPACE).put(context.getUniqueId(), Living.now());
    }

    private static void compare(ExtensionContext context) throws InterruptedException {
        Living before = Objects.requireNonNull(context.getStore(NAMESPACE).remove(context.getUniqueId(), Living.class));
        NoLeaks rule = rule(context).orElseThrow();
        List<String> leaks = before.leaksWithin(rule.seconds(), List.of(rule.stay()));
        if (!leaks.isEmpty()) {
            throw new AssertionError(context.getDisplayName() + " left behind " + String.join("\nand ", leaks)
                    + "\n(expected: nothing, at most " + rule.seconds() + " s after its end)");
        }
    }

    private static Optional<NoLeaks> rule(ExtensionContext context) {
        return context.getTestMethod()
                .flatMap(method -> AnnotationSupport.findAnnotation(method, NoLeaks.class))
                .or(() -> AnnotationSupport.findAnnotation(context.getTestClass(), NoLeaks.class));
    }
}
