-- What others lost in the same week with the same kind of fish: for each cell at sea of the pieces in own, the released rows of other groups in the
-- atom that the cell lies in. The file has own before this piece: cells by piece_start, production_area_id, generation and weight_class. A cell is
-- not here if it is in no atom, or if its atom, without the caller, is of too few groups or nearly of one. own_part is what the caller has in
-- each atom, as it was released. factor and tenths are of weight (sea_cell): fish of the cell's weight lose factor / 1000 / tenths times what the
-- atom's others do; as much where the atom is of one generation and 500 g, since tenths, a rounded mean, would tell them apart there.
own_part AS (
  SELECT
    c.atom_id,
    sum(c.fish_days) AS fish_days,
    sum(c.mortality_count) AS mortality_count,
    sum(c.culling_count) AS culling_count,
    sum(c.fish_days * coalesce(w.factor, 10000)) AS factors
  FROM released_cell_stock c
  LEFT JOIN weight_rate w ON w.last_month = plus_months(c.month, -1) AND w.weight_group = weight_group(c.weight_class, 500)
  WHERE c.farmer_group_key = :own_group
    AND c.site_placement = 'offshore'
    AND c.piece_start IN (SELECT piece_start FROM own)
  GROUP BY 1
),
others_part AS (
  SELECT
    a.atom_id,
    a.fish_days - coalesce(o.fish_days, 0) AS fish_days,
    a.mortality_count - coalesce(o.mortality_count, 0) AS mortality_count,
    a.culling_count - coalesce(o.culling_count, 0) AS culling_count,
    factor_tenths(a.factors - coalesce(o.factors, 0), a.fish_days - coalesce(o.fish_days, 0)) AS tenths,
    a.standard
  FROM atom a
  LEFT JOIN own_part o ON o.atom_id = a.atom_id
  WHERE :is_farmer
    AND a.piece_start IN (SELECT piece_start FROM own)
    AND others_are_safe(
      a.group_count - CASE WHEN o.atom_id IS NULL THEN 0 ELSE 1 END,
      a.fish_days - coalesce(o.fish_days, 0),
      CASE WHEN a.largest_group = :own_group THEN a.second ELSE a.largest END,
      :min_farmers, :max_share)
),
others AS (
  SELECT
    c.piece_start,
    c.production_area_id,
    c.generation,
    c.weight_class,
    p.fish_days,
    p.mortality_count,
    p.culling_count,
    p.mortality_count + p.culling_count AS loss_count,
    CASE WHEN p.standard = 1 THEN 10000 ELSE c.factor END AS factor,
    CASE WHEN p.standard = 1 THEN 10 ELSE p.tenths END AS tenths,
    p.standard
  FROM sea_cell c
  JOIN others_part p ON p.atom_id = c.atom_id
  WHERE c.piece_start IN (SELECT piece_start FROM own)
)
