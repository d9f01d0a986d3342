-- Coastal water bodies (Vann-nett): each with its national water type, a letter for the region and a digit for the type. The file does
-- not say which sites lie in a body, so only the types and regions are stored; the lists take precedence.
CREATE TABLE authority.body AS
SELECT line, "Nasjonal vanntype" AS code, "Kysttype" AS type_name, "Økoregion kyst" AS region_name,
  CASE WHEN "Nasjonal vanntype" <> '' THEN coalesce(
    CASE WHEN NOT regexp_full_match("Nasjonal vanntype", '[BGHMNS][1-5]')
      THEN fault_of('Nasjonal vanntype', "Nasjonal vanntype", 'is no national water type: one of B, G, H, M, N, S and a digit from 1 to 5') END,
    no_name('Økoregion kyst', "Økoregion kyst"), no_name('Kysttype', "Kysttype")) END AS fault
FROM authority.delivered;

INSERT INTO authority.fault SELECT line, unnest(fault) FROM authority.body WHERE fault IS NOT NULL;

-- The first name of a type or region counts.
CREATE TABLE authority.named AS
SELECT kind, code, name, min(line) AS line, row_number() OVER (PARTITION BY kind, code ORDER BY min(line)) = 1 AS is_first,
  code IN (SELECT code FROM new_marine_type) OR code IN (SELECT code FROM new_marine_type_region) AS is_listed
FROM (
  SELECT 'type' AS kind, right(code, 1) AS code, type_name AS name, line FROM authority.body WHERE code <> '' AND fault IS NULL
  UNION ALL
  SELECT 'region', left(code, 1), region_name, line FROM authority.body WHERE code <> '' AND fault IS NULL
)
GROUP BY kind, code, name;

INSERT INTO new_marine_type SELECT code, name FROM authority.named WHERE kind = 'type' AND is_first AND NOT is_listed;
INSERT INTO new_marine_type_region SELECT code, name FROM authority.named WHERE kind = 'region' AND is_first AND NOT is_listed;

INSERT INTO authority.note
SELECT 'added to the lists: ' || count(*) FILTER (kind = 'type') || ' water types, ' || count(*) FILTER (kind = 'region') || ' regions'
FROM authority.named
WHERE is_first AND NOT is_listed;
INSERT INTO authority.note VALUES ('the bodies are not stored: the file does not say which sites lie in them');
INSERT INTO authority.note SELECT left_out(count(*), 'types and regions that the lists have') FROM authority.named WHERE is_first AND is_listed;
INSERT INTO authority.note
SELECT 'passed over, since the first name of a type or region counts: ' || shown_list(list(DISTINCT name))
FROM authority.named
WHERE NOT is_first
HAVING count(*) > 0;
INSERT INTO authority.note
SELECT count(*) || ' water bodies have no national type' FROM authority.body WHERE code = '' HAVING count(*) > 0;
