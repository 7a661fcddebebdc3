// The views that are lists: hosts, decisions, failures.

import { button, el, section, setText, short } from './dom.js';
import { LITTLE, NOTHING } from './fold.js';
import { table } from './table.js';
import { count, counted, duration, numbered, speed, three } from './words.js';

const FIRST_FAILURES = 50;
const SHORT_MESSAGE = 200;

export function hosts(isReport) {
  let directory = '';
  let isOver = false;
  const view = section('hosts', 'Hosts', 'Which machine is slow, overloaded or lost?');
  const rows = table(
    'Hosts',
    [
      { title: 'Host', kind: 'name', text: (host) => host.name, value: (host) => host.name },
      { title: 'State', node: (host) => stateOf(host, isOver), value: (host) => host.state },
      { title: 'Workers', number: true, text: (host) => count(host.workers), value: (host) => host.workers },
      { title: 'Slots', number: true, text: (host) => count(host.slots), value: (host) => host.slots },
      { title: 'Units', number: true, text: (host) => count(host.units), value: (host) => host.units },
      {
        title: 'Time per unit',
        number: true,
        text: (host) => (host.unitSeconds > 0 ? duration(host.unitSeconds) : '–'),
        value: (host) => host.unitSeconds,
      },
      {
        title: 'Load (processes)',
        number: true,
        text: (host) => (host.load < 0 ? '–' : host.load.toFixed(1)),
        value: (host) => host.load,
      },
      {
        title: 'Round trip',
        number: true,
        text: (host) => duration(host.roundTripSeconds),
        value: (host) => host.roundTripSeconds,
      },
      {
        title: 'To the master',
        number: true,
        text: (host) => speed(host.bytesPerSecond),
        value: (host) => host.bytesPerSecond,
      },
      { title: 'Transport', text: (host) => host.transport, value: (host) => host.transport },
      { title: 'Log', kind: 'path', node: (host) => log(host.log, directory, isReport) },
    ],
    { by: 0 },
  );
  view.body.append(rows.element);
  return {
    ...view,
    parts: ['hosts', 'about'],
    draw({ hosts: data, about }) {
      directory = about.directory + '/';
      isOver = about.kind !== 'live';
      setText(view.says, hostWords(data, isOver));
      rows.update(data);
      return data.length === 0 ? NOTHING : data.length === 1 && data[0].state !== 'gone' ? LITTLE : undefined;
    },
  };
}

/** Names a log. A report lies in the run's directory, so that it can link to a log there. */
function log(path, directory, isReport) {
  if (!path.startsWith(directory)) {
    return el('span', null, path || '–');
  }
  const inside = path.slice(directory.length);
  const href = './' + inside.split('/').map(encodeURIComponent).join('/');
  return isReport ? el('a', { href, title: path }, inside) : el('span', { title: path }, inside);
}

/** Shows the state of a host. At the end of a run all workers leave: they are not away. */
function stateOf(host, isOver) {
  const state = isOver && host.state !== 'gone' ? 'done' : host.state;
  return el('span', { class: 'pill ' + state }, state);
}

function hostWords(data, isOver) {
  if (data.length === 0) {
    return 'No host has a worker yet.';
  }
  const gone = data.filter((host) => (isOver ? host.state === 'gone' : !['connected', 'parked'].includes(host.state))).length;
  const times = data.filter((host) => host.unitSeconds > 0).sort((a, b) => a.unitSeconds - b.unitSeconds);
  const [some, none] = isOver ? ['of them lost', 'none lost'] : ['of them not connected', 'all connected'];
  const parts = [`${counted(data.length, 'host')}, ${gone > 0 ? `${count(gone)} ${some}` : none}`];
  if (times.length > 1) {
    const slowest = times[times.length - 1];
    const ratio = slowest.unitSeconds / times[(times.length - 1) >> 1].unitSeconds;
    if (ratio >= 1.05) {
      parts.push(`the slowest is ${short(slowest.name, 40)}, with ${three(ratio)} times the median time per unit`);
    }
  }
  return parts.join('; ') + '.';
}

export function decisions() {
  const view = section('decisions', 'Decisions', 'What did Sluice decide, and why?');
  const rows = table(
    'Decisions',
    [
      { title: 'Time', number: true, text: (one) => duration(one.seconds), value: (one) => one.seconds },
      { title: 'About', text: (one) => one.kind, value: (one) => one.kind },
      { title: 'Decision', kind: 'prose', text: (one) => one.what },
      { title: 'Reason', kind: 'prose', text: (one) => one.why || '–' },
      { title: 'Expected gain', text: (one) => one.gain || '–' },
      { title: 'Outcome', text: (one) => one.outcome || '–' },
    ],
    { by: 0, down: true },
  );
  view.body.append(rows.element);
  return {
    ...view,
    parts: ['decisions', 'course', 'overview'],
    draw({ decisions: data, course, overview }) {
      const all = data.length === 0 ? 'Nothing was decided yet.' : counted(data.length, 'decision') + ', latest first.';
      setText(view.says, [all, ...course.tuners.map((one) => tunerWords(one, overview.seconds))].join(' '));
      rows.update(data);
      return data.length === 0 ? NOTHING : undefined;
    },
  };
}

/** Says what a tuner cost until now. */
function tunerWords({ knob, looks, cpuSeconds }, seconds) {
  const what = { workers: 'number of workers', own: "application's own setting" }[knob] ?? short(knob, 40);
  const percent = seconds > 0 ? (100 * cpuSeconds) / seconds : 0;
  return `Tuning the ${what} took ${counted(looks, 'look')} and ${percent.toFixed(2)} % of one processor.`;
}

export function failures() {
  const view = section('failures', 'Failures', 'What went wrong?');
  const list = el('div', { class: 'failures' });
  const more = button('', () => show(Infinity));
  view.body.append(list, more);
  let data = [];
  let shown = FIRST_FAILURES;
  let drawn = [];

  function show(most) {
    shown = most;
    const next = data.slice(0, shown);
    const isSame = drawn.every((one, i) => one === next[i]);
    if (!isSame) {
      list.replaceChildren();
    }
    list.append(...next.slice(isSame ? drawn.length : 0).map(failure));
    drawn = next;
    more.hidden = data.length <= shown;
    setText(more, `Show all ${data.length} failures`);
  }

  return {
    ...view,
    parts: ['failures'],
    draw(store) {
      data = store.failures;
      setText(view.says, failureWords(data));
      show(shown);
      return data.length === 0 ? NOTHING : undefined;
    },
  };
}

function failureWords(data) {
  if (data.length === 0) {
    return 'No unit failed.';
  }
  const failed = data.filter((one) => one.given).length;
  const again = data.length - failed;
  const parts = [failed > 0 ? `${counted(failed, 'unit')} failed on every worker` : 'No unit failed on every worker'];
  if (again > 0) {
    parts.push(again === 1 ? 'one attempt failed and was repeated elsewhere' : `${count(again)} attempts failed and were repeated elsewhere`);
  }
  return parts.join('; ') + '.';
}

function failure(one) {
  const where = `${short(one.worker, 40)} on ${short(one.host, 60)}`;
  const fate = one.given
    ? `tried by ${counted(one.tries, 'worker')}`
    : 'repeated elsewhere';
  const log =
    one.log.length === 0 ? [] : [el('h3', null, 'Log of the worker'), el('pre', { tabindex: 0 }, one.log.join('\n'))];
  return el(
    'details',
    { class: 'failure' },
    el(
      'summary',
      null,
      el('span', { class: 'pill ' + (one.given ? 'gone' : 'leaving') }, one.given ? 'failed' : 'repeated'),
      el('strong', null, `unit ${numbered(one.unit)}`),
      el('span', null, `${short(one.type, 80)}: ${short(one.message, SHORT_MESSAGE)}`),
      el('span', { class: 'note' }, `${duration(one.seconds)}, cycle ${one.cycle + 1}, ${where}; ${fate}`),
    ),
    el('h3', null, 'Stack'),
    el('pre', { tabindex: 0 }, one.stack || 'no stack was sent'),
    log,
  );
}
