package dev.sluice.model.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OnTheWayTest {
    private static final class Text extends OnTheWay.Message {
        final String text;

        Text(String text) {
            this.text = text;
        }

        @Override
        public long bytes() {
            return text.length();
        }

        @Override
        public boolean needsNoGrant() {
            return text.startsWith("!");
        }
    }

    /** Notes what happens. */
    private static final class Notes implements OnTheWay.Link<Text> {
        final List<String> said = new ArrayList<>();

        @Override
        public void offer(long name, Text what, boolean urgent) {
            said.add("offer " + name + " " + what.text);
        }

        @Override
        public void send(Text what) {
            said.add("send " + what.sequence() + " " + what.text + (what.offer() == 0 ? "" : " for " + what.offer()));
        }

        @Override
        public void forget(Text what) {
            said.add("forget " + what.text);
        }
    }

    private final Notes link = new Notes();
    private final OnTheWay<Text> messages = new OnTheWay<>(link);

    @BeforeEach
    void shouldBeginASession() {
        messages.attach(10, 5, false);
    }

    private void send(String text) {
        messages.send(new Text(text), false);
    }

    @Test
    void shouldKeepMessagesUntilTheyAreAcknowledged() {
        send("abc");
        send("de");
        assertThat(messages.bytes()).isEqualTo(5);
        assertThat(messages.fits(5)).isTrue();
        assertThat(messages.fits(6)).isFalse();
        assertThat(messages.acknowledged(3, 10)).as("never sent").isFalse();
        assertThat(messages.acknowledged(1, 10)).isTrue();
        assertThat(messages.bytes()).isEqualTo(2);
        messages.acknowledged(2, 10);
        assertThat(messages.isEmpty()).isTrue();
        assertThat(link.said).containsExactly("send 1 abc", "send 2 de", "forget abc", "forget de");
    }

    @Test
    void shouldSendALargeMessageWhenItIsGranted() {
        send("abcdefg");
        send("!abcdefg");
        assertThat(messages.bytes()).isEqualTo(15);
        messages.granted(1, () -> new Text(""));
        messages.granted(1, () -> new Text(""));
        assertThat(link.said).containsExactly("offer 1 abcdefg", "send 1 !abcdefg", "send 2 abcdefg for 1");
    }

    @Test
    void shouldAnswerTheGrantOfADroppedOfferOnce() {
        send("abcdefg");
        messages.dropOffered(any -> true);
        assertThat(messages.bytes()).isZero();
        messages.granted(1, () -> new Text(""));
        messages.granted(1, () -> new Text(""));
        assertThat(link.said).containsExactly("offer 1 abcdefg", "forget abcdefg", "send 1  for 1");
        assertThat(messages.isEmpty()).isTrue();
    }

    @Test
    void shouldSendAndOfferAgainOnTheNextSession() {
        send("abc");
        send("abcdefg");
        messages.granted(1, () -> new Text(""));
        send("hijklmn");
        messages.detach();
        send("op");
        link.said.clear();
        messages.attach(10, 5, false);
        assertThat(link.said).containsExactly("offer 1 hijklmn", "offer 2 abcdefg", "send 1 abc", "send 2 op");
    }

    @Test
    void shouldNameNoGrantOfTheSessionBefore() {
        send("abcdefg");
        messages.granted(1, () -> new Text(""));
        messages.detach();
        link.said.clear();
        messages.attach(10, 7, false);
        assertThat(link.said).containsExactly("send 1 abcdefg");
    }
}
