-- Unit-days of counted species, summed by day, site, company and generation; also those without fish, which tell that a generation has left.
SELECT
  date,
  site_id,
  farmer_id,
  generation,
  CAST(sum(fish_count) AS BIGINT) AS fish_count,
  CAST(sum(coalesce(delivered_count, fish_count)) AS BIGINT) AS delivered_count,
  CAST(sum(mortality_count + culling_count) AS BIGINT) AS lost_count
FROM stock_day
WHERE species_code IN (SELECT code FROM species WHERE is_counted)
GROUP BY 1, 2, 3, 4
