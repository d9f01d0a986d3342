/*
parameters: [rows, losses]
with: [included]
*/
-- Losses by cause, for each row of the response: the benchmark's from whole released atoms, the caller's from its own cells that pass
-- the filters, as they are now.
{as}loss AS (
  SELECT
    false AS is_own,
    i.{row},
    i.{part},
    l.category_code,
    l.{sum},
  FROM {as}included i
  JOIN released_{cell}_loss l ON l.atom_id = i.atom_id
  WHERE l.piece_start BETWEEN :read_from AND :last_day
    AND NOT (:exclude_self AND l.farmer_group_key = :own_group)
  UNION ALL
  SELECT
    NOT :sees_all AS is_own,
    {row},
    {part},
    category_code,
    {sum},
  FROM (
    SELECT
      {column},
      category_code,
      {sum},
    FROM {cell}_loss
    WHERE piece_start BETWEEN :read_from AND :last_day
      AND (:sees_all OR is_own(farmer_group_key, farmer_id, :own_group, :own))
      {passing}
  ) own
)
