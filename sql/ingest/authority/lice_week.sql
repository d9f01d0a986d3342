-- A week of lice by site as BarentsWatch's API answers it, with the year and the week around the list: it becomes the rows of the weekly report.
INSERT INTO authority.failure
SELECT 'is a list of sites and lice without its year and week: fetch it with the object around the list'
WHERE (SELECT count(*) FROM authority.around WHERE name IN ('year', 'week')) < 2;

INSERT INTO authority.note SELECT left_out(count(*), 'rows of sites on land') FROM authority.delivered WHERE isOnLand = 'true';
INSERT INTO authority.note VALUES ('not kept: whether a site had measures against lice, PD or ILA that week, which the reports of these say');

ALTER TABLE authority.delivered RENAME TO site_week;
CREATE TABLE authority.delivered AS
SELECT
  line, y.value AS År, w.value AS Uke, localityNo AS Lokalitetsnummer, s.name AS Lokalitetsnavn, lat AS Lat, lon AS Lon,
  '' AS ProduksjonsområdeId, '' AS Sjøtemperatur, avgAdultFemaleLice AS "Voksne hunnlus", '' AS "Lus i bevegelige stadier",
  '' AS "Fastsittende lus", '' AS "Lusegrense uke", '' AS "Over lusegrense uke", yes_or_no(hasReportedLice) AS "Har telt lakselus",
  yes_or_no(isFallow) AS "Trolig uten fisk"
FROM authority.site_week AS s
JOIN authority.around AS y ON y.name = 'year'
JOIN authority.around AS w ON w.name = 'week'
WHERE isOnLand <> 'true';
