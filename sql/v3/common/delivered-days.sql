/*
summary: Days with delivered rows, by site, table and month
family: common
access: owners
order: site by number, owner, table, month
confidentiality: own
parameters:
  from_date: {default_back: 3 months}
  to_date:
  owner_id:
  site_id:
  offset:
  limit: {min: 1, max: 2000, default: 2000}
fields:
  owner_id: {type: string, meaning: the company that delivered the rows}
  site_id: {type: string, meaning: the authority's site number}
  table_name: {type: string, meaning: "stock, losses, feeding, temperatures or treatments"}
  month: {type: date, meaning: the month's first day}
  days: {type: "integer[]", meaning: days of the month that have rows}
*/
-- Losses and treatments come when there are any: a day without them is no gap.
WITH delivered AS (
  SELECT DISTINCT farmer_id, site_id, 'stock' AS table_name, date FROM stock_day
  WHERE date BETWEEN :first_day AND :last_day AND (NOT :is_farmer OR farmer_id = :own_farmer)
  UNION ALL
  SELECT DISTINCT farmer_id, site_id, 'losses', date FROM loss_day
  WHERE date BETWEEN :first_day AND :last_day AND (NOT :is_farmer OR farmer_id = :own_farmer)
  UNION ALL
  SELECT DISTINCT farmer_id, site_id, 'feeding', date FROM stock_day
  WHERE feed_g IS NOT NULL AND date BETWEEN :first_day AND :last_day AND (NOT :is_farmer OR farmer_id = :own_farmer)
  UNION ALL
  SELECT DISTINCT farmer_id, site_id, 'temperatures', date FROM temperature_day
  WHERE farmer_id IS NOT NULL AND date BETWEEN :first_day AND :last_day AND (NOT :is_farmer OR farmer_id = :own_farmer)
  UNION ALL
  SELECT DISTINCT farmer_id, site_id, 'treatments', date FROM treatment
  WHERE farmer_id IS NOT NULL AND date BETWEEN :first_day AND :last_day AND (NOT :is_farmer OR farmer_id = :own_farmer)
)
SELECT
  farmer_id AS owner_id,
  site_id,
  table_name,
  month_start(date) AS month,
  array_agg(CAST(day(date) AS INTEGER) ORDER BY date) AS days
FROM delivered
WHERE (:all_owner_id OR farmer_id IN (:owner_id))
  AND (:all_site_id OR site_id IN (:site_id))
GROUP BY farmer_id, site_id, table_name, month_start(date)
ORDER BY site_order(site_id), site_id, owner_id, table_name, month
OFFSET :offset LIMIT :row_limit
