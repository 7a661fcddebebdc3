package dev.sluice.cli.option;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.model.SluiceException;
import org.junit.jupiter.api.Test;

class TreeOptionsTest {
    private static TreeOptions tree(String shape) {
        TreeOptions options = new TreeOptions();
        options.shape = shape;
        return options;
    }

    private static void assertRefused(String shape, boolean planned, String words) {
        assertThatThrownBy(() -> tree(shape).check(planned))
                .isInstanceOf(SluiceException.class)
                .hasMessageContaining(words);
    }

    @Test
    void shouldRefuseWhatCannotBeTogether() {
        assertRefused("auto", false, "--tree: AUTO without --plan AUTO (expected: both");
        assertRefused("tree.yaml", true, "--tree: tree.yaml with --plan AUTO (expected: AUTO, NONE, or no plan)");
    }

    @Test
    void shouldTakeWhatGoesTogether() {
        assertThatCode(() -> {
                    tree("AUTO").check(true);
                    tree("none").check(false);
                    tree("tree.yaml").check(false);
                })
                .doesNotThrowAnyException();
    }
}
