// The strip at the top: is the run going well?

import { el, section, setText, svg } from './dom.js';
import { count, counted, duration, interval, percent, rate } from './words.js';

const SPARKS = 60;

/** Units whose progress is shown. */
const RUNNING = 8;

export function overview() {
  const view = section('overview', 'Overview', 'Is it going well?', true);
  const figures = Object.fromEntries(
    ['Progress', 'Rate', 'Time left', 'Elapsed', 'Workers', 'Failed units'].map((name) => [name, figure(name)]),
  );
  const bar = el('progress', { max: 1, value: 0, 'aria-label': 'Progress' });
  const spark = svg('svg', {
    class: 'spark',
    viewBox: '0 0 120 24',
    preserveAspectRatio: 'none',
    'aria-hidden': 'true',
  });
  const advice = el('dl', { class: 'advice' });
  const running = el('ul', { class: 'running' });
  view.says.after(advice, running);
  figures.Progress.element.append(el('dd', null, bar));
  figures.Rate.element.append(el('dd', null, spark));
  view.body.append(
    el(
      'dl',
      { class: 'figures' },
      Object.values(figures).map((one) => one.element),
    ),
  );

  function set(name, value, note) {
    setText(figures[name].value, value);
    setText(figures[name].note, note);
  }

  return {
    ...view,
    parts: ['overview', 'about', 'series', 'hosts', 'ledger'],
    draw(store) {
      const { overview: now, about } = store;
      const isOver = about.kind !== 'live';
      const share = now.units > 0 ? now.done / now.units : 0;
      const units = `${count(now.done)} of ${counted(now.units, 'unit')}${now.open ? ' so far' : ''}${inAll(now)}`;
      set('Progress', percent(share), now.units > 0 || isOver ? units : 'no unit yet');
      bar.value = share;
      const current = isOver ? now.rateMean : now.rateNow;
      set('Rate', rate(current), rateNote(now, isOver));
      set('Time left', isOver ? 'ended' : interval(now.etaLow, now.etaHigh), isOver ? endNote(about) : etaNote(now));
      set('Elapsed', duration(now.seconds), cycleNote(now));
      if (isOver) {
        set('Workers', count(sum(store.hosts, 'workers')), `took part; ${counted(sum(store.hosts, 'slots'), 'slot')}`);
      } else {
        const parked = now.parkedSlots > 0 ? `, ${count(now.parkedSlots)} parked` : '';
        const slots = counted(now.slots, 'slot') + parked;
        set('Workers', count(now.workers), `of ${count(now.workersExpected)} expected; ${slots}`);
      }
      set('Failed units', count(now.failures), now.failures > 0 ? 'on every worker that tried them' : '');
      figures['Failed units'].element.classList.toggle('bad', now.failures > 0);
      setText(view.says, now.bottleneck || sentence(now));
      advice.hidden = store.ledger.helping.length === 0;
      advice.replaceChildren(el('dt', null, 'What would help'), ...store.ledger.helping.map((what) => el('dd', null, what)));
      running.replaceChildren(...(now.running ?? []).slice(0, RUNNING).map(unitLine));
      sparkline(spark, store.series);
    },
  };
}

/** Says how far a unit is, by its own word. */
function unitLine(unit) {
  const left = unit.secondsLeft >= 0 ? `, ${duration(unit.secondsLeft)} left` : '';
  const saying = unit.saying ? `, ${unit.saying}` : '';
  return el('li', null, `unit ${count(unit.unit)} on ${unit.worker}: ${percent(unit.done)}${saying}${left}`);
}

function sum(hosts, field) {
  return hosts.reduce((all, host) => all + host[field], 0);
}

function figure(name) {
  const value = el('dd', { class: 'value' });
  const note = el('dd', { class: 'note' });
  return { value, note, element: el('div', { class: 'figure' }, el('dt', null, name), value, note) };
}

function inAll(now) {
  return now.doneInAll > now.done ? `; ${count(now.doneInAll)} in all cycles` : '';
}

function rateNote(now, isOver) {
  const parts = [];
  if (!isOver && now.rateMean > 0) {
    parts.push(`mean ${rate(now.rateMean)}`);
  }
  if (now.ratePossible > 0) {
    parts.push(`${percent(now.efficiency)} of the possible ${rate(now.ratePossible)}`);
  }
  return parts.join('; ') || (isOver ? 'mean over the run' : '');
}

function etaNote(now) {
  if (now.etaHigh < 0) {
    return promiseNote(now.promise, 'not known yet');
  }
  const until = now.cycles > 0 ? 'until the last result' : 'until the last result of this cycle';
  return promiseNote(now.promise, until);
}

/** Says how sure it is that the run ends by the time that was asked for, after other words. */
function promiseNote(promise, before) {
  return promise ? `${before}; ${promise.words}` : before;
}

function endNote(about) {
  return about.exitCode < 0 ? '' : `exit code ${about.exitCode}`;
}

function cycleNote(now) {
  if (now.cycle < 0) {
    return 'before the first cycle';
  }
  return now.cycles > 0 ? `cycle ${now.cycle + 1} of ${now.cycles}` : `cycle ${now.cycle + 1}`;
}

function sentence(now) {
  return now.workers === 0 ? 'No worker is connected.' : 'What limits the run is not known yet.';
}

/** Draws the rate over time. */
function sparkline(element, series) {
  const { done } = series;
  const step = Math.max(1, Math.ceil(done.length / SPARKS));
  const rates = [];
  for (let i = 0; i + step <= done.length; i += step) {
    rates.push(Math.max(0, done[i + step - 1] - (i === 0 ? 0 : done[i - 1])));
  }
  const most = Math.max(...rates, 1);
  const points = rates.map(
    (value, i) => `${((i + 0.5) * 120) / rates.length},${(23 - (21 * value) / most).toFixed(1)}`,
  );
  element.replaceChildren(svg('polyline', { points: points.join(' '), class: 'curve main' }));
}
