-- The sources of the tables. `origin` identifies the delivered row and is passed through; `file` is the number of the
-- delivered file; `site_id` is the folder's name.

-- A population with its unit, species and generation.
-- InputYear is a year: the season is that of the first population of the same site, species and year, since later ones are
-- moved or split from it. If that one began in another year, the season is unknown and the rows are rejected: deliver the
-- earlier populations, or the generation itself in InputYear.
CREATE VIEW population AS
SELECT
  f.site_id,
  f.population_id,
  f.unit_id,
  f.species_code,
  CASE
    WHEN length(f.input_year) <> 4 THEN f.input_year
    WHEN CAST(year(f.first_start) AS VARCHAR) <> f.input_year THEN NULL
    WHEN month(f.first_start) <= 7 THEN concat('V', f.input_year)
    ELSE concat('H', f.input_year)
  END AS generation
FROM (
  SELECT
    n.*,
    min(n.started) OVER (PARTITION BY n.site_id, n.species_code, n.input_year) AS first_start
  FROM (
    SELECT
      site_id,
      PopulationID AS population_id,
      ContainerID AS unit_id,
      CASE
        WHEN lower(Species) IN ('sal', 'laks', 'atlantic salmon', 'atlantisk laks', 'salmon', 'salmo salar') THEN 'SAL'
        WHEN lower(Species) IN ('trr', 'regnbueørret', 'rainbow trout', 'oncorhynchus mykiss') THEN 'TRR'
        WHEN lower(Species) IN ('rognkjeks', 'lumpfish', 'lumpsucker', 'berggylt', 'ballan wrasse', 'bergnebb', 'grøngylt',
          'grønngylt', 'rensefisk', 'cleaner fish', 'cleanerfish', 'wrasse', 'leppefisk') THEN 'cleaner fish'
        ELSE Species
      END AS species_code,
      StartTime AS started,
      InputYear AS input_year
    FROM populations
  ) n
) f;

-- A population's day: `here` is all fish that were in it during the day, those left at its end and those removed, with their
-- weight; `unweighed` are those of them whose weight the export does not give.
CREATE VIEW population_day AS
SELECT
  s.origin,
  s.file,
  s.site_id,
  CAST(s.StatusTime AS DATE) AS date,
  s.PopulationID AS population_id,
  p.unit_id,
  p.species_code,
  p.generation,
  s.CurrentCount + coalesce(s.MortalityCount, 0) + coalesce(s.CullingCount, 0) + coalesce(s.HarvestCount, 0)
    + coalesce(s.EscapeCount, 0) + coalesce(s.SalesCount, 0) + coalesce(s.LostInSamplesCount, 0) AS here,
  CASE WHEN s.SalesBiomassKg IS NULL THEN coalesce(s.SalesCount, 0) ELSE 0 END
    + CASE WHEN s.LostInSamplesBiomassKg IS NULL THEN coalesce(s.LostInSamplesCount, 0) ELSE 0 END AS unweighed,
  s.CurrentBiomassKg + coalesce(s.MortalityBiomassKg, 0) + coalesce(s.CullingBiomass, 0) + coalesce(s.HarvestBiomassKg, 0)
    + coalesce(s.EscapeBiomassKg, 0) + coalesce(s.SalesBiomassKg, 0) + coalesce(s.LostInSamplesBiomassKg, 0) AS here_kg,
  coalesce(s.InputCount, 0) AS input,
  coalesce(s.DeviationCount, 0) AS deviation,
  coalesce(s.MortalityCount, 0) AS dead,
  coalesce(s.CullingCount, 0) AS culled,
  s.CullingBiomass AS culled_kg,
  s.FeedAmountKg AS feed_kg,
  s.Temperature AS temperature,
  s.is_first
FROM status s
LEFT JOIN population p ON p.site_id = s.site_id AND p.population_id = s.PopulationID
-- cleaner fish are kept among the salmon and are not counted as stock
WHERE coalesce(p.species_code, '') <> 'cleaner fish';

-- A unit's day. Several populations may share a unit, as on the day that fish are moved: the one with most fish gives the unit
-- its cohort, species and generation, and its line is the unit's origin. A status of an unknown population is a row of its
-- own, without a unit. A day with a running total that has no status before is left out.
CREATE VIEW unit_day AS
SELECT
  site_id,
  date,
  unit_id,
  first(origin ORDER BY here DESC, origin) AS origin,
  first(file ORDER BY here DESC, origin) AS file,
  first(population_id ORDER BY here DESC, origin) AS cohort_id,
  first(species_code ORDER BY here DESC, origin) AS species_code,
  first(generation ORDER BY here DESC, origin) AS generation,
  sum(here) AS here,
  sum(unweighed) AS unweighed,
  sum(here_kg) AS here_kg,
  sum(here - input - deviation) AS at_start,
  sum(input) AS input,
  sum(dead) AS dead,
  sum(culled) AS culled,
  sum(culled_kg) AS culled_kg,
  sum(feed_kg) AS feed_kg
FROM population_day
GROUP BY site_id, date, unit_id, CASE WHEN unit_id IS NULL THEN population_id END
-- what came and went on that day is not known
HAVING count(*) FILTER (is_first) = 0;

-- Days of a unit that a running total without a status before leaves unknown: what other files have of them is left out too.
CREATE VIEW unknown_day AS SELECT DISTINCT site_id, date, unit_id FROM population_day WHERE is_first;

-- The feedings of a unit's day.
CREATE VIEW fed_day AS
SELECT min(f.origin) AS origin, min(f.file) AS file, f.site_id, CAST(f.FeedingTime AS DATE) AS date, p.unit_id, sum(f.FeedAmountKg) AS feed_kg
FROM feeding f
LEFT JOIN population p ON p.site_id = f.site_id AND p.population_id = f.PopulationID
WHERE coalesce(p.species_code, '') <> 'cleaner fish'
  AND NOT EXISTS (SELECT 1 FROM unknown_day u WHERE u.site_id = f.site_id AND u.date = CAST(f.FeedingTime AS DATE) AND u.unit_id = p.unit_id)
GROUP BY f.site_id, CAST(f.FeedingTime AS DATE), p.unit_id;

-- Dead and culled fish with a cause.
CREATE VIEW dead AS
SELECT
  c.origin,
  c.file,
  CAST(c.StatusTime AS DATE) AS date,
  c.site_id,
  p.unit_id,
  coalesce(k.CategoryCode, c.MortalityCauseID) AS code,
  c.MortalityCount AS fish,
  c.MortalityBiomassKg AS kg
FROM causes c
LEFT JOIN population p ON p.site_id = c.site_id AND p.population_id = c.PopulationID
LEFT JOIN cause_codes k ON k.MortalityCauseID = c.MortalityCauseID AND k.site_id = c.site_id
WHERE coalesce(p.species_code, '') <> 'cleaner fish' AND NOT c.is_first;

CREATE VIEW culled AS
SELECT
  c.origin,
  c.file,
  CAST(c.CullingTime AS DATE) AS date,
  c.site_id,
  p.unit_id,
  coalesce(k.CategoryCode, c.CullingCauseID) AS code,
  c.CullingCount AS fish,
  c.CullingBiomass AS kg
FROM culling c
LEFT JOIN population p ON p.site_id = c.site_id AND p.population_id = c.PopulationID
LEFT JOIN cause_codes k ON k.MortalityCauseID = c.CullingCauseID AND k.site_id = c.site_id
WHERE coalesce(p.species_code, '') <> 'cleaner fish'
  AND NOT EXISTS (SELECT 1 FROM unknown_day u WHERE u.site_id = c.site_id AND u.date = CAST(c.CullingTime AS DATE) AND u.unit_id = p.unit_id);

-- Readings of the sea, each on its day.
CREATE VIEW reading AS
SELECT origin, file, CAST(ReadingTime AS DATE) AS date, site_id, round(Depth, 1) AS depth_m, Reading AS degrees, Reading BETWEEN -2 AND 30 AS is_sea
FROM sensor;
