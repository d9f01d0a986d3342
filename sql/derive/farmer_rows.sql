-- The rows of a company in a table of the lake or of its ledger. Parts are the table's rows and the condition.

-- name: of_farmer
coalesce(farmer_id = :farmer, false)

-- name: of_owner
coalesce(owner_id = :farmer, false)

-- name: of_farmer_or_owner
coalesce(farmer_id = :farmer, false) OR coalesce(owner_id = :farmer, false)

-- name: count
SELECT count(*)
FROM ({rows}) r
WHERE {its}

-- name: others
SELECT *
FROM ({rows}) r
WHERE NOT ({its})

-- name: days
SELECT min({date}), max({date})
FROM ({rows}) r
WHERE {its}
