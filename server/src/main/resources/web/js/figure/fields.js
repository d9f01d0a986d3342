/** Fields of rows whose names are put together: a kind of loss, a horizon, the reader's own beside the benchmark. */

/** The field with the reader's own figure. @template {string} F @param {F} field of the benchmark @returns {`farmer_${F}`} */
export function ownOf(field) {
  return `farmer_${field}`;
}

/** A number of a row; null where it has none. @param {object} row @param {string} field */
export function numberIn(row, field) {
  const value = /** @type {Record<string, unknown>} */ (row)[field];
  return typeof value === 'number' ? value : null;
}
