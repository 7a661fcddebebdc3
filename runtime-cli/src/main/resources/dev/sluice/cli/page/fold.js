// Cards fold: those with little to say, all but the overview on a narrow screen, and those that a reader folds.

/** A card shows a heading and a sentence alone, with no picture behind them. */
export const NOTHING = 'nothing';

/** A card begins folded, because its sentence says it all. */
export const LITTLE = 'little';

const narrow = matchMedia('(max-width: 620px)');

/** Views by what limits the run: those about it come first. */
const ABOUT = {
  communication: ['tree', 'ledger', 'stream'],
  computation: ['scaling', 'stream', 'ledger'],
  overhead: ['ledger', 'stream'],
  mixed: ['ledger', 'tree', 'stream'],
};

/** Folds and orders the cards of a page. */
export class Cards {
  /** @param views in their usual order, the overview first */
  constructor(views) {
    this.views = views;
    this.isPrinting = false;
    views.forEach((view) => view.fold?.addEventListener('click', () => this.choose(view, this.isFolded(view))));
    narrow.addEventListener('change', () => views.forEach((view) => this.settle(view)));
    window.addEventListener('hashchange', () => this.follow());
    document.addEventListener('keydown', ({ key, target }) => key === 'Escape' && this.close(target));
    window.addEventListener('beforeprint', () => this.print(true));
    window.addEventListener('afterprint', () => this.print(false));
  }

  isFolded(view) {
    if (!view.fold || view.weight === NOTHING || this.isPrinting) {
      return view.weight === NOTHING;
    }
    return !(view.isOpen ?? !(view.weight === LITTLE || narrow.matches));
  }

  choose(view, isOpen) {
    view.isOpen = isOpen;
    this.settle(view);
  }

  /** Shows a card as its weight and its reader want it. */
  settle(view) {
    if (!view.fold) {
      return;
    }
    const isFolded = this.isFolded(view);
    const wasFolded = view.element.classList.contains('folded');
    view.element.classList.toggle('folded', isFolded);
    view.element.classList.toggle('quiet', isFolded && Boolean(view.weight));
    view.fold.disabled = view.weight === NOTHING;
    view.fold.setAttribute('aria-expanded', String(!isFolded));
    if (wasFolded && !isFolded) {
      view.resized?.();
    }
  }

  /** Opens the card that the address names. */
  follow() {
    const view = this.views.find((one) => '#' + one.id === location.hash);
    if (view?.fold) {
      this.choose(view, true);
    }
  }

  /** Closes the list, or else the card, in which the focus is. */
  close(target) {
    const details = target.closest('details[open]');
    const view = this.views.find((one) => one.fold && one.element.contains(target));
    if (details) {
      details.open = false;
      details.querySelector('summary').focus();
    } else if (view && !this.isFolded(view)) {
      this.choose(view, false);
      view.fold.focus();
    }
  }

  /** Draws all for paper, light and as wide as a sheet, or for the screen again. */
  print(isPrinting) {
    this.isPrinting = isPrinting;
    document.documentElement.classList.toggle('paper', isPrinting);
    document.getElementById('more-about').open = isPrinting;
    this.views.forEach((view) => {
      this.settle(view);
      view.resized?.();
    });
  }

  /** Orders the cards by what limits the run; those with little to say come last. A reader in a card is not disturbed. */
  order(store) {
    const [first, ...rest] = this.views;
    const names = [store.overview.failures > 0 ? 'failures' : '', ...(ABOUT[limit(store)] ?? [])];
    const rank = (view) => (view.weight ? 100 : 0) + (names.includes(view.id) ? names.indexOf(view.id) - 50 : 0);
    const wanted = [first, ...rest.sort((a, b) => rank(a) - rank(b))];
    const parent = first.element.parentElement;
    const present = [...parent.querySelectorAll(':scope > section')];
    const isReading = first.element.getBoundingClientRect().bottom < 0 || document.activeElement?.closest('section');
    if (isReading || wanted.every((view, i) => view.element === present[i])) {
      return;
    }
    parent.append(...wanted.map((view) => view.element));
    const links = document.querySelector('nav.views');
    links.append(...wanted.map((view) => links.querySelector(`[href="#${view.id}"]`)));
  }
}

/** Returns what limits the run: while it is running, that of its last interval, afterwards what limited it longest. */
function limit({ course, about }) {
  const known = (course?.regimes ?? []).filter((one) => one.regime in ABOUT);
  if (about.kind === 'live') {
    return known[known.length - 1]?.regime;
  }
  const seconds = new Map();
  known.forEach((one) => seconds.set(one.regime, (seconds.get(one.regime) ?? 0) + one.toSeconds - one.fromSeconds));
  return [...seconds].sort((a, b) => b[1] - a[1])[0]?.[0];
}
