-- The lice of a site and week with its place. A row counts in means if adult females are reported, the site counted, and it was not probably empty.
CREATE VIEW site_week_lice AS
SELECT
  l.week,
  l.site_id,
  p.site_name,
  p.production_area_id,
  p.production_area_name,
  p.production_region_name,
  l.adult_female,
  l.mobile,
  l.attached,
  l.lice_limit,
  l.is_above_limit,
  l.has_counted,
  l.is_probably_without_fish,
  l.data_source,
  coalesce(l.is_probably_without_fish, false) AS is_empty,
  l.has_counted AND l.adult_female IS NOT NULL AND NOT coalesce(l.is_probably_without_fish, false) AS is_counted
FROM lice_week l
JOIN site_place p ON p.site_id = l.site_id;

-- The lice that a company counted at a site in a week: means of the counted fish, with the company's salmonids there on the last day with a count.
CREATE VIEW own_week_lice AS
SELECT
  c.week,
  c.farmer_id,
  c.site_id,
  c.units,
  c.counted,
  c.adult_female,
  c.mobile,
  c.attached,
  sum(s.fish_count) AS fish,
  exact_mean(CAST(c.females AS DOUBLE) * sum(s.fish_count), c.counted) AS adult_female_total
FROM (
  SELECT
    week_start(date) AS week,
    farmer_id,
    site_id,
    max(date) AS last_date,
    count(DISTINCT unit_id) AS units,
    sum(fish_counted) AS counted,
    sum(adult_female * fish_counted) AS females,
    exact_mean(sum(adult_female * fish_counted), sum(fish_counted)) AS adult_female,
    exact_mean(sum(mobile * fish_counted), sum(fish_counted) FILTER (WHERE mobile IS NOT NULL)) AS mobile,
    exact_mean(sum(attached * fish_counted), sum(fish_counted) FILTER (WHERE attached IS NOT NULL)) AS attached
  FROM lice_count
  GROUP BY 1, 2, 3
) c
LEFT JOIN stock_day s ON s.farmer_id = c.farmer_id AND s.site_id = c.site_id AND s.date = c.last_date
  AND s.species_code IN (SELECT code FROM species WHERE is_counted)
GROUP BY c.week, c.farmer_id, c.site_id, c.units, c.counted, c.females, c.adult_female, c.mobile, c.attached;
