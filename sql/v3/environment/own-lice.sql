/*
summary: "Own counts of salmon lice by site and ISO week, with the adult females of all fish of the site"
is_not: "What the company delivered here, not what the site reported to the authority, and of the pens that were counted alone. A week without a count
    has no row."
family: environment
period: week
access: owners
confidentiality: own
order: "site by number, owner, week"
parameters:
  owner_id:
  site_id:
fields:
  owner_id: {type: string, meaning: the company}
  site_id: {type: string, meaning: the authority's site number}
  site_name: {type: string, meaning: its name}
  week_start: {type: date, meaning: Monday of the ISO week}
  year_week: {type: string, meaning: "the ISO week as 2026-W09"}
  unit_count: {type: integer, unit: units, meaning: pens that were counted}
  fish_counted: {type: integer, unit: fish, meaning: fish whose lice were counted}
  adult_female: {type: number, decimals: 2, unit: lice per fish, meaning: "adult female lice, mean of the counted fish"}
  mobile: {type: number, decimals: 2, unit: lice per fish, meaning: "other mobile lice, mean of the fish of counts with them; null without"}
  attached: {type: number, decimals: 2, unit: lice per fish, meaning: "attached lice, likewise"}
  fish_count: {type: integer, unit: fish, meaning: "the company's salmonids at the site at the start of the week's last day with a count; null
      where no stock of that day is delivered"}
  adult_female_total: {type: number, decimals: 0, unit: lice, meaning: "adult_female x fish_count, as if the pens that nobody counted had as many"}
*/
SELECT
  l.farmer_id AS owner_id,
  l.site_id,
  p.site_name,
  l.week AS week_start,
  week_label(l.week) AS year_week,
  l.units AS unit_count,
  l.counted AS fish_counted,
  l.adult_female,
  l.mobile,
  l.attached,
  l.fish AS fish_count,
  l.adult_female_total
FROM own_week_lice l
JOIN site_place p ON p.site_id = l.site_id
WHERE l.week BETWEEN :first_day AND :last_day
  AND (NOT :is_farmer OR l.farmer_id = :own_farmer)
  AND (:all_areas OR p.production_area_id IN (:areas))
  AND (:all_owner_id OR l.farmer_id IN (:owner_id))
  AND (:all_site_id OR l.site_id IN (:site_id))
ORDER BY site_order(l.site_id), l.site_id, l.farmer_id, l.week
OFFSET :offset LIMIT :row_limit
