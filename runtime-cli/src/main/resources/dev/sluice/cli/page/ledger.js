// The idle ledger: where slot time went, and what would help.

import { causeOfLine, swatch } from './colours.js';
import { el, section, setText, svg } from './dom.js';
import { LITTLE, NOTHING } from './fold.js';
import { table, tableBehind } from './table.js';
import { count, duration, percent, three } from './words.js';

/** Causes of less than these percent of the slot time need no picture. */
const SMALL = 3;

/** The times with quantiles, in the order of their rows. */
const SPREADS = [
  ['unit', 'unit'],
  ['start', 'start of a worker'],
  ['roundTrip', 'round trip'],
  ['accept', 'accept'],
];

export function ledger() {
  const view = section('ledger', 'Idle ledger', 'Why is it not 100 %, and what would help?');
  const bar = svg('svg', { class: 'bar', height: 44, role: 'img' });
  const lines = table('Slot time by cause', [
    { title: 'Colour', kind: 'tight', node: (line) => swatch(causeOfLine(line.field)) },
    { title: 'Slot time', text: (line) => line.words },
    { title: 'Share', number: true, text: (line) => line.percent.toFixed(1) + '\u00a0%' },
    { title: 'Slot-seconds', number: true, text: (line) => duration(line.seconds) },
  ]);
  const changes = el('div', { class: 'changes' });
  const waits = tableBehind('waiting time by link', [
    { title: 'From', text: (wait) => wait.from, value: (wait) => wait.from },
    { title: 'To', text: (wait) => wait.to, value: (wait) => wait.to },
    { title: 'Slot time', number: true, text: (wait) => duration(wait.seconds), value: (wait) => wait.seconds },
  ]);
  const memory = el('p', { class: 'note' });
  const spreads = table('How long things took', [
    { title: 'Time', text: (each) => each.words },
    { title: 'Count', number: true, text: (each) => count(each.count) },
    { title: 'Median', number: true, text: (each) => duration(each.p50Seconds) },
    { title: '95\u00a0% up to', number: true, text: (each) => duration(each.p95Seconds) },
    { title: '99\u00a0% up to', number: true, text: (each) => duration(each.p99Seconds) },
  ]);
  const included = el(
    'p',
    { class: 'note' },
    "Computing includes Sluice's overhead per unit, which the task stream shows apart.",
  );
  const columns = el('div', { class: 'columns' }, el('div', null, lines.element, included, memory, spreads.element), changes);
  view.body.append(bar, columns, waits.element);

  return {
    ...view,
    parts: ['ledger'],
    draw({ ledger: data }) {
      for (const element of [bar, columns]) {
        element.toggleAttribute('hidden', !(data.slotSeconds > 0));
      }
      const shown = data.lines.filter((line) => line.seconds > 0);
      setText(view.says, data.slotSeconds > 0 ? sentence(data, shown) : 'No slot time yet: no worker has joined.');
      bar.setAttribute('aria-label', shown.map((line) => `${line.words} ${three(line.percent)} %`).join(', '));
      bar.replaceChildren(...blocks(shown));
      lines.update(shown);
      const said = data.memory ? [data.memory.words, data.memory.unused] : [];
      setText(memory, said.filter((text) => text !== '').join('; '));
      const known = SPREADS.flatMap(([field, words]) => (data.spreads?.[field] ? [{ words, ...data.spreads[field] }] : []));
      spreads.element.toggleAttribute('hidden', known.length === 0);
      spreads.update(known);
      changes.replaceChildren(...changesOf(data.changes));
      waits.element.toggleAttribute('hidden', data.links.length === 0);
      waits.update(() => data.links);
      const isBusy = shown.every((line) => line.field === 'compute' || line.percent < SMALL);
      return !(data.slotSeconds > 0) ? NOTHING : isBusy && !data.changes.some(helps) ? LITTLE : undefined;
    },
  };
}

/** Says how much of the slot time was used, and what took more of it than any other cause. */
function sentence(data, lines) {
  const used = lines.find((line) => line.field === 'compute')?.percent ?? 0;
  const [most] = lines.filter((line) => line.field !== 'compute').sort((a, b) => b.percent - a.percent);
  const loss = most ? `; the largest loss was ${most.words} (${percent(most.percent / 100)})` : '';
  return `${percent(used / 100)} of ${duration(data.slotSeconds)} of slot time was computing${loss}.`;
}

function blocks(lines) {
  let from = 0;
  return lines.flatMap((line) => {
    const cause = causeOfLine(line.field);
    const place = { x: from + '%', y: 0, width: Math.max(0, line.percent) + '%', height: 44 };
    from += Math.max(0, line.percent);
    const title = svg('title', null, `${line.words}: ${three(line.percent)} %`);
    const box = svg('rect', { ...place, fill: `url(#p-${cause.name})`, class: 'block' }, title);
    return line.percent < 9 ? [box] : [box, label(from - line.percent / 2, percent(line.percent / 100))];
  });
}

function label(middle, text) {
  return svg(
    'svg',
    { x: middle + '%', y: 22, overflow: 'visible' },
    svg('rect', { x: -24, y: -11, width: 48, height: 22, rx: 11, class: 'paper' }),
    svg('text', { y: 4.5, class: 'mid strong' }, text),
  );
}

function changesOf(changes) {
  const title = el('h3', null, 'What would help');
  const others = changes.filter((change) => !helps(change));
  const costs = others.map((change) => `${change.what} (${duration(change.seconds)} in all)`).join(', ');
  const useless = costs === '' ? [] : [el('p', { class: 'note' }, `By the model this would not help, or hardly: ${costs}.`)];
  if (!changes.some(helps)) {
    const none = 'The model knows of no change that would help, or it does not know enough yet.';
    return [title, el('p', { class: 'note' }, none), ...useless];
  }
  const most = Math.max(...changes.map((change) => change.gain), 0.01);
  const items = changes.filter(helps).map((change) => {
    const gain = svg('svg', { class: 'gain', height: 8, 'aria-hidden': 'true' });
    const width = (100 * change.gain) / most;
    gain.append(
      svg('rect', { width: '100%', height: 8, rx: 4, class: 'channel' }),
      svg('rect', { width: width + '%', height: 8, rx: 4, class: 'water' }),
    );
    return el(
      'li',
      null,
      el('span', { class: 'what' }, change.what),
      el('strong', null, `saves ${percent(change.gain)}`),
      el('span', { class: 'note' }, `${duration(change.seconds)} in all`),
      gain,
    );
  });
  const note = 'By the model, with the measurements of this run.';
  return [title, el('ul', { class: 'gains' }, items), el('p', { class: 'note' }, note), ...useless];
}

function helps(change) {
  return change.helps;
}
