-- Diseases of sites by the authority's weekly reports become disease_period. A row of a report has a whole period: so a report's weeks replace the
-- periods that lie in them, at least in part, and periods that were over before stay.

-- name: delivered_disease
-- Of several reports the one with the latest week of a period counts.
SELECT {columns} FROM report_disease
QUALIFY row_number() OVER (PARTITION BY site_id, disease, status, from_date ORDER BY week DESC, file_no) = 1

-- name: kept_disease
SELECT {columns}
FROM old_disease_period AS o
WHERE NOT EXISTS (SELECT 1 FROM report_week AS w
    WHERE w.target = 'disease' AND o.from_date <= w.week + 6 AND coalesce(o.to_date, w.week) >= w.week)
  AND (site_id, disease, status, from_date) NOT IN (SELECT site_id, disease, status, from_date FROM report_disease)

-- name: lost_diseases
-- Published periods that the delivered weeks do not have.
SELECT count(*)
FROM old_disease_period
WHERE (site_id, disease, status, from_date) NOT IN (SELECT site_id, disease, status, from_date FROM ({kept_disease}))
  AND (site_id, disease, status, from_date) NOT IN (SELECT site_id, disease, status, from_date FROM report_disease)

-- name: disease_period
SELECT {columns} FROM ({delivered_disease})
UNION ALL
SELECT {columns} FROM ({kept_disease})
