-- Whose site it is. Parts are the lake's tables.

-- name: named
-- The companies that deliver a site, where they are named: by the list, else as owners by the register.
SELECT site_id, farmer_id, 'list' AS named_by
FROM ({site_farmer})
UNION ALL
SELECT DISTINCT s.site_id, f.farmer_id, 'register' AS named_by
FROM ({site}) AS s
JOIN ({farmer}) AS f ON f.farmer_id = s.farmer_id OR list_contains(s.owner_numbers, f.organisation_number)
  OR list_contains(s.owner_numbers, f.farmer_id)
WHERE s.site_id NOT IN (SELECT site_id FROM ({site_farmer}))

-- name: stocked
-- The companies with stock at a site, and since when.
SELECT site_id, farmer_id, min(date) AS first_date
FROM ({stock_day})
GROUP BY site_id, farmer_id

-- name: first
-- Where nobody is named the site is the company's that has the earliest day of stock there; of the same day, the first by its id.
SELECT site_id, farmer_id
FROM ({stocked})
QUALIFY row_number() OVER (PARTITION BY site_id ORDER BY first_date, farmer_id) = 1

-- name: unconfirmed
-- Sites that nobody is named for, though the register has owners: none of them is a company of the farmers list. Whoever has stock there first
-- has the site until somebody is named, and it does not count for the day that the data are complete through.
SELECT site_id
FROM ({site})
WHERE len(owner_numbers) > 0
  AND site_id NOT IN (SELECT site_id FROM ({named}))

-- name: claims
-- Each site that companies are named for, or have stock at: whose it is, and who has stock there.
WITH
named AS ({named}),
stocked AS ({stocked}),
holder AS (
  SELECT site_id, farmer_id, named_by FROM named
  UNION ALL
  SELECT site_id, farmer_id, CASE WHEN site_id IN ({unconfirmed}) THEN 'unconfirmed' ELSE 'stock' END
  FROM ({first})
  WHERE site_id NOT IN (SELECT site_id FROM named)
)
SELECT
  h.site_id, s.site_name, min(h.named_by) AS named_by, list(DISTINCT h.farmer_id ORDER BY h.farmer_id) AS farmers,
  (SELECT coalesce(list(t.farmer_id ORDER BY t.farmer_id), []) FROM stocked AS t WHERE t.site_id = h.site_id) AS with_stock
FROM holder AS h
LEFT JOIN ({site}) AS s ON s.site_id = h.site_id
GROUP BY h.site_id, s.site_name
ORDER BY TRY_CAST(h.site_id AS BIGINT) NULLS LAST, h.site_id
