package dev.sluice.model;

import java.util.Arrays;
import java.util.Optional;

/**
 * Errors, with numbers that never change meaning. The hundreds name the range, and the range gives the exit code of a
 * command that ends with it: 1xx application → 1, 2xx input and configuration → 2, 3xx network and security → 3, 4xx
 * resources → 4, 5xx internal → 5, 6xx a demand on the run → 6, 7xx a run that cannot be what was asked for, and is not
 * started → 7.
 */
public enum ErrorCode {
    /** Not an error: an orderly end. */
    NONE(0, "Nothing to do."),

    APPLICATION_FAILED(100, "Read the exception: it was thrown by the application on the master."),
    UNIT_THREW(
            101,
            "Read the stack trace: compute threw for this unit. Compute it alone, under a debugger: run APP --unit"
                    + " INDEX."),
    UNIT_RETURNED_NULL(102, "Return a value from compute; use Optional for what may be absent."),
    UNIT_KILLED_WORKER(
            103,
            "The worker process died while it computed this unit: look at its log for a crash, System.exit or lack of"
                    + " memory."),
    UNIT_EXITED(104, "Do not call System.exit in the application; throw an exception instead."),
    UNIT_OUT_OF_MEMORY(105, "Give the workers more memory (--worker-java-options -Xmx…) or make units smaller."),
    UNITS_QUARANTINED(
            106,
            "Look at the failures listed: each unit failed on every worker it was given to. The answer was not"
                    + " written."),
    RESULT_ENCODING(107, "Check the types of the result record and any custom codec."),
    INPUT_ENCODING(108, "Check the types of the setup and unit records and any custom codec."),
    VERDICT_FAILED(109, "The application itself ended the run as failed."),
    UNIT_TIMEOUT(
            110,
            "The unit ran longer than --unit-timeout: look at its stack trace for an endless loop, raise the limit, or"
                    + " make units smaller."),
    UNIT_CRASHED(
            111,
            "The process that computed the unit was killed by a signal: look at the worker's log for a crash, and at"
                    + " the system's for lack of memory."),
    CLASS_MISSING(
            112,
            "A class that the application needs is in none of its jars, or in a version that does not fit: add the"
                    + " right jar with --class-path."),
    STATE_NOT_LOADED(
            113,
            "Read the exception: loadState threw on this worker; its log has the stack trace. Check that the files it"
                    + " reads are on every host, and that the worker has memory for the state."),

    USAGE(200, "See --help."),
    NO_APPLICATION(
            201, "Name the application in META-INF/services/dev.sluice.api.Application of the jar, or pass --class."),
    BAD_APPLICATION(202, "Correct the application as the message says; docs/your-application.md has one that works."),
    APPLICATION_ARGUMENTS(203, "See 'sluice run APP --help' for the application's options."),
    FILE_NOT_FOUND(204, "Check the path."),
    RUN_FILE_INVALID(205, "Use the whole run file that the master wrote: lines 'key=value', and a last line 'end'."),
    RUN_FILE_EXPOSED(
            206,
            "Keep it in a directory of its own that only you can enter (mkdir -m 700 private), readable by you alone"
                    + " (chmod 600 FILE)."),
    RUN_OVER(207, "The run has ended: there is nothing left to steer."),
    VIEW_INVALID(208, "Correct the network view at the line named; docs/network-view.md has every field."),
    HOSTS_INVALID(209, "Correct the hosts where the message says; docs/hosts.md has every form of them."),
    CONFIG_INVALID(
            210,
            "Correct the configuration where the message says; 'sluice config show --origin' says what is set where."),
    NO_SUCH_UNIT(213, "Choose a unit and cycle that the application has, as the message says."),
    RUN_UNREADABLE(
            214, "Read it with the version of Sluice that wrote it, or name another run; 'sluice runs' lists them."),
    RUN_WITHOUT_PAGE(
            215,
            "Start the run without --web=off to watch it; a run that has just started has its page within a second."),
    OUTPUT_UNREADABLE(
            216,
            "Name a file that 'sluice each --output' wrote; 'sluice logs --output FILE --list' shows what it has."),
    INPUT_FILE_UNUSABLE(
            230, "Name a regular file that can be read, each by a name of its own; docs/data.md has the rules."),
    INPUT_FILE_CHANGED(
            231, "Leave the files of a run as they are until it ends: copy them first, or write new ones beside them."),
    ARCHIVE_REFUSED(
            232, "Pack it again as tar, tar.gz or zip, with paths and links inside of it; docs/data.md has the rules."),
    JOURNAL_DAMAGED(
            240,
            "Start the run anew, or give up what follows the damage; docs/journal.md tells how, and what is lost."),
    JOURNAL_FOREIGN(
            241, "Resume with the version of Sluice that wrote the journal, and leave its files where it wrote them."),
    JOURNAL_IN_USE(242, "Another process writes this journal: watch that run, or end it before it is resumed."),
    RESUMED_SETUP_DIFFERS(
            243,
            "Resume with the arguments and files of the first try, or with 'sluice resume --changed' if results of the"
                    + " old setup are right for the new one. An application whose setups depend on time or chance"
                    + " cannot be resumed."),
    NOT_RESUMABLE(244, "See 'sluice runs', which lists the runs that can be resumed."),
    RESUMED_FILES_DIFFER(
            245,
            "Put back the jars and files with which the run began, or start a new run. After you mended a bug, 'sluice"
                    + " resume --changed' keeps the accepted results and computes the rest with the new code."),
    RESUMED_UNIT_DIFFERS(
            246,
            "Let the application list its units in a fixed order (sort what comes from a set or a directory), put back"
                    + " what they are made from, or start a new run."),
    LOG_UNUSABLE(264, "Name a file that can be written and read again, or make its directory writable."),
    COMMAND_LOG_IN_USE(265, "Wait for the end of the run that writes these files, or name others."),
    COMMAND_LOG_FOREIGN(
            266, "Name what an earlier 'sluice each' or GNU parallel wrote, or leave --resume out to begin anew."),
    NOTHING_TO_RESUME(
            267,
            "Name the --joblog of the run before, or another place to begin anew; docs/command-output.md tells how."),
    PREDICTION_UNUSABLE(220, "Predict again with 'sluice predict', for this application and these arguments."),
    WRITTEN_FILE_UNUSABLE(
            221,
            "Let the command that wrote the file write it again with this version of Sluice, or name another file."),
    PATH_UNUSABLE(
            273,
            "Give the file a name in UTF-8, such as by a link (ln -s), or choose a locale that has it: LC_ALL=C.UTF-8."),
    FILE_UNUSABLE(274, "Look at the file or directory named: its path, its owner and permissions (ls -ld)."),
    TEXT_UNREADABLE(275, "Save the text as UTF-8: iconv -f OLD -t UTF-8 FILE."),
    RESULTS_LOST(
            276,
            "Put the files of the journal back, such as from a backup, or run the command again in a new directory."),
    CACHE_EXPOSED(
            278, "Let XDG_CACHE_HOME name a directory of your own, or remove the directory that another user made."),
    WORD_NOT_TEXT(
            280,
            "Write it as UTF-8, in a locale that has it (LC_ALL=C.UTF-8); a link gives a file such a name: ln -s FILE NAME."),
    UNIT_GIVEN_UP(
            281, "Read the exception: the application's onFailure gave the unit up, so that no other worker tried it."),
    UNIT_CANCELLED(282, "Nothing has to be done: 'sluice cancel RUN --unit' gave the unit up."),
    EXIT_RULE_WRONG(
            283,
            "Write --on-exit CODE=RULE,… such as 9=fail,75=retry,137=grow; grow needs --memory; docs/commands.md."),
    RUN_CLOSED(
            284,
            "Start such runs with workers in processes of their own: --local 1 --network transport=UNIX, or in a pool."),
    INPUT_TOO_LONG(
            285,
            "Put long texts into files and list their names as inputs, or pass the stream to commands with --pipe."),
    UNIT_NOT_OPEN(287, "Nothing has to be done if it has ended; 'sluice top' shows the units that compute for long."),
    AWAITED_RUN_FAILED(
            286, "Mend or resume the run that failed, then submit this one again; 'sluice runs' shows how each ended."),
    UNTIL_WRONG(288, "Write --until as YYYY-MM-DDTHH:MM in local time, or with the zone: 2026-12-01T08:00+01:00."),
    POLICY_GONE(290, "Leave --policy out for SS, the default, or try AWF; docs/policies.md compares them."),
    COMMAND_RENAMED(291, "Type the new name; 'sluice --help' lists the commands."),
    OPTION_GONE(294, "Write it in the new way, which the message names."),
    OPEN_CYCLE_SAMPLED(
            295, "Run it without --prediction and --unit; docs/your-application.md has a part on open cycles."),

    NOT_SLUICE(300, "Something else than a Sluice peer connected; use sluice-worker.jar join."),
    VERSION_MISMATCH(301, "Update the older side: both must share a protocol version."),
    WRONG_SECRET(302, "The peer does not know this run's secret: use the run file of this run."),
    WRONG_CERTIFICATE(
            303,
            "The certificate is not the one in the run file: use the run file of this run, or look for an"
                    + " interceptor."),
    TLS_FAILED(304, "The TLS 1.3 handshake failed: is something between the hosts changing the traffic?"),
    HANDSHAKE_TIMEOUT(305, "The peer did not finish the handshake within 5 s."),
    TOO_MANY_CONNECTIONS(306, "Too many unauthenticated connections at once: try again later."),
    FRAME_TOO_LARGE(307, "A frame exceeded the limit of its state; the peer is faulty or hostile."),
    MALFORMED(308, "A frame could not be decoded; the peer is faulty or hostile."),
    UNEXPECTED_MESSAGE(309, "A message came in a state that does not allow it; the peer is faulty or hostile."),
    CONNECT_FAILED(310, "Check address and port, firewall, and that the master runs."),
    CONNECTION_LOST(311, "The connection broke; workers come back by themselves within their lease."),
    LEASE_EXPIRED(312, "No heartbeat within the lease: the peer is stopped, overloaded or cut off."),
    INSECURE_REFUSED(313, "--insecure is for loopback addresses only; leave it out."),
    SLOW_PEER(314, "The peer does not read what it is sent."),
    UNKNOWN_ATTEMPT(315, "The attempt is not outstanding: the result was dropped."),
    NOT_OWNER(316, "The attempt belongs to another worker: the result was dropped."),
    HELD_MISMATCH(317, "Master and worker disagree on what the worker holds; it reconnects and both compare."),
    ADDRESS_IN_USE(318, "Choose another address or port for --listen or --web."),
    RUN_MISMATCH(319, "The worker belongs to another run: start it with this run's file."),
    HOST_UNKNOWN(320, "Correct the host's name, or give ssh an address for it: HostName in ~/.ssh/config."),
    HOST_UNREACHABLE(
            321, "Check that the host is on, that sshd runs there and at which port, and what firewalls let through."),
    HOST_KEY_REFUSED(
            322,
            "Make ssh to the host work without a question: its key in known_hosts, yours in an agent and in its"
                    + " authorized_keys."),
    HOST_CANNOT_CALL_BACK(
            323,
            "Let the host connect to the master: open the port in the firewall, and fix it with --listen 0.0.0.0:PORT,"
                    + " or name an address with --listen HOST:PORT."),
    HOST_SILENT(324, "Look at the host: it took the connection and then said nothing any more."),
    WRONG_USER(325, "Only processes of the master's own user may use its local socket: run the worker as that user."),
    AGENT_TWICE(326, "One agent serves a host: stop the other one, or give this one another name with --name."),
    NO_POOL(
            327,
            "Start one with 'sluice pool start', or name its directory in SLUICE_POOL, by --pool-dir, or by"
                    + " --pool=dir=DIR of a run."),

    RESULT_TOO_LARGE(400, "Return the bytes as a Blob, which passes as a stream, or split the unit."),
    OUT_OF_MEMORY(401, "Give the process more memory (java -Xmx…)."),
    DISK_FULL(402, "Free some space, or choose another directory; the message says which it is."),
    NO_WORKERS(403, "There is no worker, and none can be started: look at the workers' logs."),
    TOO_MANY_WORKERS(404, "The master serves as many workers as its limit says."),
    PAYLOAD_TOO_LARGE(405, "A message is larger than this peer takes."),
    WORKER_CLOGGED(
            406,
            "Units beyond --unit-timeout that cannot be interrupted hold too many threads of the worker, which makes"
                    + " room for a fresh one."),
    NO_UNIT_PROCESS(
            407,
            "The worker cannot start processes for units: look at its log, give it more memory or fewer --slots, or"
                    + " use --isolate off."),
    FILE_CACHE_FULL(
            408,
            "Raise --space=file-cache-size=SIZE of the run, or --file-cache-size of join, where the disk has room; or"
                    + " name fewer or smaller files."),
    HOST_WITHOUT_JAVA(
            410,
            "Install Java 17 or newer there, or name it in JAVA_HOME of the account's non-interactive shells;"
                    + " unpacking it anywhere will do."),
    HOST_FAILED(411, "Repeat the command by hand, and look at what the worker printed."),
    HOST_TOO_SMALL(
            412,
            "Ask for less with --cpus, --memory or --gpu, or leave the host out; --gpus of 'join' and gpus= in the"
                    + " hosts file say what Sluice cannot see."),
    NEEDS_UNMET(
            450,
            "Start a worker with these resources, name them (--resource of run, join and the hosts file), or let units"
                    + " need less; see docs/needs.md."),
    TOO_MANY_KINDS(451, "Round needs and priorities, for example to whole gigabytes, so that fewer kinds remain."),
    JOURNAL_FAILED(
            413, "Look at the disk and at the system's log; 'sluice resume' goes on from what was committed before."),
    POOL_BUSY(414, "Wait for what goes on, or end it as the message says."),
    SUBMISSION_FAILED(415, "Correct the command as its own message above says."),
    RUN_NOT_OVER(416, "Wait for its end with 'sluice attach --wait RUN', or follow it with 'sluice attach RUN'."),
    SLURM_MISSING(420, "Run it where sbatch, srun and scontrol are installed, such as a cluster's login node."),
    SLURM_REFUSED(
            421,
            "Correct what Slurm says, mostly one of --slurm-options; slurm.sh in the run's directory is what it was"
                    + " given."),
    MAVEN_FAILED(
            422,
            "Install Maven where it is missing (apt-get install maven), or correct what it says; then 'sluice install'"
                    + " does it again."),
    ROLE_REFUSED(
            423,
            "Use the file of a role that may: --pool-role names it, of a run --pool=role=ROLE; whoever started the pool"
                    + " has all of them in private/ of its directory."),
    LAUNCHER_UNUSABLE(428, "Name the script with its path, and make it executable with chmod +x."),
    LAUNCHER_FAILED(
            429,
            "Run the script by hand, as docs/queues.md shows, and look at what it prints; 'pool start --dry-run'"
                    + " prints what it is given."),
    NO_WEATHER(
            430,
            "A run keeps the weather of its hosts when it ends by itself; ask while it goes on, or name another run."),
    WEATHER_UNUSABLE(431, "Read it with the version of Sluice that wrote it, or name another run."),
    HISTORY_CORRUPT(
            440,
            "Nothing has to be done: the damaged history is kept under the name told, and 'sqlite3 FILE .recover' may"
                    + " save rows of it."),
    HISTORY_LOCKED(
            441,
            "Nothing has to be done: the row is kept in a plain file, and a later run takes it into the database; end"
                    + " what holds history.db for so long."),
    HISTORY_UNUSABLE(
            442,
            "Look at the file and directory named: space, permissions, or a newer Sluice that changed its tables;"
                    + " --no-history runs without."),
    HISTORY_NATIVE(
            443,
            "Let XDG_STATE_HOME name a directory from which programs may be executed; until then a plain file is"
                    + " used."),
    SESSION_BOUND(
            458,
            "The peer made the master keep or do more than one session may: it is faulty or hostile. Look at its host;"
                    + " its units went to other workers."),
    EXTENSION_UNUSABLE(
            460,
            "Name a public class in the application's jars with a public constructor without parameters, which"
                    + " implements an interface of dev.sluice.api.extension; docs/policies.md shows each."),
    POLICY_ELSEWHERE(
            461,
            "Take 'run' or 'predict' with the application's jar, which has the class, or one of Sluice's own policies."),
    KNOB_MISSING(
            462,
            "Name a class that implements dev.sluice.api.extension.TunerKnob in META-INF/services of the application's"
                    + " jar, as docs/tuning.md shows, or leave --tune own out."),
    KNOB_FAILED(463, "The run goes on untuned. Correct the class that is named: docs/tuning.md says what it may want."),
    ACTIVE_WITHOUT_TIME(
            464,
            "Name a finish time, with 'run --by' or '--within', for which enough workers are chosen, or give --active a"
                    + " number."),
    UNIT_NOT_RETURNED(
            466,
            "The worker had the unit for far longer than others need, and another one computed it: look at the worker's"
                    + " process and at its host."),

    TOO_MANY_THREADS(
            470,
            "Raise the limit of processes and threads (ulimit -u, or that of the container or Slurm task), or use fewer"
                    + " --slots."),
    TOO_MANY_FILES(471, "Raise the limit of open files (ulimit -n)."),
    RECORD_NOT_WRITTEN(
            472, "The answer is not affected. Look at the run's directory: its path, its space and its permissions."),
    NAME_TOO_LONG(473, "Choose a shorter name: most file systems take 255 bytes in a name and 4,096 in a path."),
    INPUT_OUTPUT_FAILED(
            474, "Look at the file, disk or connection that the message names, then run the command again."),
    FILE_NOT_WRITTEN(475, "Choose a directory that exists and that this user may write; the message says which it is."),

    NOT_PINNED(
            480,
            "Install util-linux, which has taskset, and use at most one slot for each processor; or leave --pin out."),

    NOTHING_MEASURED(
            435, "Look at why each host is left out, which was said meanwhile, and let them stay until the end."),

    INTERNAL(500, "This is a defect in Sluice: please report it with the text above."),

    EFFICIENCY_TOO_LOW(
            600,
            "The results are complete. See 'changes' in run.json for what would help, or lower --require-efficiency."),
    EFFICIENCY_UNKNOWN(
            601,
            "The results are complete. Run longer, or on hosts whose links Sluice measures, or leave"
                    + " --require-efficiency out."),

    PROMISE_REFUSED(
            700,
            "Nothing was started. Give the run more time or more machines, or add --best-effort to start it all the"
                    + " same."),
    RESIDENT_ISOLATED(
            710,
            "Nothing was started. Leave --isolate out: the parts of this application stay in the worker's process;"
                    + " docs/resident.md.");

    private final int number;
    private final String remedy;

    ErrorCode(int number, String remedy) {
        this.number = number;
        this.remedy = remedy;
    }

    /** The stable number, shown to people as {@code E301}. */
    public int number() {
        return number;
    }

    /** The remedy for a user, in one sentence. */
    public String remedy() {
        return remedy;
    }

    /** The exit code of a command that ends with this error: the range's digit, 0 for {@link #NONE}. */
    public int exitCode() {
        return number / 100;
    }

    /** The code with this number; empty if a newer peer sent a number that this build does not know. */
    public static Optional<ErrorCode> ofNumber(int number) {
        return Arrays.stream(values()).filter(code -> code.number == number).findFirst();
    }

    @Override
    public String toString() {
        return "E" + number;
    }
}
