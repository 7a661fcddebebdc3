package dev.sluice.master.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.extension.DistributionPolicy;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.policy.OwnPolicy;
import dev.sluice.model.policy.Policy;
import dev.sluice.model.policy.PolicyName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExtensionsTest {
    /** A usable policy. */
    public static class Ones implements DistributionPolicy {
        @Override
        public long chunk(Slot slot) {
            return 1;
        }
    }

    /** Has no constructor for others. */
    public static final class Closed extends Ones {
        Closed() {}
    }

    /** Cannot be created. */
    public static final class Broken extends Ones {
        public Broken() {
            throw new IllegalStateException("no licence");
        }
    }

    /** Is not public. */
    static final class Hidden extends Ones {
        public Hidden() {}
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "com.example.Missing | no such class",
                "java.lang.String | does not implement dev.sluice.api.extension.DistributionPolicy",
                "dev.sluice.master.tune.ExtensionsTest$Closed | no public constructor without parameters",
                "dev.sluice.master.tune.ExtensionsTest$Broken | its constructor threw "
                        + "java.lang.IllegalStateException: no licence",
                "dev.sluice.master.tune.ExtensionsTest$Hidden | is not public",
            })
    void shouldRefuseAClassThatIsNoPolicy(String name, String why) {
        assertThatThrownBy(() -> Extensions.policy(name))
                .isInstanceOfSatisfying(
                        SluiceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.EXTENSION_UNUSABLE))
                .hasMessageContainingAll(name + ": " + why, "(expected: ");
    }

    @Test
    void shouldEqualThePolicyOfTheSameName() {
        Policy loaded = Extensions.policy(Ones.class.getName());
        assertThat(loaded).isEqualTo(Policy.of(Ones.class.getName())).isNotEqualTo(PolicyName.SS);
        assertThat(loaded.begin()).isNotSameAs(loaded.begin());
        assertThatThrownBy(() -> Policy.of(Ones.class.getName()).begin())
                .isInstanceOfSatisfying(
                        SluiceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.POLICY_ELSEWHERE));
    }

    @ParameterizedTest
    @ValueSource(strings = {"FACT", "ss", "", ".", "a.", "a..b", "a.b c", "a.b\n", "1.2"})
    void shouldTakeNoOtherTextForAClass(String name) {
        assertThat(OwnPolicy.isClass(name)).isFalse();
        assertThatThrownBy(() -> Policy.of(name)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource({"-1, returned -1.0", "2, returned 2.0", "Infinity, returned Infinity"})
    void shouldRefuseAnswersThatAreNoShare(double answer, String why) {
        assertThat(Extensions.answer(this, "share", 1, () -> Double.NaN)).isNaN();
        assertThatThrownBy(() -> Extensions.answer(this, "share", 1, () -> answer))
                .hasMessageContainingAll(ExtensionsTest.class.getName() + ".share " + why, "(expected: ");
        assertThatThrownBy(() -> Extensions.answer(this, "share", 1, () -> {
                    throw new IllegalStateException("offline");
                }))
                .hasMessageContaining("share threw java.lang.IllegalStateException: offline");
    }
}
