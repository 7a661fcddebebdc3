package dev.sluice.api;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.CodeSource;
import java.util.Arrays;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;

/**
 * Loads one application from its jars. The application sees only three parts of the host process (master or worker):
 * the template, picocli for its options, and protobuf for its messages. All other classes of the host are invisible,
 * libraries included, so that an application may bring its own versions.
 */
public final class ApplicationClassLoader extends URLClassLoader {
    private static volatile boolean exitsOnly;

    static {
        registerAsParallelCapable();
    }

    /**
     * Lets classes that are loaded from now on call {@code Runtime.exit} where they say {@code Runtime.halt}. A process
     * needs this if it holds up its end with a shutdown hook, because {@code halt} passes over hooks. Any thread.
     */
    public static void makeHaltsExits() {
        exitsOnly = true;
    }

    /** @param jars of the application, in the order in which classes are looked up */
    public ApplicationClassLoader(List<URL> jars) {
        super("application", jars.toArray(URL[]::new), new SharedLoader());
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        if (exitsOnly) {
            try {
                URL found = findResource(name.replace('.', '/') + ".class");
                if (found != null && found.openConnection() instanceof JarURLConnection in) {
                    Class<?> changed = withoutHalts(name, in);
                    return changed != null ? changed : super.findClass(name);
                }
            } catch (IOException unreadable) {
                throw new ClassNotFoundException(name, unreadable);
            }
        }
        return super.findClass(name);
    }

    /** Defines the class if it calls {@code Runtime.halt}; otherwise null. */
    private @Nullable Class<?> withoutHalts(String name, JarURLConnection in) throws IOException {
        in.setUseCaches(false);
        try (JarFile jar = in.getJarFile()) {
            JarEntry entry = in.getJarEntry();
            byte[] original = jar.getInputStream(entry).readAllBytes();
            byte[] changed = HaltCalls.asExits(original);
            if (changed == original) {
                return null;
            }
            String inPackage = name.substring(0, Math.max(0, name.lastIndexOf('.')));
            Manifest manifest = jar.getManifest();
            if (!inPackage.isEmpty() && getDefinedPackage(inPackage) == null) {
                definePackage(inPackage, manifest == null ? new Manifest() : manifest, in.getJarFileURL());
            }
            CodeSource source = new CodeSource(in.getJarFileURL(), entry.getCodeSigners());
            return defineClass(name, changed, 0, changed.length, source);
        }
    }

    /** Loads classes of the shared packages from the host process, and the platform's classes. */
    private static final class SharedLoader extends ClassLoader {
        private static final List<String> SHARED = List.of("dev.sluice.api.", "picocli.", "com.google.protobuf.");

        static {
            registerAsParallelCapable();
        }

        private final ClassLoader host = ApplicationClassLoader.class.getClassLoader();

        SharedLoader() {
            super("shared", ClassLoader.getPlatformClassLoader());
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (SHARED.stream().anyMatch(name::startsWith)) {
                return host.loadClass(name);
            }
            throw new ClassNotFoundException(name);
        }

        @Override
        protected @Nullable URL findResource(String name) {
            return isShared(name) ? host.getResource(name) : null;
        }

        @Override
        protected Enumeration<URL> findResources(String name) throws IOException {
            return isShared(name) ? host.getResources(name) : Collections.emptyEnumeration();
        }

        private static boolean isShared(String resource) {
            return SHARED.stream().anyMatch(resource.replace('/', '.')::startsWith);
        }
    }

    /**
     * Makes calls of {@code Runtime.halt} in a class file calls of {@code Runtime.exit}, which a shutdown hook can hold up.
     * Both take one {@code int}, so that only the name changes to which the constant pool refers (JVMS §4.4).
     */
    static final class HaltCalls {
        private static final byte[] NAME = "halt".getBytes(StandardCharsets.US_ASCII);
        /** The place of the number of constants; the constants follow. */
        private static final int POOL = 8;

        private static final int TEXT = 1;
        private static final int METHOD = 10;
        private static final int NAME_AND_TYPE = 12;

        private final ByteBuffer file;
        /** The begin of each constant, behind its tag; 0 for none. */
        private final int[] at;
        /** The first byte behind the constant pool. */
        private final int end;

        private HaltCalls(byte[] bytes) {
            file = ByteBuffer.wrap(bytes);
            at = new int[file.getShort(POOL) & 0xffff];
            file.position(POOL + 2);
            for (int i = 1; i < at.length; i++) {
                int tag = file.get();
                at[i] = file.position();
                file.position(at[i] + size(tag, at[i]));
                i += tag == 5 || tag == 6 ? 1 : 0; // a long or a double takes two places
            }
            end = file.position();
        }

        /** The class without such calls; the same array if it has none, or is no class file. */
        static byte[] asExits(byte[] classFile) {
            if (!holds(classFile, NAME)) {
                return classFile;
            }
            try {
                return new HaltCalls(classFile).renamed(classFile);
            } catch (RuntimeException unknownForm) { // the JVM says what is wrong with it
                return classFile;
            }
        }

        private static boolean holds(byte[] bytes, byte[] word) {
            for (int i = 0; i + word.length <= bytes.length; i++) {
                if (bytes[i] == word[0] && Arrays.equals(bytes, i, i + word.length, word, 0, word.length)) {
                    return true;
                }
            }
            return false;
        }

        private int size(int tag, int from) {
            return switch (tag) {
                case 1 -> 2 + (file.getShort(from) & 0xffff);
                case 3, 4, 9, 10, 11, 12, 17, 18 -> 4;
                case 5, 6 -> 8;
                case 7, 8, 16, 19, 20 -> 2;
                case 15 -> 3;
                default -> throw new IllegalArgumentException("constant " + tag);
            };
        }

        private byte[] renamed(byte[] original) {
            int[] calls = Arrays.stream(at)
                    .filter(place -> place > 0 && file.get(place - 1) == METHOD && isHalt(place))
                    .toArray();
            if (calls.length == 0 || at.length + 2 > 0xffff) {
                return original;
            }
            ByteBuffer changed = ByteBuffer.wrap(original.clone());
            changed.putShort(POOL, (short) (at.length + 2));
            for (int call : calls) {
                changed.putShort(call + 2, (short) (at.length + 1));
            }
            return withName(changed.array(), index(at[index(calls[0] + 2)] + 2));
        }

        /** Tells whether this method reference is that of {@code Runtime.halt(int)}. */
        private boolean isHalt(int method) {
            int nameAndType = at[index(method + 2)];
            return text(at[index(method)]).equals("java/lang/Runtime")
                    && text(nameAndType).equals("halt")
                    && text(nameAndType + 2).equals("(I)V");
        }

        /** The text to which the index at this place refers. */
        private String text(int place) {
            int utf8 = at[index(place)];
            return new String(file.array(), utf8 + 2, index(utf8), StandardCharsets.UTF_8);
        }

        private int index(int place) {
            return file.getShort(place) & 0xffff;
        }

        /** Adds the two constants to which the changed references lead. */
        private byte[] withName(byte[] changed, int type) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream(changed.length + 12);
            try (DataOutputStream out = new DataOutputStream(bytes)) {
                out.write(changed, 0, end);
                out.writeByte(TEXT);
                out.writeUTF("exit");
                out.writeByte(NAME_AND_TYPE);
                out.writeShort(at.length);
                out.writeShort(type);
                out.write(changed, end, changed.length - end);
            } catch (IOException impossible) {
                throw new UncheckedIOException(impossible);
            }
            return bytes.toByteArray();
        }
    }
}
