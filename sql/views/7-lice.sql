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
