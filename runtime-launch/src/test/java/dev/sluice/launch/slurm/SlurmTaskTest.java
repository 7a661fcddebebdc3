package dev.sluice.launch.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlurmTaskTest {
    private static final String RUNNING = line("ArrayJobId=7 ArrayTaskId=1 ", "RUNNING", "None", "0:0", "n1");

    static String line(String array, String state, String reason, String exit, String node) {
        return "JobId=8 " + array
                + "JobName=sluice-pi-20261121-1234-abcd UserId=me(1000) GroupId=me(1000) MCS_label=N/A"
                + " Priority=4294901759 Nice=0 Account=(null) QOS=(null) JobState=" + state + " Reason=" + reason
                + " Dependency=(null) Requeue=0 Restarts=0 BatchFlag=1 Reboot=0 ExitCode=" + exit
                + " RunTime=00:00:03 TimeLimit=01:00:00 TimeMin=N/A StartTime=2026-11-21T20:15:00"
                + " EndTime=2026-11-21T21:15:00 Deadline=N/A ReqNodeList=(null) ExcNodeList=(null) NodeList=" + node
                + " BatchHost=" + node + " NumNodes=1 Command=/home/me/a JobState=FAILED NodeList=trap WorkDir=/\n";
    }

    @Test
    void shouldReadATaskThatRuns() {
        assertThat(SlurmTask.parse(RUNNING))
                .containsExactly(new SlurmTask(1, "RUNNING", "None", "n1", 0, "2026-11-21T21:15:00"));
    }

    @Test
    void shouldReadTheTasksThatWaitTogether() {
        List<SlurmTask> tasks = SlurmTask.parse(
                RUNNING + line("ArrayJobId=7 ArrayTaskId=2,4-5%3 ", "PENDING", "Resources", "0:0", "(null)"));
        assertThat(tasks).extracting(SlurmTask::index).containsExactly(1, 2, 4, 5);
        assertThat(tasks).extracting(SlurmTask::waits).containsExactly(false, true, true, true);
        assertThat(tasks.get(3).reason()).isEqualTo("Resources");
        assertThat(tasks.get(3).node()).isEmpty();
    }

    @Test
    void shouldReadAJobThatIsNoArray() {
        assertThat(SlurmTask.parse(line("", "RUNNING", "None", "0:0", "n[1-3]")))
                .extracting(SlurmTask::index)
                .containsExactly(0);
    }

    @ParameterizedTest
    @CsvSource({
        "COMPLETED, 0:0, 0, ended with exit code 0",
        "FAILED, 4:0, 4, ended with exit code 4",
        "FAILED, 0:9, 137, ended with exit code 137",
        "CANCELLED, 0:0, 143, was cancelled in Slurm",
        "CANCELLED, 0:15, 143, was cancelled in Slurm",
        "TIMEOUT, 0:0, 143, reached its time limit in Slurm",
        "PREEMPTED, 0:15, 143, was preempted by another job in Slurm",
        "NODE_FAIL, 0:0, 143, is lost: Slurm reports that its node failed",
        "OUT_OF_MEMORY, 0:125, 253, was killed by Slurm: it exceeded its memory limit",
        "REVOKED, 0:0, 143, 'ended in Slurm with REVOKED, exit code 0'",
    })
    void shouldSayHowATaskEnded(String state, String exit, int code, String story) {
        SlurmTask task = SlurmTask.parse(line("ArrayTaskId=3 ", state, "None", exit, "n2"))
                .get(0);
        assertThat(task.over()).isTrue();
        assertThat(task.waits()).isFalse();
        assertThat(task.endCode()).isEqualTo(code);
        assertThat(task.story()).isEqualTo(story);
    }

    @Test
    void shouldNeitherCallATaskOverThatCleansUp() {
        SlurmTask task = SlurmTask.parse(line("ArrayTaskId=3 ", "COMPLETING", "None", "0:0", "n2"))
                .get(0);
        assertThat(task.over()).isFalse();
        assertThat(task.waits()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {"1;{1}", "1-3;{1, 2, 3}", "2,4-5%2;{2, 4, 5}", "1-7:2;{1, 3, 5, 7}", "'';{0}", "x;{}", "3-1;{}"})
    void shouldReadListsOfTasks(String text, String indices) {
        assertThat(SlurmTask.indices(text)).hasToString(indices);
    }

    @Test
    void shouldIgnoreWhatIsNoJob() {
        assertThat(SlurmTask.parse("")).isEmpty();
        assertThat(SlurmTask.parse("slurm_load_jobs error: Invalid job id specified\n"))
                .isEmpty();
    }
}
