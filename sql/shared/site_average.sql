-- Site averages by month and place: of platform areas with :by_area, else of regions and the country. They are means over the members that the
-- ledger has, made once, less the caller's own when it is excluded. None where generations or weights are filtered, or a production area of the
-- place: the same figure would then be taken for that of other fish.
whole_place AS (
  SELECT k.place_kind, CASE k.place_kind WHEN 'area' THEN a.platform_area_id WHEN 'region' THEN a.production_region_name ELSE 'Norge' END AS place
  FROM area_place a
  CROSS JOIN (VALUES ('area'), ('region'), ('country')) AS k(place_kind)
  WHERE (k.place_kind = 'area') = :by_area
  GROUP BY 1, 2
  HAVING count(*) = count(CASE WHEN :all_areas OR a.production_area_id IN (:areas) THEN 1 END)
),
averaged AS (
  SELECT
    m.month,
    m.place,
    CAST(sum(m.member_count) AS INTEGER) AS site_average_count,
    CAST(sum(m.mortality_rate) AS DOUBLE) / sum(m.member_count) AS mortality_rate,
    CAST(sum(m.culling_rate) AS DOUBLE) / sum(m.member_count) AS culling_rate,
    CAST(sum(m.loss_rate) AS DOUBLE) / sum(m.member_count) AS loss_rate
  FROM site_average m
  JOIN whole_place p ON p.place_kind = m.place_kind AND p.place = m.place
  WHERE m.month BETWEEN :read_from AND :last_day
    AND (m.is_shown OR :sees_all)
    AND :all_generations
    AND is_every_weight(:weight_range_start, :weight_range_end)
    AND NOT (:exclude_self AND m.farmer_group_key = :own_group)
  GROUP BY 1, 2
)
