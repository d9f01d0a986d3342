/*
table: feeding
summary: Feed by unit and day
*/
-- A population without a value reports nothing; 0 is a report of no feed. Where the status of a unit's day has none, feedings count.
SELECT origin, date, site_id, unit_id, feed_kg
FROM unit_day
WHERE feed_kg IS NOT NULL
UNION ALL
SELECT origin, date, site_id, unit_id, feed_kg
FROM fed_day f
WHERE NOT EXISTS (
  SELECT 1 FROM unit_day u WHERE u.site_id = f.site_id AND u.date = f.date AND u.unit_id = f.unit_id AND u.feed_kg IS NOT NULL)
