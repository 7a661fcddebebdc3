package dev.sluice.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.launch.ssh.SshLauncherTest;
import dev.sluice.net.runfile.RunFile;
import org.junit.jupiter.api.Test;

class CallBackTest {
    @Test
    void shouldPutTheAddressFirstByWhichTheHostWasReached() {
        RunFile run = SshLauncherTest.runFile("10.1.1.1", "10.2.2.2");
        assertThat(CallBack.addresses(CallBack.from(run, "10.2.2.2"))).isEqualTo("10.2.2.2:7000, 10.1.1.1:7000");
        assertThat(CallBack.addresses(CallBack.from(run, "192.0.2.7")))
                .isEqualTo("192.0.2.7:7000, 10.1.1.1:7000, 10.2.2.2:7000");
        assertThat(CallBack.from(run, "")).isEqualTo(run);
        RunFile only = SshLauncherTest.runFile("10.1.1.1");
        assertThat(CallBack.from(only, "10.2.2.2")).isEqualTo(only);
    }
}
