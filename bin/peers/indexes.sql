-- Indexes that fit the compared routes: a window of pieces, and what is added up of an atom, so that the tables themselves are not read.
CREATE INDEX ON generation_cell (piece_start) INCLUDE (atom_id, atom_cells, week, month, platform_area_id);
CREATE INDEX ON released_generation_cell_stock (atom_id, piece_start)
  INCLUDE (fish_days, mortality_count, culling_count, loss_count, site_number);
CREATE INDEX ON released_generation_cell_stock (piece_start);
CREATE INDEX ON released_generation_cell_loss (atom_id, piece_start)
  INCLUDE (category_code, mortality_count, mortality_biomass_g, culling_count, culling_biomass_g, loss_count, loss_biomass_g);
CREATE INDEX ON released_generation_cell_loss (piece_start);
CREATE INDEX ON generation_cell_stock (farmer_group_key, piece_start);
CREATE INDEX ON generation_cell_loss (farmer_group_key, piece_start);
CREATE INDEX ON area_place (production_area_id);
VACUUM (ANALYZE);
