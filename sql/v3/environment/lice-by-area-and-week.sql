/*
summary: Salmon lice by production area and ISO week
is_not: "A mean of the sites of all companies that counted, each once whatever its fish: no mean over fish, and no count of lice in the sea. Sites
    that did not count and sites probably without fish are not zero lice: they are in no mean, and counted apart."
family: environment
period: week
slice: week_start
order: production area id, week
fields:
  production_area_id: {type: integer, meaning: number of the production area}
  production_area_name: {type: string, meaning: its name}
  production_region_name: {type: string, meaning: "its region: Sør, Midt or Nord"}
  week_start: {type: date, meaning: Monday of the ISO week}
  year_week: {type: string, meaning: "the ISO week as 2026-W09"}
  sites_reported: {type: integer, unit: sites, meaning: "sites that the authority has the week of: counted, not counted and probably without fish"}
  sites_counted: {type: integer, unit: sites, meaning: "those with a count of adult females, which the means and the share are of"}
  sites_not_counted: {type: integer, unit: sites, meaning: those without a count}
  sites_probably_without_fish: {type: integer, unit: sites, meaning: those that were probably empty}
  mean_adult_female: {type: number, decimals: 2, unit: lice per fish, meaning: mean of the counted sites' adult female lice; null without one}
  median_adult_female: {type: number, decimals: 2, unit: lice per fish, meaning: median of them}
  lice_limit: {type: number, decimals: 2, unit: lice per fish, meaning: "median of the most adult females that the counted sites were
      allowed, which in most weeks are the same; null where the source has none"}
  mean_mobile: {type: number, decimals: 2, unit: lice per fish, meaning: mean of the other mobile lice of the counted sites that report them}
  mean_attached: {type: number, decimals: 2, unit: lice per fish, meaning: mean of the attached lice of the counted sites that report them}
  sites_with_limit: {type: integer, unit: sites, meaning: counted sites of which it is known whether they are above their limit}
  sites_above_limit: {type: integer, unit: sites, meaning: those above it}
  share_above_limit_pct: {type: number, unit: percent, meaning: their share of sites_with_limit; null without one}
*/
-- Public rows only. No stock is read: lice times fish, with known lice that differ by week, would give the fish away.
SELECT
  l.production_area_id,
  l.production_area_name,
  l.production_region_name,
  l.week AS week_start,
  week_label(l.week) AS year_week,
  count(*) AS sites_reported,
  count(*) FILTER (WHERE l.is_counted) AS sites_counted,
  count(*) FILTER (WHERE NOT l.is_counted AND NOT l.is_empty) AS sites_not_counted,
  count(*) FILTER (WHERE l.is_empty) AS sites_probably_without_fish,
  exact_mean(sum(l.adult_female) FILTER (WHERE l.is_counted), count(*) FILTER (WHERE l.is_counted)) AS mean_adult_female,
  CAST(quantile_of(array_agg(CAST(l.adult_female AS DOUBLE)) FILTER (WHERE l.is_counted), 5e-1) AS DECIMAL(18, 12)) AS median_adult_female,
  CAST(quantile_of(array_agg(CAST(l.lice_limit AS DOUBLE)) FILTER (WHERE l.is_counted AND l.lice_limit IS NOT NULL), 5e-1) AS DECIMAL(18, 12))
    AS lice_limit,
  exact_mean(sum(l.mobile) FILTER (WHERE l.is_counted), count(l.mobile) FILTER (WHERE l.is_counted)) AS mean_mobile,
  exact_mean(sum(l.attached) FILTER (WHERE l.is_counted), count(l.attached) FILTER (WHERE l.is_counted)) AS mean_attached,
  count(l.is_above_limit) FILTER (WHERE l.is_counted) AS sites_with_limit,
  count(*) FILTER (WHERE l.is_counted AND l.is_above_limit) AS sites_above_limit,
  1e2 * share(count(*) FILTER (WHERE l.is_counted AND l.is_above_limit), count(l.is_above_limit) FILTER (WHERE l.is_counted)) AS share_above_limit_pct
FROM site_week_lice l
WHERE l.week BETWEEN :first_day AND :last_day
  AND l.production_area_id IS NOT NULL
  AND (:all_areas OR l.production_area_id IN (:areas))
GROUP BY l.production_area_id, l.production_area_name, l.production_region_name, l.week
ORDER BY l.production_area_id, l.week
OFFSET :offset LIMIT :row_limit
