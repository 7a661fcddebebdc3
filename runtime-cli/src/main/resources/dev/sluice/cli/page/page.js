// The page of a run: it shows the data inside a report, or follows a running run.

import { patterns } from './colours.js';
import { course } from './course.js';
import { el, setText, short } from './dom.js';
import { fan } from './fan.js';
import { embedded, follow } from './feed.js';
import { Cards } from './fold.js';
import { ledger } from './ledger.js';
import { decisions, failures, hosts } from './lists.js';
import { overview } from './overview.js';
import { scaling } from './scaling.js';
import { Store } from './store.js';
import { Stream } from './stream.js';
import { tree } from './tree.js';

const REDRAW_MILLIS = 250;
/** Facts of the run that its head shows; the others are folded. */
const FACTS = 3;
const STATES = { live: 'Running', ended: 'Ended', simulated: 'Simulated' };

const store = new Store();
const data = embedded();
const views = [
  overview(),
  new Stream(),
  tree(),
  ledger(),
  course(),
  scaling(),
  fan(),
  hosts(data !== null),
  decisions(),
  failures(),
];
const cards = new Cards(views);
const dirty = new Set();
let isConnected = true;
let drawnAt = -Infinity;
let isWaiting = false;
let isBegun = false;
let width = 0;

function build() {
  const main = document.getElementById('views');
  document.body.append(patterns());
  main.append(...views.map((view) => view.element));
  const links = document.querySelector('nav.views');
  links.append(...views.map((view) => el('a', { href: '#' + view.id }, view.title)));
  links.addEventListener('click', ({ target }) => target.hash === location.hash && cards.follow());
  new ResizeObserver(([{ contentRect }]) => contentRect.width !== width && resized(contentRect.width)).observe(main);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => resized(width));
}

function apply(view) {
  store.apply(view).forEach((part) => dirty.add(part));
  redrawSoon();
}

/** Draws at most four times a second, when the browser is ready to. The overview is on the screen before the rest is drawn. */
function redrawSoon() {
  if (isWaiting) {
    return;
  }
  isWaiting = true;
  const wait = Math.max(0, drawnAt + REDRAW_MILLIS - performance.now());
  setTimeout(() => requestAnimationFrame(redraw), wait);
}

function redraw() {
  isWaiting = false;
  drawnAt = performance.now();
  if (store.isEmpty) {
    return;
  }
  const changed = new Set(dirty);
  heading(changed);
  const isEarly = store.about.kind === 'live' && store.lanes.length === 0;
  document.body.className = isEarly ? 'early' : isBegun ? '' : 'opening';
  for (const view of isBegun ? views : views.slice(0, 1)) {
    if (view.parts.some((part) => changed.has(part))) {
      attempt(view, () => (view.weight = view.draw(store, changed)));
      cards.settle(view);
    }
  }
  if (!isBegun) {
    isBegun = true;
    drawnAt = -Infinity;
    performance.mark('sluice-overview');
    redrawSoon();
    return;
  }
  dirty.clear();
  cards.order(store);
  if (!window.sluiceReady) {
    performance.mark('sluice-ready');
    window.sluiceReady = performance.now();
    cards.follow();
  }
}

/** Runs an action of one view; whatever it throws stops no other view. */
function attempt(view, action) {
  try {
    action();
  } catch (failed) {
    console.error(`view ${view.id}:`, failed);
  }
}

function resized(next) {
  width = next;
  views.forEach((view) => attempt(view, () => view.resized?.()));
}

function heading(changed) {
  const { about } = store;
  if (changed.has('about')) {
    const name = short(simpleName(about.application), 80) || 'A run';
    setText(document.getElementById('application'), name);
    document.title = `${name} – ${STATES[about.kind] ?? ''} – Sluice`;
    const given = about.arguments.length > 0 ? `arguments ${short(about.arguments.join(' '), 120)}` : '';
    const isCommand = /^each( |$)/.test(name);
    const facts = [
      isCommand ? '' : given,
      `run ${short(about.run, 80)}`,
      about.started && `started ${short(moment(about.started), 40)}`,
      about.master && `master ${short(about.master, 60)}`,
      about.policy && `policy ${short(about.policy, 40)}`,
      isCommand ? given : '',
      name === about.application ? '' : short(about.application, 120),
      `Sluice ${short(about.sluiceVersion, 30)}, Java ${short(about.javaVersion, 30)}`,
      about.directory && short(about.directory, 120),
    ].filter(Boolean).map((fact) => el('span', null, fact));
    document.getElementById('about').replaceChildren(...facts.slice(0, FACTS));
    document.getElementById('more').replaceChildren(...facts.slice(FACTS));
    document.getElementById('more-about').hidden = facts.length <= FACTS;
  }
  state();
}

/** Returns the name of a Java class without its package; other names as they are. */
function simpleName(name) {
  return /^([a-z]\w*\.)+[A-Z]\w*$/.test(name) ? name.slice(name.lastIndexOf('.') + 1) : name;
}

/** Returns a time to the second. */
function moment(time) {
  return time.replace(/^(\d+-\d+-\d+)T(\d+:\d+:\d+)\.?\d*/, '$1 $2 ').trim();
}

function state() {
  const element = document.getElementById('state');
  const { about } = store;
  const isOver = about && about.kind !== 'live';
  let text = 'Waiting for the run …';
  if (isOver) {
    text =
      about.kind === 'simulated'
        ? 'This run was simulated.'
        : `The run has ended: ${about.end || 'its end is not known'}`;
  } else if (!isConnected) {
    text = 'Connection lost, trying again …';
  } else if (about) {
    text = 'The run is running.';
  }
  element.className = `state ${isOver ? (about.exitCode > 0 ? 'bad' : 'over') : isConnected ? 'live' : 'lost'}`;
  setText(element, text);
}

build();
if (data) {
  data.then(apply).catch((failed) => {
    console.error(failed);
    setText(document.getElementById('state'), "This browser cannot show the report. 'sluice report RUN --text' can.");
  });
} else {
  follow({
    view: apply,
    follows: (view) => store.follows(view),
    isKnown: (view) => view.sequence <= store.sequence,
    hasEnded: () => !store.isEmpty && store.about.kind !== 'live',
    closed: () => (window.sluiceClosed = true),
    connection(isThere) {
      isConnected = isThere;
      state();
    },
  });
}
