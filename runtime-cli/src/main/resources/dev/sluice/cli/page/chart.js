// Charts of one quantity over another: a band, lines, dots and marks, with axes and a readout.

import { el, setText, svg } from './dom.js';

const HEIGHT = 280;
const LEFT = 76;
const TOP = 16;
const BOTTOM = 44;
const TIME_STEPS = [15, 20, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400, 172800, 604800];

/** Returns a step of about a span's part that reads well. */
function stepOf(rough, isTime) {
  if (isTime && rough > 10) {
    return TIME_STEPS.find((step) => step >= rough) ?? Math.ceil(rough / 604800) * 604800;
  }
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * [1, 2, 5, 10].find((factor) => factor * power >= rough * 0.999);
}

/** Returns values at which an axis has marks. */
export function ticks(low, high, most, isTime, isLog) {
  const values = [];
  if (isLog) {
    for (let power = 10 ** Math.floor(Math.log10(low)); power <= high; power *= 10) {
      for (const factor of high / low > 10 ** (most / 3) ? [1] : [1, 2, 5]) {
        if (factor * power >= low * 0.999 && factor * power <= high * 1.001) {
          values.push(factor * power);
        }
      }
    }
    return values;
  }
  const step = stepOf(Math.max((high - low) / most, 1e-9), isTime);
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; i++) {
    values.push(i * step);
  }
  return values;
}

function scale(axis, from, to) {
  const turn = axis.log ? Math.log10 : (value) => value;
  const low = turn(axis.low);
  const span = turn(axis.high) - low || 1;
  return (value) => from + ((turn(value) - low) / span) * (to - from);
}

/**
 * Makes a chart. Its draw(spec) takes: title; x and y with title, format, low, high, isTime, log; band {at, low, high};
 * lines of {points, class}; dots of {x, y, text}; marks of {x or y, text, class}; read(i), words for the point at i.
 */
export function chart() {
  const picture = svg('svg', { class: 'chart', role: 'img', height: HEIGHT });
  const readout = el('output', { class: 'readout' });
  const element = el('figure', { class: 'plot', tabindex: 0 }, picture, readout);
  let spec = null;
  let at = -1;
  let width = 0;

  function draw() {
    width = element.clientWidth;
    if (!spec || width === 0) {
      return;
    }
    const x = scale(spec.x, LEFT, width - 20);
    const y = scale(spec.y, HEIGHT - BOTTOM, TOP);
    picture.setAttribute('width', width);
    picture.setAttribute('aria-label', spec.title);
    element.setAttribute('aria-label', spec.title + ' Arrow keys read its points.');
    picture.replaceChildren(axes(x, y), svg('g', null, band(x, y), lines(x, y), marks(x, y), dots(x, y)), cursor(x));
  }

  function axes(x, y) {
    const right = width - 20;
    const floor = HEIGHT - BOTTOM;
    const group = svg('g', { class: 'axes' });
    for (const value of ticks(spec.y.low, spec.y.high, 5, spec.y.isTime, spec.y.log)) {
      group.append(
        svg('line', { x1: LEFT, x2: right, y1: y(value), y2: y(value), class: 'grid' }),
        svg('text', { x: LEFT - 8, y: y(value) + 4, class: 'end' }, spec.y.format(value)),
      );
    }
    for (const value of ticks(spec.x.low, spec.x.high, Math.max(2, width / 110), spec.x.isTime, spec.x.log)) {
      group.append(
        svg('line', { x1: x(value), x2: x(value), y1: floor, y2: floor + 5, class: 'axis' }),
        svg('text', { x: x(value), y: floor + 19, class: 'mid' }, spec.x.format(value)),
      );
    }
    group.append(
      svg('line', { x1: LEFT, x2: right, y1: floor, y2: floor, class: 'axis' }),
      svg('text', { x: right, y: HEIGHT - 6, class: 'end title' }, spec.x.title),
      svg('text', { x: LEFT + 6, y: TOP - 3, class: 'title' }, spec.y.title),
    );
    return group;
  }

  function band(x, y) {
    const { at: places, low, high } = spec.band;
    const upper = places.map((place, i) => `${x(place).toFixed(1)},${y(high[i]).toFixed(1)}`);
    const lower = places.map((place, i) => `${x(place).toFixed(1)},${y(low[i]).toFixed(1)}`);
    return svg('polygon', { points: upper.concat(lower.reverse()).join(' '), class: 'band' });
  }

  function lines(x, y) {
    return spec.lines.map(({ points, kind }) =>
      svg('polyline', {
        points: points.map(([a, b]) => `${x(a).toFixed(1)},${y(b).toFixed(1)}`).join(' '),
        class: 'curve ' + kind,
      }),
    );
  }

  function marks(x, y) {
    return spec.marks.flatMap((mark) => {
      if (mark.x !== undefined) {
        const place = x(mark.x);
        const isRight = place > width - 180;
        return [
          svg('line', { x1: place, x2: place, y1: TOP, y2: HEIGHT - BOTTOM, class: 'mark' }),
          svg('text', { x: place + (isRight ? -6 : 6), y: TOP + 12, class: isRight ? 'halo end' : 'halo' }, mark.text),
        ];
      }
      return [
        svg('line', { x1: LEFT, x2: width - 20, y1: y(mark.y), y2: y(mark.y), class: 'mark' }),
        svg('text', { x: width - 24, y: y(mark.y) - 6, class: 'halo end' }, mark.text),
      ];
    });
  }

  function dots(x, y) {
    return spec.dots.flatMap((dot) => {
      const isRight = x(dot.x) > width - 200;
      const place = x(dot.x) + (isRight ? -11 : 11);
      return [
        svg('circle', { cx: x(dot.x), cy: y(dot.y), r: 6, class: 'dot' }),
        svg('text', { x: place, y: y(dot.y) - 9, class: isRight ? 'halo end strong' : 'halo strong' }, dot.text),
      ];
    });
  }

  function cursor(x) {
    const places = spec.band.at;
    at = Math.min(at, places.length - 1);
    setText(readout, at < 0 ? '' : spec.read(at));
    if (at < 0) {
      return svg('g');
    }
    return svg('line', { x1: x(places[at]), x2: x(places[at]), y1: TOP, y2: HEIGHT - BOTTOM, class: 'cursor' });
  }

  element.addEventListener('pointermove', (event) => {
    if (!spec) {
      return;
    }
    const x = scale(spec.x, LEFT, width - 20);
    const here = event.clientX - picture.getBoundingClientRect().left;
    const far = spec.band.at.map((place) => Math.abs(x(place) - here));
    at = far.indexOf(Math.min(...far));
    draw();
  });
  element.addEventListener('pointerleave', () => {
    at = -1;
    draw();
  });
  element.addEventListener('keydown', (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (spec && step) {
      at = Math.max(0, Math.min(spec.band.at.length - 1, at + step));
      event.preventDefault();
      draw();
    }
  });
  return {
    element,
    draw(next) {
      spec = next ?? spec;
      draw();
    },
  };
}
