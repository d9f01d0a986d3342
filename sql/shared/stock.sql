/*
parameters: [rows, sums, atom]
with: [included]
*/
-- Fish, losses and feed by site and farmer group, for each row of the response: the benchmark's from whole released atoms, the caller's from its
-- own cells that pass the filters, as they are now. Callers who see all get everything as it is now.
{as}stock AS (
  SELECT
    false AS is_own,
    i.{row},
    i.{part},
    s.{sum},
    s.farmer_group_key,
    s.site_number
  FROM {as}included i
  JOIN released_{cell}_stock s ON s.{atom}_id = i.{atom}_id
  WHERE s.piece_start BETWEEN :read_from AND :last_day
    AND NOT (:exclude_self AND s.farmer_group_key = :own_group)
  UNION ALL
  SELECT
    false AS is_own,
    {row},
    {part},
    CAST(NULL AS BIGINT) AS {sum},
    CAST(NULL AS VARCHAR) AS farmer_group_key,
    CAST(NULL AS INTEGER) AS site_number
  FROM {as}included
  WHERE :exclude_self
  UNION ALL
  SELECT
    NOT :sees_all AS is_own,
    {row},
    {part},
    {sum},
    farmer_group_key,
    site_number
  FROM (
    SELECT
      {column},
      {sum},
      farmer_group_key,
      site_number
    FROM {cell}_stock
    WHERE piece_start BETWEEN :read_from AND :last_day
      AND (:sees_all OR is_own(farmer_group_key, farmer_id, :own_group, :own))
      {passing}
  ) own
)
