/*
summary: Notifiable diseases of sites, by the authority's reports
is_not: "What is reported to the authority, not what fish die of: pancreas disease and infectious salmon anaemia must be
    reported, most causes of loss need not. A site without rows has none that is known, or no report of its weeks was delivered."
family: environment
order: "site number, first day, disease, status"
parameters:
  sites: {type: texts, meaning: "sites by number, comma separated; any site of the register, since its diseases are public"}
fields:
  site_id: {type: string, meaning: the authority's site number}
  site_name: {type: string, meaning: name}
  production_area_id: {type: integer, meaning: production area; null outside every area}
  production_area_name: {type: string, meaning: its name}
  disease: {type: string, meaning: "PD (pancreas disease), ILA (infectious salmon anaemia), BKD, VHS, IHN, Furunkulose or Francisellose; another as
      the authority writes it"}
  status: {type: string, meaning: "suspected, confirmed, refuted or ended; another as the authority writes it"}
  from_date: {type: date, meaning: first day}
  to_date: {type: date, meaning: last day; null while the period is open}
*/
-- A period has a row when it overlaps the window, and is never cut: without dates these are the diseases of now. Periods may overlap each other: a
-- suspicion and the finding, or two diseases.
SELECT
  d.site_id,
  s.site_name,
  s.production_area_id,
  s.production_area_name,
  d.disease,
  d.status,
  d.from_date,
  d.to_date
FROM disease_period d
JOIN site_place s ON s.site_id = d.site_id
WHERE d.from_date <= :last_day
  AND (d.to_date IS NULL OR d.to_date >= :first_day)
  AND (:all_sites OR d.site_id IN (:sites))
  AND (:all_areas OR s.production_area_id IN (:areas))
ORDER BY s.site_number, d.from_date, d.disease, d.status
OFFSET :offset LIMIT :row_limit
