-- A company on a site that was ranked by its loss rate in a released month, and in which quarter. Companies are in their present group.
-- held: a thousand rows a month, which a route reads in each request
CREATE VIEW ranked_site AS
SELECT
  q.month,
  q.platform_area_id,
  q.site_id,
  q.farmer_id,
  coalesce(f.farmer_group_key, q.farmer_group_key) AS farmer_group_key,
  q.loss_rate,
  q.quarter,
  q.is_joined,
  q.site_count,
  q.quarter_site_count,
  q.mean_loss_rate
FROM site_quarter q
LEFT JOIN farmer f ON f.farmer_id = q.farmer_id;

-- What was released of the cycles that ended in a year in a platform area: a quarter is null where it is joined with the one before it.
-- held: a few rows a year
CREATE VIEW ranked_year AS
SELECT
  CAST(year(last_day) AS INTEGER) AS year,
  platform_area_id,
  max(cycle_count) AS cycle_count,
  max(mean_risk) AS mean_risk,
  max(mean_loss_share) AS mean_loss_share,
  max(quarter_mean_risk) FILTER (WHERE quarter = 1) AS q1,
  max(quarter_mean_risk) FILTER (WHERE quarter = 2) AS q2,
  max(quarter_mean_risk) FILTER (WHERE quarter = 3) AS q3,
  max(quarter_mean_risk) FILTER (WHERE quarter = 4) AS q4
FROM cycle_year
GROUP BY 1, 2;
