package dev.sluice.cli.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Executed;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ListCommandTest {
    @TempDir
    Path directory;

    private String file(String text) throws Exception {
        return Files.writeString(directory.resolve("hosts.txt"), text).toString();
    }

    @Test
    void shouldShowAFile() throws Exception {
        String file = file("a slots=2\nbob@b slots=4 port=2222\n10.0.0.7\n");
        Executed hosts = Executed.sluice("hosts", "list", file);
        assertThat(hosts.code()).as(hosts.err()).isZero();
        assertThat(hosts.out().lines().map(line -> line.replaceAll(" +", " ")))
                .containsExactly(
                        file + ": a hostfile of Open MPI: HOST slots=N; lines of the same host add up",
                        "3 hosts: 6 slots, and as many as cores on 1",
                        "",
                        "host user port slots origin",
                        "a - - 2 " + file + ":1",
                        "b bob 2222 4 " + file + ":2",
                        "10.0.0.7 - - - " + file + ":3",
                        "",
                        "-: ssh decides on user and port, the host's cores on slots");
    }

    @Test
    void shouldReadAFileAsItIsTold() throws Exception {
        String file = file("a:2\nb:4\n");
        Executed hosts = Executed.sluice("hosts", "list", file, "--kind", "mpich", "--json");
        assertThat(hosts.code()).as(hosts.err()).isZero();
        assertThat(hosts.out())
                .startsWith("{\"schema\":\"sluice-hosts-1\",\"kind\":\"mpich\"")
                .contains("{\"name\":\"a\",\"slots\":2,\"origin\":\"" + file + ":1\"}");
        Executed refused = Executed.sluice("hosts", "list", file);
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).contains("E209 " + file + ":1: 'a:2' could mean three things", "docs/hosts.md");
        assertThat(refused.out()).isEmpty();
    }

    @Test
    void shouldSayWhatIsWrong() throws Exception {
        assertThat(Executed.sluice("hosts", "list", "/nowhere/hosts").err())
                .contains("E209 /nowhere/hosts: no such file (expected: a file of hosts)");
        assertThat(Executed.sluice("hosts", "list", "--kind", "list").err()).contains("E200 --kind: without FILE");
        assertThat(Executed.sluice("hosts", "list", file("a"), "--slurm").err())
                .contains("E200 FILE, --slurm, --pbs, --sge: 2 of them (expected: one)");
        assertThat(Executed.sluice("hosts", "list", file("a"), "--kind", "yaml").err())
                .contains("E200", "'--kind'", "LIST, MPI, MPICH, SSH, ANSIBLE, SLURM, PBS, SGE");
        Executed json = Executed.sluice("hosts", "list", "--json", file("a b"));
        assertThat(json.code()).isEqualTo(2);
        assertThat(json.out()).contains("\"code\":\"E209\"", "\"name\":\"hosts-invalid\"");
    }

    @Test
    void shouldPlanOnTheHostsOfAFile() throws Exception {
        String file = file("big slots=8\nsmall slots=1\n");
        Executed plan = Executed.sluice(
                "plan", "--hosts", file, "--bandwidth", "1Gbit/s", "--unit-time", "1s", "--no-simulation");
        assertThat(plan.code()).as(plan.err()).isZero();
        assertThat(plan.out()).contains(": master on small, 1 worker", "Rate: at most 8.000 units/s");
        Executed masterIsNamed =
                Executed.sluice("plan", "--hosts", file, "--unit-time", "1s", "--no-simulation", "--master", "big");
        assertThat(masterIsNamed.out()).contains(": master on big, 1 worker", "Rate: at most 1.000 units/s");
    }

    @Test
    void shouldSimulateOnTheHostsOfAFile() throws Exception {
        String file = file("a slots=3\nb\n");
        Executed run =
                Executed.sluice("simulate", "--hosts", file, "--slots", "2", "--unit-time", "100ms", "--units", "100");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("master on master, 2 workers with 5 slots");
        String named = file("a slots=3\nmaster\n");
        assertThat(Executed.sluice(
                                "simulate", "--hosts", named, "--unit-time", "1s", "--units", "10", "--master=master")
                        .out())
                .contains("master on master, 1 worker with 3 slots");
    }

    @Test
    void shouldSayWhatBindsTheHostsOfAFile() throws Exception {
        Executed run = Executed.sluice(
                "simulate", "map", "--hosts", file("a slots=3\nb\n"), "--unit-time", "1s", "--no-simulation");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("Computing limits the run");
    }

    @Test
    void shouldRefuseTwoSortsOfMachines() throws Exception {
        assertThat(Executed.sluice("plan", "--hosts", file("a:1"), "--unit-time", "1s")
                        .err())
                .contains("E209", "could mean three things");
        assertThat(Executed.sluice("plan", "--unit-time", "1s").err())
                .contains("E200 --view: missing (expected: one of --view FILE and --hosts N|FILE)");
        assertThat(Executed.sluice("simulate", "map", "--view", "x.yaml", "--hosts", "3")
                        .err())
                .contains("E200 --view: together with --hosts, --slots, --bandwidth or --latency");
        assertThat(Executed.sluice("simulate", "--hosts", "0", "--unit-time", "1s")
                        .err())
                .contains("E200 --hosts: 0 (expected: 1 to 1000000)");
    }
}
