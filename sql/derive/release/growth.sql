-- The growth of released rows. It lies in atoms of feed, but only some of the unit-days that report feed have a gain: those of fewer groups
-- perhaps. So an atom's gains are kept only if they are safe by themselves. Parts are rows of released_stock_cell.

-- name: safe_parts
-- The atoms of feed whose unit-days with a gain are safe by themselves, by their biomass and the groups that the companies are in now.
SELECT piece_start, feed_atom
FROM (
  SELECT r.piece_start, r.feed_atom, coalesce(g.farmer_group_key, r.farmer_group_key) AS group_now, sum(r.gain_biomass_g) AS amount
  FROM ({released}) r
  LEFT JOIN groups g ON g.farmer_id = r.farmer_id
  WHERE r.feed_atom IS NOT NULL
    AND r.gain_biomass_g > 0
  GROUP BY 1, 2, 3
) a
GROUP BY 1, 2
HAVING is_safe(count(*), sum(amount), max(amount), coalesce(max(amount, 2)[2], 0), :min_farmers, :max_share)

-- name: forget_unsafe
-- Removes the gains that are not safe. Part is a table with such rows.
UPDATE {stock}
SET gain_g = NULL, gain_biomass_g = NULL
WHERE gain_biomass_g IS NOT NULL
  AND NOT EXISTS (
    SELECT 1
    FROM safe_parts s
    WHERE s.piece_start = {stock}.piece_start AND s.feed_atom = {stock}.feed_atom
  )

-- name: unsafe
SELECT 1
FROM ({released}) r
LEFT JOIN safe_parts s ON s.piece_start = r.piece_start AND s.feed_atom = r.feed_atom
WHERE s.feed_atom IS NULL
  AND r.gain_biomass_g IS NOT NULL
LIMIT 1

-- name: filled
-- The rows of a ledger from before growth was in it, with the gains that they have in the snapshot now. None of them has been seen.
SELECT r.* REPLACE (
  CASE WHEN r.feed_atom IS NOT NULL THEN c.gain_g END AS gain_g,
  CASE WHEN r.feed_atom IS NOT NULL THEN c.gain_biomass_g END AS gain_biomass_g)
FROM ({released}) r
LEFT JOIN ({stock_cell}) c
  ON c.piece_start = r.piece_start
  AND c.site_id = r.site_id
  AND c.farmer_id = r.farmer_id
  AND c.generation = r.generation
  AND c.weight_class = r.weight_class
