-- What the report says of a file beside its faults: what of it is not kept, or contradicts the status.
SELECT f.file, concat('has another feed than the status on ', count(*), ' unit-days; the status counts: ',
  min(concat(f.date, ' ', f.unit_id, ': ', CAST(u.feed_kg AS DOUBLE), ' kg, here ', CAST(f.feed_kg AS DOUBLE)))) AS note, false AS is_refused
FROM fed_day f
JOIN unit_day u ON u.site_id = f.site_id AND u.date = f.date AND u.unit_id = f.unit_id
WHERE abs(u.feed_kg - f.feed_kg) > 1e-1
GROUP BY f.file;

-- Causes may be fewer fish than the status. If they are more on most days, they run on or belong to something else.
SELECT
  file,
  concat('has more fish lost by cause than the status on ', count(*) FILTER (fish > lost), ' of ', count(*), ' unit-days: ',
    min(concat(date, ' ', unit_id, ': ', fish, ' ', loss_type, ', in the status ', lost)) FILTER (fish > lost)) AS note,
  count(*) FILTER (fish > lost) > 1 AND count(*) FILTER (fish > lost) * 2 > count(*) AS is_refused
FROM (
  SELECT l.*, CASE l.loss_type WHEN 'culling' THEN u.culled ELSE u.dead END AS lost
  FROM (
    SELECT min(file) AS file, site_id, date, unit_id, 'culling' AS loss_type, sum(fish) AS fish
    FROM culled
    GROUP BY site_id, date, unit_id
    UNION ALL
    SELECT min(file), site_id, date, unit_id, 'mortality', sum(fish)
    FROM dead
    GROUP BY site_id, date, unit_id
  ) l
  JOIN unit_day u ON u.site_id = l.site_id AND u.date = l.date AND u.unit_id = l.unit_id
)
GROUP BY file
HAVING count(*) FILTER (fish > lost) > 0;

SELECT file, concat('puts in ', sum(InputCount), ' cleaner fish: the lake has that they were put in, not their number',
  nullif(concat('; left out: ', count(*) FILTER (InputCount = 0), ' rows without any'), '; left out: 0 rows without any')) AS note,
  false AS is_refused
FROM wrasse
GROUP BY file;

SELECT r.file, concat('has temperatures of ', count(DISTINCT (r.site_id, r.date)), ' site-days, which count instead of those of the status') AS note,
  false AS is_refused
FROM reading r
WHERE r.is_sea AND EXISTS (SELECT 1 FROM population_day d WHERE d.site_id = r.site_id AND d.date = r.date AND d.temperature IS NOT NULL)
GROUP BY r.file;
