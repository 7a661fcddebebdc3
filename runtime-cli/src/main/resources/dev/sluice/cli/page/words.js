// Numbers as a reader sees them, each with its unit.

const GROUPED = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const UNKNOWN = '–';
const GAP = '\u00a0';

/** Formats a number with three significant digits. */
export function three(number) {
  if (!Number.isFinite(number)) {
    return UNKNOWN;
  }
  const size = Math.abs(number);
  if (size >= 999.5) {
    return GROUPED.format(number);
  }
  if (size === 0) {
    return '0';
  }
  const digits = size >= 99.95 ? 0 : size >= 9.995 ? 1 : size >= 0.9995 ? 2 : 3;
  return number.toFixed(digits);
}

/** Formats a whole number, with commas. */
export function count(number) {
  return Number.isFinite(number) ? GROUPED.format(number) : UNKNOWN;
}

/** Says why a view is empty if its report was made of the figures of the run alone. */
export const NO_COURSE = 'This report has no course over time.';

/** Formats the number of a unit, or of one so many units later. Numbers above 2^53 are strings. */
export function numbered(unit, later = 0) {
  const isExact = typeof unit === 'number' && Number.isSafeInteger(unit + later);
  return isExact ? count(unit + later) : GROUPED.format(BigInt(unit) + BigInt(later));
}

/** Formats a whole number with a noun. */
export function counted(number, noun) {
  return count(number) + GAP + noun + (number === 1 ? '' : 's');
}

/** Formats seconds in the unit that fits. */
export function duration(seconds) {
  if (!Number.isFinite(seconds) || seconds < 0) {
    return UNKNOWN;
  }
  if (seconds === 0) {
    return '0' + GAP + 's';
  }
  if (seconds < 0.9995e-3) {
    return three(seconds * 1e6) + GAP + 'µs';
  }
  if (seconds < 0.9995) {
    return three(seconds * 1e3) + GAP + 'ms';
  }
  if (seconds < 59.95) {
    return (seconds < 9.995 ? seconds.toFixed(2) : seconds.toFixed(1)) + GAP + 's';
  }
  const whole = Math.round(seconds);
  if (whole < 3600) {
    return pair(whole, 60, 'min', 1, 's');
  }
  return whole < 86400 ? pair(whole, 3600, 'h', 60, 'min') : pair(whole, 86400, 'd', 3600, 'h');
}

function pair(seconds, large, largeName, small, smallName) {
  const units = Math.round(seconds / small);
  const rest = units % (large / small);
  const most = (units - rest) / (large / small);
  return most + GAP + largeName + (rest === 0 ? '' : GAP + rest + GAP + smallName);
}

/** Formats seconds without needless zeros, for axes. */
export function brief(seconds) {
  return duration(seconds).replace(/\.(\d*?)0+(?=\u00a0)/, (_, digits) => (digits === '' ? '' : '.' + digits));
}

/** Formats an interval of seconds. Coarse figures suffice for a forecast. */
export function interval(low, high) {
  if (!(low >= 0) || !(high >= 0)) {
    return UNKNOWN;
  }
  const from = coarse(Math.max(low, 0));
  const to = coarse(Math.max(high, 1));
  return from === to ? 'about ' + to : from + ' to ' + to;
}

function coarse(seconds) {
  if (seconds < 10) {
    return Math.ceil(seconds) + GAP + 's';
  }
  if (seconds < 120) {
    return Math.round(seconds) + GAP + 's';
  }
  if (seconds < 7200) {
    return Math.round(seconds / 60) + GAP + 'min';
  }
  return seconds < 172800 ? three(seconds / 3600) + GAP + 'h' : three(seconds / 86400) + GAP + 'd';
}

/** Formats units a second. */
export function rate(unitsPerSecond) {
  if (!Number.isFinite(unitsPerSecond)) {
    return UNKNOWN;
  }
  if (unitsPerSecond > 0 && unitsPerSecond < 0.1) {
    return three(unitsPerSecond * 3600) + GAP + 'units/h';
  }
  return three(unitsPerSecond) + GAP + 'units/s';
}

/** Formats bytes with decimal prefixes. */
export function bytes(number) {
  let value = number;
  for (const name of ['B', 'kB', 'MB', 'GB']) {
    if (Math.abs(value) < 999.5) {
      return (name === 'B' ? count(value) : three(value)) + GAP + name;
    }
    value /= 1000;
  }
  return three(value) + GAP + 'TB';
}

/** Formats bytes a second; unknown speeds are 0. */
export function speed(bytesPerSecond) {
  return bytesPerSecond > 0 ? bytes(bytesPerSecond) + '/s' : UNKNOWN;
}

/** Formats a share from 0 to 1 as a percentage. */
export function percent(share) {
  if (!Number.isFinite(share)) {
    return UNKNOWN;
  }
  const value = share * 100;
  const digits = Math.abs(value) >= 9.95 || value === 0 ? 0 : 1;
  return value.toFixed(digits) + GAP + '%';
}

/** Orders names as people do: n2 before n10. */
export const byName = new Intl.Collator('en', { numeric: true }).compare;
