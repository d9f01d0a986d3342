/*
summary: How much of the industry the platform covers
family: common
single: true
confidentiality:
  rule: "counts of companies and sites; who farms where is in public registers"
  public: ["*_farmers", "*_sites"]
fields:
  signed_farmers: {type: integer, unit: companies, meaning: companies with an agreement by today}
  active_farmers: {type: integer, unit: companies, meaning: companies with stock rows in the 60 days up to data end}
  offshore_sites: {type: integer, unit: sites, meaning: the platform's sites at sea}
  onshore_sites: {type: integer, unit: sites, meaning: the platform's sites on land}
  recently_active_sites: {type: integer, unit: sites, meaning: sites with stock rows in the 60 days up to data end}
*/
SELECT
  (SELECT count(*) FROM farmer WHERE signed_on <= :today) AS signed_farmers,
  count(DISTINCT d.farmer_id) FILTER (WHERE d.last_date >= plus_days(:data_end, -60)) AS active_farmers,
  count(DISTINCT d.site_id) FILTER (WHERE s.placement = 'offshore') AS offshore_sites,
  count(DISTINCT d.site_id) FILTER (WHERE s.placement = 'onshore') AS onshore_sites,
  count(DISTINCT d.site_id) FILTER (WHERE d.last_date >= plus_days(:data_end, -60)) AS recently_active_sites
FROM farmer_site d
JOIN site s ON s.site_id = d.site_id
