package dev.sluice.master.submaster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.schedule.AttemptRun;
import dev.sluice.model.schedule.Brought;
import dev.sluice.model.schedule.GivenUnits;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.net.message.Adopted;
import dev.sluice.net.message.HandedBack;
import dev.sluice.net.message.Message;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class UpwardNewsTest {
    private static final int CYCLE = 3;

    private final GivenUnits given = new GivenUnits();
    private final UpwardNews news = new UpwardNews(given);
    private final List<Message> sent = new ArrayList<>();

    private static HeldUnits held(long from, long to) {
        return new HeldUnits(500, -9, from, to - from);
    }

    private static Brought brought(long from, long to, HeldUnits... finished) {
        return new Brought(CYCLE, List.of(held(from, to)), List.of(finished));
    }

    @Test
    void shouldAskForWhatWasNotGivenAndForNothingElse() {
        news.attach(sent::add, CYCLE);
        given.give(new AttemptRun(7, 1, 12, 4, 1), 12, 16);

        Brought adopted = news.adopt(brought(10, 14, held(20, 22)));

        assertThat(sent).containsExactly(new Adopted(CYCLE, List.of(held(10, 12)), List.of(held(20, 22))));
        assertThat(adopted.adopted().size()).isEqualTo(4);
        assertThat(adopted.working()).containsExactly(held(10, 14));
        news.adopt(brought(10, 14));
        assertThat(sent).hasSize(1);
    }

    /** A registration names all that is given when it is sent; later than that nobody has heard of it. */
    @Test
    void shouldSayAfterTheAnswerWhatHasChangedSinceTheRegistration() {
        news.attach(sent::add, CYCLE);
        news.detach();
        news.adopt(brought(0, 2));
        news.giveBack(given.giveBack(0, 1));
        news.handBack(CYCLE);
        news.forget(); // registers
        news.adopt(brought(10, 14));
        news.giveBack(given.giveBack(13, 14));
        news.handBack(CYCLE);
        assertThat(sent).isEmpty();

        news.attach(sent::add, CYCLE);
        assertThat(sent)
                .containsExactly(
                        new Adopted(CYCLE, List.of(held(10, 14)), List.of()),
                        new HandedBack(CYCLE, List.of(held(13, 14))));
        news.handBack(CYCLE);
        assertThat(sent).hasSize(2);
    }

    @Test
    void shouldLeaveWhatIsAskedForToTheAnswer() {
        news.attach(sent::add, CYCLE);
        news.adopt(brought(10, 14));
        sent.clear();
        news.giveBack(given.giveBack(10, 12));
        assertThat(news.takeBack()).containsExactly(held(10, 12));
        news.handBack(CYCLE);
        assertThat(sent).isEmpty();
    }
}
