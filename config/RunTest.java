import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Runs a test method without a test framework, with what its class does before each: {@code java RunTest.java CLASS#METHOD}. */
public final class RunTest {
    private RunTest() {}

    public static void main(String[] arguments) throws Exception {
        String[] name = arguments[0].split("#");
        Constructor<?> constructor = Class.forName(name[0]).getDeclaredConstructor();
        constructor.setAccessible(true);
        Object test = constructor.newInstance();
        try {
            prepare(test, test.getClass());
            run(test, test.getClass().getDeclaredMethod(name[1]));
        } catch (InvocationTargetException failed) {
            System.out.println("With seed none, faults [" + name[1] + "]: " + failed.getCause());
            System.exit(1);
        }
    }

    private static void prepare(Object test, Class<?> type) throws Exception {
        if (type == Object.class) {
            return;
        }
        prepare(test, type.getSuperclass());
        for (Field field : type.getDeclaredFields()) {
            if (has(field.getAnnotations(), "TempDir")) {
                field.setAccessible(true);
                field.set(test, field.getType() == Path.class ? Files.createTempDirectory("test") : null);
            }
        }
        for (Method method : type.getDeclaredMethods()) {
            if (has(method.getAnnotations(), "BeforeEach")) {
                run(test, method);
            }
        }
    }

    private static boolean has(Annotation[] annotations, String name) {
        return Arrays.stream(annotations)
                .anyMatch(each -> each.annotationType().getSimpleName().equals(name));
    }

    private static void run(Object test, Method method) throws Exception {
        method.setAccessible(true);
        method.invoke(test);
    }
}
