package dev.sluice.launch.ssh;

import dev.sluice.hosts.HostSpec;
import dev.sluice.launch.CallBack;
import dev.sluice.launch.PlaceVerdict;
import dev.sluice.launch.PlaceVerdict.Kind;
import dev.sluice.model.ErrorCode;
import dev.sluice.net.runfile.RunFile;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Describes the failures of a host, each with the command that shows it again.
 *
 * @param what the started process: "worker"
 * @param jar path of its jar there, in the syntax of a shell; empty if none is copied
 */
record HostMessages(SshCommand ssh, HostSpec host, String what, String jar) {
    private static final Pattern ERROR = Pattern.compile("sluice(?:-worker)?: E([0-9]{3}) (.*)");

    /**
     * Error codes of a worker that could not connect: CONNECT_FAILED, HANDSHAKE_TIMEOUT, CONNECTION_LOST, NOT_SLUICE.
     */
    private static final List<String> NOT_REACHED = List.of("310", "305", "311", "300");

    PlaceVerdict good(long pid) {
        return new PlaceVerdict(Kind.GOOD, "its " + what + " has joined", ssh.byHand(host, "ps -fp " + pid));
    }

    /** The verdict on a failed ssh. */
    PlaceVerdict ssh(SshTrouble found) {
        return new PlaceVerdict(
                found.kind(),
                found.reason(),
                found.kind() == Kind.KEY_REFUSED ? ssh.byHand(host, "true", "-v") : ssh.byHand(host, "true"));
    }

    /** The verdict on a step that ended itself, in its own words. */
    PlaceVerdict step(String said) {
        String[] parts = printable(said).split(" ", 2);
        String rest = parts.length == 1 ? "" : parts[1];
        return parts[0].equals("no-java")
                ? new PlaceVerdict(
                        Kind.NO_JAVA,
                        "no Java " + SshCrew.OLDEST_JAVA + " or newer in JAVA_HOME, PATH, /usr/lib/jvm, /usr/java,"
                                + " /opt or ~/.sdkman; found: " + rest.strip(),
                        ssh.byHand(host, "command -v java; java -version; ls -d /usr/lib/jvm/*"))
                : failed(rest);
    }

    /** The verdict on a host that was silent for too long. */
    PlaceVerdict silent(boolean connected) {
        return new PlaceVerdict(
                Kind.NO_ANSWER,
                (connected ? "it stopped answering" : "ssh has not come through") + " within "
                        + SshWorker.VERDICT_NANOS / 1_000_000_000L + " s",
                ssh.byHand(host, "true", "-v"));
    }

    /** The verdict on a process that ended before the master accepted it. */
    PlaceVerdict process(int exitCode, String lastWords, @Nullable RunFile tried) {
        Matcher error = ERROR.matcher(lastWords);
        if (error.find()) {
            if (error.group(1).equals(String.valueOf(ErrorCode.HOST_TOO_SMALL.number()))) {
                return new PlaceVerdict(
                        Kind.TOO_SMALL, printable(error.group(2)), ssh.byHand(host, "nproc; free; nvidia-smi -L"));
            }
            return NOT_REACHED.contains(error.group(1))
                    ? noCallBack(tried)
                    : failed("its " + what + " ended: E" + error.group(1) + " " + error.group(2));
        }
        return failed("its " + what + " ended with exit code " + exitCode + ": " + lastWords);
    }

    /** The verdict on a process that cannot connect to its master. */
    PlaceVerdict noCallBack(@Nullable RunFile tried) {
        if (tried == null) {
            return failed("the run did not begin");
        }
        InetSocketAddress first = tried.addresses().get(0);
        return new PlaceVerdict(
                Kind.CANNOT_CALL_BACK,
                "its " + what + " does not reach the master at " + CallBack.addresses(tried),
                ssh.byHand(
                        host,
                        "bash -c '</dev/tcp/" + first.getHostString() + "/" + first.getPort() + " && echo reached'"));
    }

    PlaceVerdict failed(String reason) {
        return new PlaceVerdict(
                Kind.FAILED,
                printable(reason),
                ssh.byHand(host, jar.isEmpty() ? "true" : "java -jar \"" + jar + "\" --version"));
    }

    /** The text without terminal control characters. */
    static String printable(String text) {
        return text.replaceAll("[^\\p{Print}\\n]", "?").strip();
    }
}
