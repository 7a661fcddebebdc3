package dev.sluice.proto;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.TextFormat;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Compares what the {@code .proto} files say with the contract that was last agreed to, in {@code wire-contract.txtpb}.
 * Peers of different builds meet on the wire: a change here is a decision, not an accident.
 */
class WireContractTest {
    private static final Path AGREED = Path.of("wire-contract.txtpb");

    @Test
    void shouldBeTheAgreedContract() throws Exception {
        String now = contract();
        if ("contract".equals(System.getProperty("sluice.update"))) {
            Files.writeString(AGREED, now);
        }
        assertThat(now)
                .as("the wire contract. Add fields, reserve the numbers of removed ones, or raise the protocol version;"
                        + " then: mvn -pl proto test -Dsluice.update=contract")
                .isEqualTo(Files.readString(AGREED));
    }

    private static String contract() throws Exception {
        Map<String, String> files = new TreeMap<>();
        for (Class<?> type : generated()) {
            FileDescriptor file = (FileDescriptor) method(type).invoke(null);
            files.put(file.getName(), TextFormat.printer().printToString(file.toProto()));
        }
        StringBuilder text = new StringBuilder();
        files.forEach((name, descriptor) ->
                text.append("# ").append(name).append("\n").append(descriptor).append("\n"));
        return text.toString();
    }

    /** The classes that stand for whole files. */
    private static List<Class<?>> generated() throws IOException, URISyntaxException {
        Path classes = Path.of(Hello.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .resolve("dev/sluice/proto");
        try (Stream<Path> files = Files.list(classes)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".class") && !name.contains("$"))
                    .<Class<?>>map(name -> load("dev.sluice.proto." + name.replace(".class", "")))
                    .filter(type -> method(type) != null && method(type).getReturnType() == FileDescriptor.class)
                    .toList();
        }
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Method method(Class<?> type) {
        try {
            return type.getMethod("getDescriptor");
        } catch (NoSuchMethodException e) {
            return null;
        }
    }
}
