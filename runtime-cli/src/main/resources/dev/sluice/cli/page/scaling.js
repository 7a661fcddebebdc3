// The scaling curve: how many slots should a run ask for?

import { chart } from './chart.js';
import { section, setText } from './dom.js';
import { NOTHING } from './fold.js';
import { tableBehind } from './table.js';
import { brief, count, counted, duration, interval, NO_COURSE } from './words.js';

const WIDE = 20;

export function scaling() {
  const view = section('scaling', 'Scaling curve', 'How many slots should I ask for?');
  const plot = chart();
  const behind = tableBehind('time by number of slots', [
    { title: 'Slots', number: true, text: (row) => count(row.slots), value: (row) => row.slots },
    { title: 'Time of the run', number: true, text: (row) => duration(row.seconds), value: (row) => row.seconds },
    { title: 'At least', number: true, text: (row) => duration(row.low) },
    { title: 'At most', number: true, text: (row) => duration(row.high) },
  ]);
  view.body.append(plot.element, behind.element);

  return {
    ...view,
    parts: ['scaling', 'about'],
    resized: () => plot.draw(),
    draw({ scaling: data, about, lanes }) {
      const isThere = data !== null && data.slots.length > 0;
      plot.element.hidden = !isThere;
      behind.element.hidden = !isThere;
      if (!isThere) {
        const isWithoutCourse = about.kind !== 'live' && lanes.length === 0;
        const missing =
          about.kind === 'live'
            ? 'The model needs more measurements of this run before it can draw this curve.'
            : 'The model had too few measurements of this run.';
        setText(view.says, isWithoutCourse ? NO_COURSE : missing);
        return NOTHING;
      }
      const here = about.kind === 'live' ? 'is expected to take' : 'took';
      const title =
        `With ${counted(data.hereSlots, 'slot')} this run ${here} ${duration(data.hereSeconds)}. ` +
        (data.knee > 0
          ? `${counted(data.knee, 'slot')} ${data.knee === 1 ? 'is' : 'are'} enough: more gain less than 5 %.`
          : `More than ${counted(data.slots[data.slots.length - 1], 'slot')} would still help.`);
      setText(view.says, title);
      plot.draw(specOf(data, title));
      behind.update(() => data.slots.map((slots, i) => row(data, slots, i)));
      return undefined;
    },
  };
}

function row(data, slots, i) {
  return { slots, seconds: data.seconds[i], low: data.low[i], high: data.high[i] };
}

function specOf(data, title) {
  const times = [...data.low, ...data.high, data.hereSeconds].filter((value) => value > 0);
  const places = [...data.slots, data.hereSlots].filter((value) => value > 0);
  const most = Math.max(...times);
  const isLog = most / Math.min(...times) > WIDE;
  const isWide = Math.max(...places) / Math.min(...places) > WIDE;
  return {
    title,
    x: { title: 'slots', format: count, low: Math.min(...places), high: Math.max(...places), log: isWide },
    y: {
      title: 'time of the run',
      format: brief,
      low: isLog ? Math.min(...times) : 0,
      high: most * 1.05,
      isTime: true,
      log: isLog,
    },
    band: { at: data.slots, low: data.low, high: data.high },
    lines: [{ points: data.slots.map((slots, i) => [slots, data.seconds[i]]), kind: 'main' }],
    dots: data.hereSlots > 0 ? [{ x: data.hereSlots, y: data.hereSeconds, text: 'this run' }] : [],
    marks: data.knee > 0 ? [{ x: data.knee, text: `enough: ${counted(data.knee, 'slot')}` }] : [],
    read: (i) =>
      `${counted(data.slots[i], 'slot')}: ${duration(data.seconds[i])} (${interval(data.low[i], data.high[i])})`,
  };
}
