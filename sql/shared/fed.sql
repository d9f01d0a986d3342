/*
parameters: [rows]
with:
  - stock: {as: fed, atom: feed_atom, sums: [feed_g, fed_biomass_g]}
*/
-- Feed and fed biomass for each row of the response, over unit-days that report feed. These have their own atoms.
side_fed AS (
  SELECT
    is_own,
    {row},
    {part},
    sum(feed_g) AS feed_g,
    sum(fed_biomass_g) AS fed_biomass_g,
    count(DISTINCT site_number) AS site_count
  FROM fed_stock
  WHERE feed_g IS NOT NULL OR site_number IS NULL
  GROUP BY
    is_own,
    {row},
    {part},
),
fed AS (
  SELECT
    {row},
    {part},
    feed_rate(max(feed_g) FILTER (WHERE NOT is_own), max(fed_biomass_g) FILTER (WHERE NOT is_own)) AS feed_rate,
    feed_rate(max(feed_g) FILTER (WHERE is_own), max(fed_biomass_g) FILTER (WHERE is_own)) AS own_feed_rate,
    max(site_count) FILTER (WHERE NOT is_own) AS site_count,
    max(site_count) FILTER (WHERE is_own) AS own_site_count
  FROM side_fed
  GROUP BY
    {row},
    {part},
)
