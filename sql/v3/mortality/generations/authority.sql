/*
summary: Share of each stocking year that was lost, by the Directorate of Fisheries' statistics of all farms
is_not: "Neither the benchmark nor a share of the fish stocked: dead fish and those rejected at slaughter (utkast), of all fish of the country's
    farms that left the sea. A stocking year that is still in the sea has no share, since the dead are counted first and the harvest last."
family: mortality
order: "stocking year (none last), species, production area id (none last)"
without_parameters: [from_date, to_date, generations, weight_range_start, weight_range_end, exclude_self, own]
parameters:
  species_code: {type: species, meaning: "FAO species codes, comma separated"}
  group_by_area: {type: boolean, default: false, meaning: "rows of a production area, instead of the country or of the areas that pass the filter
      together"}
fields:
  stocking_year: {type: integer, meaning: "the year in which the fish were transferred to sea; null where the authority names none"}
  species_code: {type: string, meaning: "SAL or TRR"}
  production_area_id: {type: integer, meaning: "number of the production area; null without group_by_area, and where the authority names none"}
  production_area_name: {type: string, meaning: its name}
  first_month: {type: date, meaning: first month with figures of these fish}
  last_month: {type: date, meaning: "last month of the statistics, for all rows"}
  smolt_count: {type: integer, unit: fish, meaning: fish transferred to sea}
  harvest_count: {type: integer, unit: fish, meaning: fish harvested}
  dead_count: {type: integer, unit: fish, meaning: fish found dead}
  discarded_count: {type: integer, unit: fish, meaning: "fish discarded (utkast): rejected at slaughter"}
  escaped_count: {type: integer, unit: fish, meaning: fish escaped}
  other_count: {type: integer, unit: fish, meaning: "other losses and counting errors; may be negative"}
  left_count: {type: integer, unit: fish, meaning: "all fish that left the sea: harvested, dead, discarded, escaped and other"}
  closing_count: {type: integer, unit: fish, meaning: fish in the sea at the end of the last month}
  loss_share: {type: number, unit: fraction, meaning: "dead and discarded fish of all that left; null unless the stocking year is complete"}
  is_complete: {type: boolean, meaning: "whether the statistics have the stocking year from its January on, every month, and at most a thousandth as
      many of its fish are still in the sea as have left"}
*/
-- Decided here, since definitions are silent: a stocking year is complete when at most a thousandth as many fish are still in the sea as have
-- left, so that the share's third decimal is settled, and a few fish that are kept for brood do not hold it up for ever. A month without its
-- figures, or before they begin, would leave fish out: then there is no share. Figures without an area count for the country; areas that are
-- chosen or shown one by one need months that are known by area.
WITH
figure AS (
  SELECT
    a.month,
    a.stocking_year,
    a.species_code,
    CASE WHEN :group_by_area THEN a.production_area_id END AS production_area_id,
    a.closing_count,
    a.smolt_count,
    a.harvest_count,
    a.dead_count,
    a.discarded_count,
    a.escaped_count,
    a.other_count,
    a.harvest_count + a.dead_count + a.discarded_count + a.escaped_count + a.other_count AS left_count
  FROM authority_generation a
  WHERE (:all_areas OR a.production_area_id IN (:areas))
    AND (:all_species_code OR a.species_code IN (:species_code))
),
-- the months that the statistics cover, with areas where those are asked for
covered AS (
  SELECT DISTINCT month
  FROM authority_generation
  WHERE (:all_areas AND NOT :group_by_area) OR production_area_id IS NOT NULL
),
-- each stocking year, and whether they have all of its months: from its January to the last
stocked AS (
  SELECT
    y.stocking_year,
    l.last_month,
    y.stocking_year < year(l.last_month)
      AND count(c.month) = 12 * (year(l.last_month) - y.stocking_year) + month(l.last_month) AS is_covered
  FROM (SELECT DISTINCT stocking_year FROM figure) y
  CROSS JOIN (SELECT max(month) AS last_month FROM covered) l
  LEFT JOIN covered c ON year(c.month) >= y.stocking_year
  GROUP BY y.stocking_year, l.last_month
),
summed AS (
  SELECT
    f.stocking_year,
    f.species_code,
    f.production_area_id,
    min(f.month) AS first_month,
    s.last_month,
    sum(f.smolt_count) AS smolt_count,
    sum(f.harvest_count) AS harvest_count,
    sum(f.dead_count) AS dead_count,
    sum(f.discarded_count) AS discarded_count,
    sum(f.escaped_count) AS escaped_count,
    sum(f.other_count) AS other_count,
    sum(f.left_count) AS left_count,
    coalesce(sum(f.closing_count) FILTER (WHERE f.month = s.last_month), 0) AS closing_count,
    s.is_covered
  FROM figure f
  JOIN stocked s ON s.stocking_year IS NOT DISTINCT FROM f.stocking_year
  GROUP BY f.stocking_year, f.species_code, f.production_area_id, s.last_month, s.is_covered
),
judged AS (
  SELECT
    summed.*,
    coalesce(is_covered AND left_count > 0 AND 1000 * closing_count <= left_count AND (NOT :group_by_area OR production_area_id IS NOT NULL), false)
      AS is_complete
  FROM summed
)
SELECT
  j.stocking_year,
  j.species_code,
  j.production_area_id,
  p.area_name AS production_area_name,
  j.first_month,
  j.last_month,
  j.smolt_count,
  j.harvest_count,
  j.dead_count,
  j.discarded_count,
  j.escaped_count,
  j.other_count,
  j.left_count,
  j.closing_count,
  CASE WHEN j.is_complete THEN share(j.dead_count + j.discarded_count, j.left_count) END AS loss_share,
  j.is_complete
FROM judged j
LEFT JOIN production_area p ON p.area_id = j.production_area_id
ORDER BY j.stocking_year NULLS LAST, j.species_code, j.production_area_id NULLS LAST
OFFSET :offset LIMIT :row_limit
