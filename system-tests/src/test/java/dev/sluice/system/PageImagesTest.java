package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The images of the page in the documents show the page of today. */
class PageImagesTest {
    @Test
    void shouldShowThePageOfToday() {
        assertThat(PageImages.remembered())
                .as("docs/images shows another page. Take the images anew: CONTRIBUTING.md has the command")
                .isEqualTo(PageImages.fingerprint());
    }
}
