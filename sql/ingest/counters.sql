-- Counters of farm systems' exports: figures of a day, or totals that run on since what they count began. The tables of a system are in its
-- schema; the parts come from its sources.yaml. `population` is the first column that the counters are of, `part` the others.

-- name: figures
-- The source as mappings read it: with figures of a day.
CREATE TABLE {name} AS SELECT *, false AS is_first FROM delivered_{name} WHERE false

-- name: steps
-- What each file says: from one day's last status to the next. A step has feed if either day has.
SELECT
  file,
  count(has_before),
  count(*) FILTER (has_before AND (now_feed > 0 OR before_feed > 0)),
  count(*) FILTER (now_feed > before_feed),
  count(*) FILTER (now_feed < before_feed),
  arg_min(falls, origin), min(origin) FILTER (falls IS NOT NULL),
  arg_min(rises, origin), min(origin) FILTER (rises IS NOT NULL)
FROM (
  SELECT
    *,
    coalesce({falls}) AS falls,
    CASE WHEN now_feed > before_feed THEN {rise} END AS rises
  FROM (
    SELECT
      file, origin, {population} AS population, {now}, {before}, {feed} AS now_feed, lag({feed} IGNORE NULLS) OVER earlier AS before_feed,
      lag(true) OVER earlier AS has_before
    FROM (
      SELECT *
      FROM delivered_{name}
      QUALIFY row_number() OVER (PARTITION BY file, {of}, CAST({time} AS DATE) ORDER BY {time} DESC, origin DESC) = 1
    )
    WINDOW earlier AS (PARTITION BY file, {of} ORDER BY {time})
  )
)
GROUP BY file

-- name: read_alike
-- A source that is read as another one of the same site.
INSERT INTO work.main.read_counter
SELECT farmer_id, system, :source, site_id, reading FROM work.main.read_counter WHERE farmer_id = getvariable('farmer') AND source = :like

-- name: last_reading
-- How the last file of a site was read, else the last one of the company.
SELECT reading
FROM ({published})
WHERE farmer_id = getvariable('farmer') AND system = :system AND source = :source
ORDER BY site_id = :site DESC, status_time DESC
LIMIT 1

-- name: statuses_of_a_day
-- Several statuses of a population and day, and which of them counts. Of totals that run on it is the last one. Of figures it is the one
-- whose start of the day is the day's first status, else the end of the day before.
CREATE OR REPLACE TABLE counter_day AS
WITH delivered AS (
  SELECT
    d.*, CAST({population} AS VARCHAR) AS population, CAST({time} AS DATE) AS day, {start} AS day_start, e.reading = 'running' AS is_running
  FROM delivered_{name} AS d
  JOIN (
    SELECT DISTINCT site_id, reading
    FROM work.main.read_counter
    WHERE farmer_id = getvariable('farmer') AND source = :source
  ) AS e USING (site_id)
),
evening AS (
  SELECT site_id, population, day + 1 AS day, arg_max({end}, {time}) AS end_before
  FROM delivered
  GROUP BY ALL
),
several AS (
  SELECT
    *,
    {time} > min({time}) OVER one AND day_start = arg_min({end}, {time}) OVER one AS follows_first,
    coalesce(day_start = end_before, false) AS follows_evening,
    {time} = max({time}) OVER one AS is_last
  FROM delivered
  LEFT JOIN evening USING (site_id, population, day)
  WINDOW one AS (PARTITION BY site_id, population, day)
  QUALIFY count(*) OVER one > 1
)
SELECT
  origin, file, site_id, population, day,
  CASE
    WHEN is_running THEN is_last AND count(*) FILTER (is_last) OVER one = 1
    WHEN count(*) FILTER (follows_first) OVER one > 0 THEN follows_first AND count(*) FILTER (follows_first) OVER one = 1
    ELSE follows_evening AND count(*) FILTER (follows_evening) OVER one = 1
  END AS counts
FROM several
WINDOW one AS (PARTITION BY site_id, population, day)

-- name: rows_of_a_day
-- Rows of another source that are of several statuses of a day: those of the status that counts.
CREATE OR REPLACE TABLE counter_day AS
SELECT
  origin, file, site_id, CAST({population} AS VARCHAR) AS population, CAST({time} AS DATE) AS day,
  EXISTS (SELECT 1 FROM delivered_{like} AS k WHERE k.site_id = d.site_id AND k.{population} = d.{population} AND {same}) AS counts
FROM delivered_{name} AS d
WINDOW one AS (PARTITION BY site_id, {population}, CAST({time} AS DATE))
QUALIFY min(concat_ws(' ', {key})) OVER one <> max(concat_ws(' ', {key})) OVER one

-- name: undecided_days
SELECT file, min(origin), min(population || ' ' || day)
FROM (SELECT *, bool_or(counts) OVER (PARTITION BY site_id, population, day) AS is_decided FROM counter_day)
WHERE NOT is_decided
GROUP BY file

-- name: left_of_a_day
SELECT file, count(*), min(population || ' ' || day) FROM counter_day WHERE NOT counts GROUP BY file

-- name: leave_out
DELETE FROM work.main.{rows} WHERE (CAST(file_no AS BIGINT) << 40) + row_id IN (SELECT origin FROM counter_day WHERE NOT counts)

-- name: counter_row
-- The delivered statuses, and before them the last ones of the lake.
CREATE OR REPLACE TABLE counter_row AS
WITH delivered AS (
  SELECT *, {population} AS population, {part} AS part, min({time}) OVER (PARTITION BY site_id, {population}) AS begin
  FROM delivered_{name}
),
known AS (
  SELECT site_id, population, part, max(status_time) AS {time}, {known}
  FROM ({published})
  WHERE farmer_id = getvariable('farmer') AND system = :system AND source = :source AND reading = 'running'
  GROUP BY site_id, population, part
)
SELECT * FROM delivered
UNION ALL BY NAME
SELECT k.* FROM known AS k
WHERE {time} < (SELECT min(d.begin) FROM delivered AS d WHERE d.site_id = k.site_id AND d.population = k.population)

-- name: counter_step
-- With the status before. What a population did not have before, such as a cause, began with 0; so did the population on its first day.
CREATE OR REPLACE TABLE counter_step AS
SELECT
  r.*,
  {before},
  lag({time}) OVER earlier AS before_time,
  e.reading = 'running' AS is_running,
  count(*) OVER (
    PARTITION BY r.site_id, population ORDER BY {time} RANGE BETWEEN UNBOUNDED PRECEDING AND INTERVAL 1 SECOND PRECEDING) > 0 AS follows,
  EXISTS (
    SELECT 1 FROM {since_source} AS b
    WHERE b.site_id = r.site_id AND b.{population} = r.population AND CAST(b.{since} AS DATE) = CAST(r.{time} AS DATE)) AS begins
FROM counter_row AS r
JOIN (SELECT DISTINCT site_id, reading FROM work.main.read_counter WHERE farmer_id = getvariable('farmer') AND source = :source) AS e USING (site_id)
WINDOW earlier AS (PARTITION BY r.site_id, population, part ORDER BY {time})

-- name: falling
-- The first total of each file that is below the one before.
SELECT CAST(origin >> 40 AS INTEGER), min(origin), arg_min(falls, origin)
FROM (SELECT origin, coalesce({falls}) AS falls FROM counter_step WHERE is_running AND origin IS NOT NULL)
WHERE falls IS NOT NULL
GROUP BY 1

-- name: firsts
-- By file: statuses that count nothing, and differences over several days, each with the first.
SELECT
  file, count(*) FILTER (is_first), min(place) FILTER (is_first), count(*) FILTER (days > 1), min(place || ', ' || days || ' days') FILTER (days > 1)
FROM (
  SELECT
    file, concat_ws(' ', population, part, CAST({time} AS DATE)) AS place, is_running AND NOT follows AND NOT begins AS is_first,
    CASE WHEN is_running AND follows THEN date_diff('day', before_time, {time}) END AS days
  FROM counter_step
  WHERE origin IS NOT NULL
)
GROUP BY file

-- name: empty
DELETE FROM {name}

-- name: fill
INSERT INTO {name} BY NAME
SELECT origin, file, site_id, {others}, {differences}, is_running AND NOT follows AND NOT begins AS is_first
FROM counter_step
WHERE origin IS NOT NULL

-- name: keep
-- The last status of each, as delivered.
INSERT INTO work.main.read_status
SELECT getvariable('farmer'), :system, :source, site_id, population, part, if(is_running, 'running', 'daily'), {time}, counter, value
FROM (
  SELECT site_id, population, part, is_running, {time}, unnest([{counters}]) AS counter, unnest([{values}]) AS value
  FROM counter_step
  WHERE origin IS NOT NULL
  QUALIFY row_number() OVER (PARTITION BY site_id, population, part ORDER BY {time} DESC, origin DESC) = 1
)

-- name: source_status
-- The statuses of the next snapshot. A file that is read otherwise than the site's last one ends its totals.
SELECT {columns}
FROM (
  SELECT *, true AS is_new FROM read_status
  UNION ALL
  SELECT *, false AS is_new FROM ({published}) AS o
  WHERE NOT EXISTS (
    SELECT 1 FROM read_counter AS r
    WHERE r.farmer_id = o.farmer_id AND r.system = o.system AND r.source = o.source AND r.site_id = o.site_id AND r.reading <> o.reading)
)
QUALIFY rank() OVER (PARTITION BY farmer_id, system, source, site_id, population, part ORDER BY status_time DESC, is_new DESC) = 1
