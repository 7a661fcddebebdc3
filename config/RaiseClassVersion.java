import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Enumeration;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;

/**
 * Gives the classes of a jar that were compiled for Java 5 the class-file version of Java 8, with the stack maps that it
 * needs. The JVM takes no older classes into a class-data archive, so they would be loaded and verified at each start.
 * Run by the build: {@code java -cp asm.jar RaiseClassVersion.java JAR}. The result depends on the jar alone.
 */
final class RaiseClassVersion {
    private static final int OLDEST_ARCHIVED = 50;
    private static final int JAVA_8 = 52;
    private static final int MAJOR = 6;

    private RaiseClassVersion() {}

    public static void main(String[] arguments) throws IOException {
        Path jar = Path.of(arguments[0]);
        Path fresh = jar.resolveSibling(jar.getFileName() + ".new");
        try (JarFile in = new JarFile(jar.toFile());
                URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, null);
                ZipOutputStream out = new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(fresh)))) {
            for (Enumeration<JarEntry> entries = in.entries(); entries.hasMoreElements(); ) {
                JarEntry entry = entries.nextElement();
                byte[] bytes;
                try (InputStream content = in.getInputStream(entry)) {
                    bytes = content.readAllBytes();
                }
                boolean old = entry.getName().endsWith(".class") && version(bytes) < OLDEST_ARCHIVED;
                ZipEntry copy = new ZipEntry(entry.getName());
                copy.setTime(entry.getTime());
                out.putNextEntry(copy);
                out.write(old ? raised(bytes, loader) : bytes);
                out.closeEntry();
            }
        }
        Files.move(fresh, jar, StandardCopyOption.REPLACE_EXISTING);
    }

    private static int version(byte[] bytes) {
        return (bytes[MAJOR] & 0xFF) << 8 | bytes[MAJOR + 1] & 0xFF;
    }

    private static byte[] raised(byte[] bytes, ClassLoader loader) {
        byte[] newer = bytes.clone();
        newer[MAJOR] = 0;
        newer[MAJOR + 1] = JAVA_8;
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES) {
            @Override
            protected ClassLoader getClassLoader() {
                return loader;
            }
        };
        new ClassReader(newer).accept(writer, ClassReader.SKIP_FRAMES);
        return writer.toByteArray();
    }
}
