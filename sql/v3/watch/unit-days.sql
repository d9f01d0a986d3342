/*
summary: Own pens day by day over the last seven weeks of data, with the dead of each collection beside the limit, and the sea at the site
is_not: "A day without a collection is not one without deaths: its dead are among those of the next collection. The limit is where mortality counts as
    increased, and no finding of the authority's."
family: comparison
access: owners
order: "site by number, owner, unit, date"
confidentiality: own
without_parameters: [from_date, to_date]
parameters:
  owner_id:
  site_id:
set: {heavy_from_gram: 500, light_limit: 500, heavy_limit: 250}
fields:
  date: {type: date, meaning: "a day on which the pen has fish; one that was not delivered has no row"}
  owner_id: {type: string, meaning: the company}
  site_id: {type: string, meaning: the authority's site number}
  unit_id: {type: string, meaning: the net-pen}
  generation: {type: string, meaning: year class}
  fish_count: {type: integer, unit: fish, meaning: fish at the start of the day}
  avg_weight_gram: {type: number, unit: grams, decimals: 2, meaning: mean weight}
  collection_days: {type: integer, unit: days, meaning: "the days whose dead were collected on this one, as in /v3/watch/units: 1 to 7; null on a day
      on which nobody counted"}
  mortality_count: {type: integer, unit: fish, meaning: "fish found dead on this day; null without a collection"}
  mortality_per_mille: {type: number, unit: per mille per day, decimals: 3, meaning: "the same of a thousand fish and each of collection_days; null
      without a collection"}
  limit_per_mille: {type: number, unit: per mille per day, decimals: 3, meaning: "above it mortality counts as increased, by the weight of this
      day, as in /v3/watch/units"}
  sea_temperature: {type: number, unit: degrees Celsius, decimals: 2, meaning: "mean of the company's readings at the site that day, each weighted by
      its measurements; null without any"}
*/
WITH sea AS (
  SELECT
    farmer_id,
    site_id,
    date,
    mean_degrees(sum(temperature * measurement_count), sum(measurement_count)) AS temperature
  FROM temperature_day
  WHERE date BETWEEN plus_days(:data_end, -49) AND :data_end
    AND (NOT :is_farmer OR farmer_id = :own_farmer)
  GROUP BY 1, 2, 3
)
SELECT
  d.date,
  d.farmer_id AS owner_id,
  d.site_id,
  d.unit_id,
  d.generation,
  d.fish_count,
  CAST(d.avg_weight_gram AS DOUBLE) AS avg_weight_gram,
  d.collection_days,
  CASE WHEN d.collection_days IS NOT NULL THEN d.mortality_count END AS mortality_count,
  d.mortality_count * 1e3 / (CAST(d.fish_count AS BIGINT) * d.collection_days) AS mortality_per_mille,
  CASE WHEN d.avg_weight_gram < :heavy_from_gram THEN :light_limit ELSE :heavy_limit END / 1e3 AS limit_per_mille,
  s.temperature AS sea_temperature
FROM recent_unit_day d
LEFT JOIN sea s ON s.farmer_id = d.farmer_id AND s.site_id = d.site_id AND s.date = d.date
WHERE d.fish_count > 0
  AND (NOT :is_farmer OR d.farmer_id = :own_farmer)
  AND (:all_areas OR d.production_area_id IN (:areas))
  AND (:all_owner_id OR d.farmer_id IN (:owner_id))
  AND (:all_site_id OR d.site_id IN (:site_id))
ORDER BY site_order(d.site_id), d.site_id, d.farmer_id, d.unit_id, d.date
OFFSET :offset LIMIT :row_limit
