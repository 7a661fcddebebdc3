package dev.sluice.hosts;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A file that names hosts (docs/hosts.md). */
public final class HostFile {
    private HostFile() {}

    /**
     * The hosts of a file, in its order, at least one, each once. Reads the file; any thread.
     *
     * @throws HostFileException with file and line, when it cannot be read or is no list of hosts
     */
    public static List<HostSpec> read(Path file) {
        List<HostSpec> hosts = new ArrayList<>();
        try {
            int line = 0;
            for (String text : Files.readAllLines(file, StandardCharsets.UTF_8)) {
                line++;
                String[] words = text.replaceFirst("#.*", "").strip().split("\\s+");
                if (!words[0].isEmpty()) {
                    hosts.add(host(words, file + ":" + line));
                }
            }
        } catch (IOException e) {
            throw new HostFileException(file + ": " + e + " (expected: a file of hosts that can be read)");
        }
        return List.copyOf(hosts);
    }

    private static HostSpec host(String[] words, String origin) {
        int at = words[0].lastIndexOf('@');
        String name = words[0].substring(at + 1);
        int slots = 0;
        int port = 0;
        for (int i = 1; i < words.length; i++) {
            if (words[i].matches("slots=[0-9]{1,5}")) {
                slots = Integer.parseInt(words[i].substring("slots=".length()));
            } else if (words[i].matches("port=[0-9]{1,5}")) {
                port = Integer.parseInt(words[i].substring("port=".length()));
            } else {
                throw new HostFileException(origin + ": '" + words[i] + "' (expected: HOST, slots=N, port=N)");
            }
        }
        if (!HostName.isName(name)) {
            throw new HostFileException(origin + ": '" + name + "' (expected: the name of a host)");
        }
        return new HostSpec(name, at < 0 ? null : words[0].substring(0, at), port, slots, origin);
    }
}
