package dev.sluice.master.tune;

import dev.sluice.api.extension.DistributionPolicy;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.policy.OwnPolicy;
import dev.sluice.model.policy.Policy;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Classes of the application that extend Sluice, as the context class loader finds them, which
 * {@code Applications.load} sets.
 */
public final class Extensions {
    private Extensions() {}

    /**
     * The policy of this class.
     *
     * @throws SluiceException EXTENSION_UNUSABLE if the class is missing, or cannot be created
     */
    public static Policy policy(String className) {
        Class<?> type = loaded(className);
        Constructor<? extends DistributionPolicy> constructor = constructor(type, DistributionPolicy.class);
        create(constructor); // one that cannot be created is refused before there is work
        return new OwnPolicy(className, () -> new RuleOfApplication(className, () -> create(constructor)));
    }

    /**
     * The application's services of this kind.
     *
     * @throws SluiceException EXTENSION_UNUSABLE if one of them cannot be created
     */
    public static <T> List<T> services(Class<T> type) {
        List<T> services = new ArrayList<>();
        try {
            ServiceLoader.load(type).forEach(services::add);
        } catch (ServiceConfigurationError wrong) {
            throw unusable(wrong.getMessage() + " (expected: a public class with a public constructor)", wrong);
        }
        return services;
    }

    /**
     * The answer of a service: a number from 0 to {@code most}, or NaN if it does not know.
     *
     * @param what its method, for the error message
     * @throws SluiceException EXTENSION_UNUSABLE if it throws, or answers another number
     */
    public static double answer(Object service, String what, double most, DoubleSupplier question) {
        double answer;
        try {
            answer = question.getAsDouble();
        } catch (RuntimeException | LinkageError | StackOverflowError thrown) {
            throw unusable(
                    service.getClass().getName() + "." + what + " threw " + thrown + " (expected: a number)", thrown);
        }
        if (answer < 0 || answer > most) {
            throw unusable(
                    service.getClass().getName() + "." + what + " returned " + answer + " (expected: 0 to " + most
                            + ", or NaN if it is not known)",
                    null);
        }
        return answer;
    }

    private static Class<?> loaded(String className) {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        try {
            return Class.forName(className, true, context == null ? Extensions.class.getClassLoader() : context);
        } catch (ClassNotFoundException missing) {
            throw unusable(className + ": no such class (expected: one of the application's jars)", missing);
        } catch (LinkageError broken) {
            throw unusable(
                    className + ": cannot be loaded: " + (broken.getCause() == null ? broken : broken.getCause())
                            + " (expected: a class whose needs are in the application's jars)",
                    broken);
        }
    }

    private static <T> Constructor<? extends T> constructor(Class<?> type, Class<T> as) {
        if (!as.isAssignableFrom(type)) {
            throw unusable(type.getName() + ": does not implement " + as.getName() + " (expected: it does)", null);
        }
        if (!Modifier.isPublic(type.getModifiers()) || Modifier.isAbstract(type.getModifiers())) {
            throw unusable(type.getName() + ": is not public, or abstract (expected: a public class)", null);
        }
        try {
            return type.asSubclass(as).getConstructor();
        } catch (NoSuchMethodException none) {
            throw unusable(
                    type.getName() + ": no public constructor without parameters (expected: one, in a class that is "
                            + "static if it is nested)",
                    none);
        }
    }

    private static <T> T create(Constructor<T> constructor) {
        try {
            return constructor.newInstance();
        } catch (InvocationTargetException threw) {
            Throwable cause = threw.getCause() == null ? threw : threw.getCause();
            throw unusable(
                    constructor.getDeclaringClass().getName() + ": its constructor threw " + cause
                            + " (expected: an object)",
                    cause);
        } catch (ReflectiveOperationException | LinkageError wrong) {
            throw unusable(constructor.getDeclaringClass().getName() + ": " + wrong + " (expected: an object)", wrong);
        }
    }

    private static SluiceException unusable(String text, @Nullable Throwable cause) {
        return cause == null
                ? new SluiceException(ErrorCode.EXTENSION_UNUSABLE, text)
                : new SluiceException(ErrorCode.EXTENSION_UNUSABLE, text, cause);
    }
}
