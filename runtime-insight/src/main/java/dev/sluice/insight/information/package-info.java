/**
 * One form of question for everything that a scheduler asks: pairs of name and value, some of which are asked for. All
 * providers with an answer respond, and the asker's rule picks one. No files, threads or clocks: those belong to
 * {@link dev.sluice.insight.information.Provider}. Start reading at
 * {@link dev.sluice.insight.information.InformationService}. The form is that of AMWAT's information service (Shao
 * 2001, APS-info).
 */
@NullMarked
package dev.sluice.insight.information;

import org.jspecify.annotations.NullMarked;
