package dev.sluice.launch.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.launch.PlaceVerdict.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SshTroubleTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ssh: Could not resolve hostname n1: Name or service not known | UNKNOWN_NAME",
                "ssh: connect to host n1 port 22: Connection refused | PORT_CLOSED",
                "ssh: connect to host n1 port 22: Connection timed out | PORT_CLOSED",
                "ssh: connect to host n1 port 22: No route to host | PORT_CLOSED",
                "Connection timed out during banner exchange | PORT_CLOSED",
                "kex_exchange_identification: read: Connection reset by peer | PORT_CLOSED",
                "user@n1: Permission denied (publickey,password). | KEY_REFUSED",
                "Received disconnect from 10.0.0.1 port 22:2: Too many authentication failures | KEY_REFUSED",
                "Host key verification failed. | KEY_REFUSED",
                "command-line: line 0: Bad configuration option: nonsense | FAILED",
            })
    void shouldKnowWhatSshSays(String line, Kind kind) {
        assertThat(SshTrouble.of("some other line\n" + line + "\n", 255).kind()).isEqualTo(kind);
    }

    @Test
    void shouldTellAChangedHostKeyFromAnUnknownOne() {
        String changed = "@ WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED! @\nHost key verification failed.\n";
        assertThat(SshTrouble.of(changed, 255).reason()).startsWith("it shows another host key");
        assertThat(SshTrouble.of("Host key verification failed.\n", 255).reason())
                .startsWith("its host key is not known here");
    }

    @Test
    void shouldRepeatWhatItDoesNotKnow() {
        SshTrouble trouble = SshTrouble.of("first\nlast \u001b[31mwords\n", 255);
        assertThat(trouble.kind()).isEqualTo(Kind.FAILED);
        assertThat(trouble.reason()).isEqualTo("ssh ended with exit code 255: last [31mwords");
        assertThat(SshTrouble.of("", 127).reason()).isEqualTo("ssh ended with exit code 127");
    }
}
