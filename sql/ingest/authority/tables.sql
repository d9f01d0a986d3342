-- The tables of the database authority, which is there for one file of the authority: its mapping reads and writes them.

-- The file's rows as texts without surrounding blanks are in authority.delivered, a column for each of formats.yaml, and line:
-- where a row begins, of JSON its number among the objects. Of JSON alone authority.other has the names of what no column takes and
-- is a list or an object that is not empty: findings, while single values, such as names, say who reports.
CREATE TABLE authority.other(line BIGINT, name VARCHAR);
CREATE TABLE authority.header(name VARCHAR);
-- Of JSON the single values that stand around the list of rows.
CREATE TABLE authority.around(name VARCHAR, value VARCHAR);

-- What the mappings write: rejected rows, remarks for people in their order, and why the whole file cannot be read.
CREATE TABLE authority.fault(line BIGINT, column_name VARCHAR, value VARCHAR, reason VARCHAR);
CREATE TABLE authority.note(note VARCHAR);
CREATE TABLE authority.failure(reason VARCHAR);
-- Words that are not known, and how their rows are kept; the macro unknown_words makes a remark of them.
CREATE TABLE authority.unknown(line BIGINT, kept VARCHAR, column_name VARCHAR, word VARCHAR);
-- The weekly reports' sites and weeks of the rows that are kept.
CREATE TABLE authority.report_row(line BIGINT, site_id VARCHAR, week DATE, site_name VARCHAR, latitude DOUBLE, longitude DOUBLE,
  production_area_id INTEGER);
