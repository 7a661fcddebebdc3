// The course of a run: what limited it when, and how long its cycles took.

import { causeNamed, swatch } from './colours.js';
import { chart } from './chart.js';
import { el, section, setText, short, svg } from './dom.js';
import { LITTLE, NOTHING } from './fold.js';
import { tableBehind } from './table.js';
import { brief, bytes, count, counted, duration, NO_COURSE, percent, three } from './words.js';

/** Each regime with its words, and with the cause of slot time whose colour and pattern it has. */
const REGIMES = {
  computation: { words: 'computing', cause: 'compute' },
  communication: { words: 'a link', cause: 'results-link' },
  overhead: { words: 'overhead', cause: 'master' },
  mixed: { words: 'two at once', cause: 'inputs-link' },
  starting: { words: 'starting', cause: 'starting' },
  ending: { words: 'too little work', cause: 'no-work' },
};
const WIDTH = 1000;

export function course() {
  const view = section('course', 'Course', 'What limited it when, and how long did cycles take?');
  const strip = svg('svg', {
    class: 'strip',
    viewBox: `0 0 ${WIDTH} 28`,
    preserveAspectRatio: 'none',
    height: 28,
    width: '100%',
    role: 'img',
  });
  const ends = el('p', { class: 'note' });
  const legend = el('ul', { class: 'legend' });
  const limits = tableBehind('bottlenecks over time', [
    { title: 'From', number: true, text: (row) => duration(row.fromSeconds), value: (row) => row.fromSeconds },
    { title: 'To', number: true, text: (row) => duration(row.toSeconds), value: (row) => row.toSeconds },
    { title: 'Limited by', kind: 'name', text: limitOf, value: limitOf },
    { title: 'Computing', number: true, text: (row) => percent(row.computation), value: (row) => row.computation },
    { title: 'Links', number: true, text: (row) => percent(row.communication), value: (row) => row.communication },
    { title: 'Overhead', number: true, text: (row) => percent(row.overhead), value: (row) => row.overhead },
  ]);
  const plot = chart();
  const figures = tableBehind('figures of cycles', [
    { title: 'Cycle', number: true, text: (row) => cycleName(row), value: (row) => row.fromSeconds },
    { title: 'Time', number: true, text: (row) => duration(row.seconds), value: (row) => row.seconds },
    { title: 'Units', number: true, text: (row) => count(row.units), value: (row) => row.units },
    { title: 'Slots', number: true, text: (row) => three(row.slots), value: (row) => row.slots },
    {
      title: 'In compute',
      number: true,
      text: (row) => duration(row.computeSeconds),
      value: (row) => row.computeSeconds,
    },
    { title: 'Sent', number: true, text: (row) => bytes(row.bytesOut), value: (row) => row.bytesOut },
    { title: 'Received', number: true, text: (row) => bytes(row.bytesIn), value: (row) => row.bytesIn },
    { title: 'Messages', number: true, text: (row) => count(row.messages), value: (row) => row.messages },
    { title: 'Limited by', text: (row) => short(row.resource, 80) || '–', value: (row) => row.resource },
  ]);
  view.body.append(strip, ends, legend, limits.element, plot.element, figures.element);

  return {
    ...view,
    parts: ['course', 'about'],
    resized: () => plot.draw(),
    draw({ course: data, about, lanes }) {
      const regimes = data?.regimes ?? [];
      const cycles = data?.cycles ?? [];
      const points = pointsOf(cycles);
      [strip, ends, legend, limits.element].forEach((part) => part.toggleAttribute('hidden', regimes.length === 0));
      plot.element.hidden = points.length < 2;
      figures.element.hidden = cycles.length === 0;
      setText(view.says, sentence(regimes, points, about, lanes));
      strip.setAttribute('aria-label', view.says.textContent);
      draw(strip, regimes);
      setText(ends, regimes.length === 0 ? '' : spanOf(regimes));
      legend.replaceChildren(...Object.entries(REGIMES).filter(([name]) => isUsed(regimes, name)).map(entry));
      limits.update(() => regimes);
      figures.update(() => cycles);
      if (points.length >= 2) {
        plot.draw(specOf(points));
      }
      if (points.length >= 2) {
        return undefined;
      }
      return regimes.length === 0 && cycles.length === 0 ? NOTHING : new Set(regimes.map((one) => one.resource || one.regime)).size < 2 ? LITTLE : undefined;
    },
  };
}

function isUsed(regimes, name) {
  return regimes.some((one) => one.regime === name);
}

function limitOf(row) {
  return short(row.resource, 80) || wordsOf(row.regime);
}

function wordsOf(regime) {
  return REGIMES[regime]?.words ?? regime;
}

function entry([, { words, cause }]) {
  return el('li', null, swatch(causeNamed(cause)), words);
}

function cycleName(row) {
  if (row.ended === 0) {
    return `part of ${count(row.cycle + 1)}`;
  }
  return row.ended === 1 ? count(row.cycle + 1) : `${count(row.cycle + 1)} to ${count(row.cycle + row.ended)}`;
}

function spanOf(regimes) {
  return `From ${duration(regimes[0].fromSeconds)} to ${duration(regimes[regimes.length - 1].toSeconds)}.`;
}

/** Draws a rectangle for each interval. */
function draw(strip, regimes) {
  const from = regimes[0]?.fromSeconds ?? 0;
  const span = Math.max(1e-9, (regimes[regimes.length - 1]?.toSeconds ?? 0) - from);
  strip.replaceChildren(
    ...regimes.map((one) =>
      svg(
        'rect',
        {
          x: ((one.fromSeconds - from) / span) * WIDTH,
          width: Math.max(0.5, ((one.toSeconds - one.fromSeconds) / span) * WIDTH),
          y: 0,
          height: 28,
          fill: `url(#p-${causeNamed(REGIMES[one.regime]?.cause ?? 'no-work').name})`,
        },
        svg('title', null, `${duration(one.fromSeconds)}: ${wordsOf(one.regime)} ${short(one.resource, 60)}`),
      ),
    ),
  );
}

/** Returns the mean time of a cycle by cycle: parts of one cycle together, merged cycles as their mean. */
function pointsOf(cycles) {
  const points = [];
  let seconds = 0;
  for (const one of cycles) {
    seconds += one.seconds;
    if (one.ended > 0) {
      points.push({ cycle: one.cycle + one.ended, seconds: seconds / one.ended });
      seconds = 0;
    }
  }
  return points;
}

function sentence(regimes, points, about, lanes) {
  if (regimes.length === 0 && points.length === 0) {
    const isWithoutCourse = about.kind !== 'live' && lanes.length === 0;
    return isWithoutCourse ? NO_COURSE : 'Not known yet: it takes some seconds to see what limits a run.';
  }
  const names = new Set(regimes.map(limitOf));
  const same = names.size === 1 ? `The same limit all the time: ${[...names][0]}. ` : '';
  const unknown = regimes.length === 0 ? 'It takes some seconds to see what limits a run. ' : '';
  const limit = unknown || (names.size > 1 ? `${counted(names.size, 'limit')} in turn. ` : same);
  if (points.length < 2) {
    return limit.trim();
  }
  const times = points.map((point) => point.seconds);
  const words = `${duration(Math.min(...times))} to ${duration(Math.max(...times))} a cycle`;
  return `${limit}${counted(points[points.length - 1].cycle, 'cycle')}, ${words}.`;
}

function specOf(points) {
  const at = points.map((point) => point.cycle);
  return {
    title: 'Time of each cycle.',
    x: { title: 'cycle', format: count, low: at[0], high: at[at.length - 1] },
    y: {
      title: 'time of a cycle',
      format: brief,
      low: 0,
      high: Math.max(...points.map((point) => point.seconds), 1e-6) * 1.05,
      isTime: true,
    },
    band: { at, low: at.map(() => 0), high: points.map((point) => point.seconds) },
    lines: [{ points: points.map((point) => [point.cycle, point.seconds]), kind: 'main' }],
    dots: [],
    marks: [],
    read: (i) => `cycle ${count(points[i].cycle)}: ${duration(points[i].seconds)}`,
  };
}
