package dev.sluice.master.submaster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.schedule.ResultRun;
import dev.sluice.model.schedule.UnitRanges;
import dev.sluice.net.payload.Payload;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class AccumulatedValuesTest {
    private final List<Integer> asked = new ArrayList<>();
    private final List<Consumer<MergedValues>> merging = new ArrayList<>();
    private final List<ForwardedResults> gone = new ArrayList<>();
    private final List<Runnable> whenSafe = new ArrayList<>();
    private final List<String> safe = new ArrayList<>();
    private final List<String> bad = new ArrayList<>();
    private final AccumulatedValues values = new AccumulatedValues(
            (all, merged) -> {
                asked.add(all.size());
                merging.add(merged);
            },
            (cycle, value, told) -> {
                gone.add(value);
                whenSafe.add(told);
            });

    @Test
    void shouldLetOneValueGoAsItCame() {
        add("a", 0, 10);
        values.complete();
        assertThat(asked).isEmpty();
        assertThat(units(gone.get(0))).containsExactly("0-10");
        assertThat(values.isEmpty()).isTrue();
    }

    @Test
    void shouldLetOneValueGoForAll() {
        add("a", 0, 10);
        add("b", 10, 30);
        add("c", 40, 50);
        assertThat(values.runs()).extracting(ResultRun::units).containsExactly(10, 20, 10);
        values.complete();
        assertThat(gone).isEmpty();
        assertThat(values.runs()).extracting(ResultRun::units).containsExactly(10, 20, 10);
        Payload one = payload("one");
        merging.get(0).accept(merged(one));
        assertThat(asked).containsExactly(3);
        assertThat(gone).hasSize(1);
        assertThat(gone.get(0).bytes()).isSameAs(one);
        assertThat(units(gone.get(0))).as("of one attempt run each, joined").containsExactly("0-30", "40-50");
        assertThat(gone.get(0).whose().size()).isEqualTo(40);
        assertThat(values.isEmpty()).isTrue();
        assertThat(safe).isEmpty();
        whenSafe.get(0).run();
        assertThat(safe).containsExactly("a", "b", "c");
    }

    @Test
    void shouldLetAllGoAsTheyCameWhenTheyCannotBeMerged() {
        add("a", 0, 10);
        add("b", 10, 30);
        values.complete();
        merging.get(0).accept(MergedValues.NONE);
        assertThat(gone).hasSize(2);
        whenSafe.get(1).run();
        assertThat(safe).containsExactly("b");
    }

    @Test
    void shouldMergeTheOthersWhenOneCannotBeDecoded() {
        add("a", 0, 10);
        add("garbage", 10, 30);
        add("c", 30, 40);
        values.complete();
        merging.get(0).accept(new MergedValues(Optional.of(payload("ac")), List.of(1)));
        assertThat(bad).containsExactly("garbage");
        assertThat(gone)
                .extracting(AccumulatedValuesTest::units)
                .containsExactly(List.of("0-10", "30-40"), List.of("10-30"));
        whenSafe.get(0).run();
        assertThat(safe).containsExactly("a", "c");
    }

    @Test
    void shouldMergeWhatComesMeanwhileAfterwards() {
        add("a", 0, 10);
        add("b", 10, 30);
        values.complete();
        add("c", 30, 40);
        values.complete();
        assertThat(asked).containsExactly(2);
        merging.get(0).accept(merged(payload("ab")));
        assertThat(gone).hasSize(2);
        assertThat(units(gone.get(1))).containsExactly("30-40");
    }

    @Test
    void shouldForgetWhatIsNotWantedAnyMore() {
        add("a", 0, 10);
        add("b", 10, 30);
        values.complete();
        add("c", 30, 40);
        values.drop();
        assertThat(safe).containsExactlyInAnyOrder("a", "b", "c");
        merging.get(0).accept(merged(payload("ab")));
        assertThat(gone).isEmpty();
        assertThat(values.isEmpty()).isTrue();
    }

    private void add(String name, long from, long to) {
        UnitRanges whose = new UnitRanges();
        whose.add(from, to);
        ResultRun run = ResultRun.of(1, 1, from, (int) (to - from), 0, 0);
        values.add(
                0, new ForwardedResults(List.of(run), payload(name), whose), () -> safe.add(name), () -> bad.add(name));
    }

    private static MergedValues merged(Payload value) {
        return new MergedValues(Optional.of(value), List.of());
    }

    private static Payload payload(String text) {
        return Payload.wrap(ByteBuffer.wrap(text.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
    }

    private static List<String> units(ForwardedResults value) {
        return value.runs().stream()
                .map(run -> run.firstUnit() + "-" + run.endUnit())
                .toList();
    }
}
