/** Rows as CSV (RFC 4180), by the rule that the API has for its own: the values of a list are joined, and a text that a spreadsheet would run is prefixed. */

/** More decimals than any value of the API has. */
const DECIMALS = 15;

/** The rows with a header; the columns are named as the API names the fields. @param {object[]} list */
export function csv(list) {
  const rows = /** @type {Record<string, unknown>[]} */ (list);
  const names = [...new Set(rows.flatMap(row => Object.keys(row)))];
  const lines = rows.map(row => names.map(name => cell(row[name])).join(','));
  return `${[names.join(','), ...lines].join('\r\n')}\r\n`;
}

/** @param {unknown} value */
function cell(value) {
  if (value === null || value === undefined) {
    return '';
  }
  const text = Array.isArray(value) ? value.join('|') : typeof value === 'object' ? JSON.stringify(value) : typeof value === 'number' ? digits(value) : String(value);
  // a spreadsheet would read these as formulas
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The digits of a number as the API writes them, a small one without an exponent. @param {number} value */
function digits(value) {
  const text = String(value);
  return text.includes('e-') ? value.toFixed(DECIMALS).replace(/0+$/, '') : text;
}
