-- The sums of stock with the atoms of their cells.
SELECT
  c.*,
  a.atom,
  a.atom_cells,
  a.feed_atom,
  a.feed_atom_cells
FROM stock_sums c
JOIN places p ON p.site_id = c.site_id
JOIN atom_cells a
  ON a.piece_start = c.piece_start
  AND a.site_placement = p.site_placement
  AND a.production_area_id IS NOT DISTINCT FROM p.production_area_id
  AND a.generation = c.generation
  AND a.weight_class = c.weight_class
