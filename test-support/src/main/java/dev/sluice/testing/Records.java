package dev.sluice.testing;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;

/** Copies of records that differ in some components. */
public final class Records {
    private Records() {}

    /**
     * The same record with other values of some components.
     *
     * @param changes names of components, each followed by its value
     */
    @SuppressWarnings("unchecked") // the constructor is that of the record's class
    public static <R extends Record> R with(R record, Object... changes) {
        RecordComponent[] components = record.getClass().getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        Object[] values = new Object[components.length];
        int changed = 0;
        try {
            for (int i = 0; i < components.length; i++) {
                types[i] = components[i].getType();
                components[i].getAccessor().setAccessible(true);
                values[i] = components[i].getAccessor().invoke(record);
                for (int j = 0; j < changes.length; j += 2) {
                    if (components[i].getName().equals(changes[j])) {
                        values[i] = changes[j + 1];
                        changed += 2;
                    }
                }
            }
            if (changed != changes.length) {
                throw new IllegalArgumentException(record.getClass() + " lacks a component that is changed");
            }
            Constructor<?> constructor = record.getClass().getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return (R) constructor.newInstance(values);
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof RuntimeException refused ? refused : new IllegalStateException(e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
