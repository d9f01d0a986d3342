-- Fish at sea by month, or their losses, in the rows of legacy v2 mortality: what is released and open there, and the caller's own. A row counts
-- in the benchmark if it is open, unless it is the caller's and the caller is excluded. For callers who see all, what is there now is open.
{as}sea AS (
  SELECT
    m.*,
    is_open AND NOT (:exclude_self AND is_own) AS counts
  FROM (
    SELECT
      {as}sea_month.*,
      CASE WHEN :by_country THEN 'Norge' ELSE production_region_name END AS region,
      CASE WHEN :sees_all THEN NOT is_released WHEN :by_country THEN is_open_country ELSE is_open_region END AS is_open,
      coalesce(farmer_group_key = :own_group, false) AS is_own
    FROM {as}sea_month
    WHERE month BETWEEN :read_from AND :last_day
  ) m
  WHERE region IS NOT NULL
    AND (is_open OR is_own)
)
