/*
table: feeding
summary: Feed by unit and day
*/
-- A population without a value reports nothing; 0 is a report of no feed.
SELECT origin, date, site_id, unit_id, feed_kg
FROM unit_day
WHERE feed_kg IS NOT NULL
