-- When each cohort was where in the year.
SELECT
  min(date) AS first_date,
  max(date) AS last_date,
  max(date) FILTER (WHERE fish_count > 0) AS last_fish_date,
  farmer_id,
  site_id,
  cohort_id,
  generation
FROM stock_day
GROUP BY farmer_id, site_id, cohort_id, generation
