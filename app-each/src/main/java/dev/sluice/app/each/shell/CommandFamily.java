package dev.sluice.app.each.shell;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The processes of a running command: those that descend from its helper shell, and those whose environment carries the
 * variables of the command, because their parents have ended. A session of their own does not take them out. What a
 * command before it has left is no part of it. Immutable.
 *
 * @param mark NAME=VALUE each, which no other command of this process has together
 */
record CommandFamily(ProcessHandle shell, List<String> mark) {
    /** Looks for processes that are started while others are ended. */
    private static final int MOST_LOOKS = 20;

    CommandFamily {
        mark = List.copyOf(mark);
    }

    private Set<ProcessHandle> members() {
        Set<ProcessHandle> members = shell.descendants().collect(Collectors.toCollection(LinkedHashSet::new));
        List<ProcessHandle> orphans = ProcessHandle.allProcesses()
                .filter(each -> !members.contains(each) && isMarked(each))
                .toList();
        orphans.stream()
                .flatMap(each -> Stream.concat(Stream.of(each), each.descendants()))
                .forEach(members::add);
        members.remove(shell);
        members.remove(ProcessHandle.current());
        return members;
    }

    private boolean isMarked(ProcessHandle process) {
        Path environment = Path.of("/proc", Long.toString(process.pid()), "environ");
        try {
            String variables = "\0" + new String(Files.readAllBytes(environment), StandardCharsets.ISO_8859_1);
            return mark.stream().allMatch(each -> variables.contains("\0" + each + "\0"));
        } catch (IOException ended) { // or it is that of another user, or this is not Linux
            return false;
        }
    }

    /** Sends SIGTERM to each. */
    void terminate() {
        members().forEach(ProcessHandle::destroy);
    }

    /** Ends each by SIGKILL; returns whether none is left. */
    boolean kill() {
        for (int looks = 0; looks < MOST_LOOKS; looks++) {
            Set<ProcessHandle> members = members();
            members.forEach(ProcessHandle::destroyForcibly);
            if (members.stream().noneMatch(ProcessHandle::isAlive)) {
                return members.isEmpty() || members().isEmpty();
            }
        }
        return false;
    }
}
