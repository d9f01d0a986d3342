/*
summary: Salmon lice by site and ISO week
is_not: "What a site reported to the authority, not what a company delivers here. The lice of a site that did not count or is probably without fish
    are unknown, not none."
family: environment
period: week
slice: week_start
order: site by number, week
parameters:
  sites: {type: texts, meaning: "sites by number, comma separated; any site of the register, since its lice are public"}
fields:
  site_id: {type: string, meaning: the authority's site number}
  site_name: {type: string, meaning: its name}
  production_area_id: {type: integer, meaning: its production area; null outside every area}
  week_start: {type: date, meaning: Monday of the ISO week}
  year_week: {type: string, meaning: "the ISO week as 2026-W09"}
  is_counted: {type: boolean, meaning: "whether the row counts in the areas' means: with a count of adult females, and not probably without fish"}
  adult_female: {type: number, decimals: 2, unit: lice per fish, meaning: adult female lice; null when not reported}
  mobile: {type: number, decimals: 2, unit: lice per fish, meaning: other mobile lice}
  attached: {type: number, decimals: 2, unit: lice per fish, meaning: attached lice}
  lice_limit: {type: number, decimals: 2, unit: lice per fish, meaning: the most adult females that were allowed; null where the source has none}
  is_above_limit: {type: boolean, meaning: whether they were more; null where the source does not tell}
  has_counted: {type: boolean, meaning: whether the site counted}
  is_probably_without_fish: {type: boolean, meaning: whether it was probably empty; null where the source does not say}
  data_source: {type: string, meaning: "which of the authority's publications the row is from, as in the table lice_week"}
*/
-- Public rows only, the same for everybody.
SELECT
  site_id,
  site_name,
  production_area_id,
  week AS week_start,
  week_label(week) AS year_week,
  is_counted,
  adult_female,
  mobile,
  attached,
  lice_limit,
  is_above_limit,
  has_counted,
  is_probably_without_fish,
  data_source
FROM site_week_lice
WHERE week BETWEEN :first_day AND :last_day
  AND (:all_areas OR production_area_id IN (:areas))
  AND (:all_sites OR site_id IN (:sites))
ORDER BY site_order(site_id), site_id, week
OFFSET :offset LIMIT :row_limit
