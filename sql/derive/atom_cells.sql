-- The cells with their atoms.
SELECT
  c.piece_start,
  c.site_placement,
  c.production_area_id,
  c.generation,
  c.weight_class,
  a.atom,
  a.atom_cells,
  a.feed_atom,
  a.feed_atom_cells
FROM cells c
JOIN atoms a ON a.cell = c.cell
