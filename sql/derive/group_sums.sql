-- What each farmer group has in each cell: fish and, on unit-days that report feed, biomass. Rows of one cell are adjacent.
SELECT
  n.cell,
  f.group_number,
  CAST(sum(c.fish_days) AS BIGINT) AS fish_days,
  CAST(sum(c.fed_biomass_g) AS BIGINT) AS fed_biomass_g
FROM stock_sums c
JOIN places p ON p.site_id = c.site_id
JOIN cells n
  ON n.piece_start = c.piece_start
  AND n.site_placement = p.site_placement
  AND n.production_area_id IS NOT DISTINCT FROM p.production_area_id
  AND n.generation = c.generation
  AND n.weight_class = c.weight_class
JOIN (SELECT farmer_id, dense_rank() OVER (ORDER BY farmer_group_key) - 1 AS group_number FROM farmer) f
  ON f.farmer_id = c.farmer_id
GROUP BY 1, 2
ORDER BY 1, 2
