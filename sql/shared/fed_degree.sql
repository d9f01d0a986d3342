-- The released unit-days with feed in each cell of region, species, weight group and degrees, and the sum of their rates, for legacy v2 feeding.
cell AS (
  SELECT
    CASE WHEN :by_country THEN 'Norge' ELSE production_region_name END AS region,
    species_code,
    weight_group,
    degrees,
    coalesce(sum(day_count) FILTER (WHERE counts), 0) AS days,
    sum(sfr_sum) FILTER (WHERE counts) AS sfr_sum
  FROM (
    SELECT c.*, NOT (:exclude_self AND coalesce(c.farmer_group_key = :own_group, false)) AS counts
    FROM feed_cell c
  ) c
  WHERE :by_country OR production_region_name IS NOT NULL
  GROUP BY 1, 2, 3, 4
)
