-- When each cohort was where in the year.
SELECT
  min(date) AS first_date,
  max(date) AS last_date,
  max(date) FILTER (WHERE fish_count > 0 AND is_counted) AS last_fish_date,
  farmer_id,
  site_id,
  cohort_id,
  generation,
  min(date) FILTER (WHERE is_counted) AS first_counted_date
FROM (
  SELECT stock_day.*, species_code IN (SELECT code FROM species WHERE is_counted) AS is_counted
  FROM stock_day
) s
GROUP BY farmer_id, site_id, cohort_id, generation
