-- The differences of a table between the staged snapshot and the one before.

-- name: part
SELECT {cast_columns} FROM ({rows})

-- name: any
SELECT 1 FROM ({rows}) LIMIT 1

-- name: owners
SELECT DISTINCT farmer_id FROM ({rows}) WHERE farmer_id IS NOT NULL

-- name: prints
-- A fingerprint of each day's rows of each company; a table without companies is compared by day.
SELECT {day}, {farmer}, {print} FROM {rows} GROUP BY 1, 2
