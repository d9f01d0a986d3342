/*
summary: The code list of causes of loss
family: mortality_v2_codelist
order: level-3 code
fields:
  level_1_code: {type: string, meaning: "top-level category, A to F"}
  level_1_name: {type: string, meaning: its Norwegian name}
  level_2_code: {type: string, meaning: second-level grouping}
  level_2_name: {type: string, meaning: its Norwegian name}
  level_3_code: {type: string, meaning: the code that losses are registered with}
  category_name: {type: string, meaning: Norwegian name}
  category_name_short: {type: string, meaning: short Norwegian name}
  category_name_eng: {type: string, meaning: English name}
  category_name_short_eng: {type: string, meaning: short English name}
  for_daily_registration: {type: boolean, meaning: whether it may be reported daily}
  reporting_obligation: {type: string, meaning: "the owner's text on legal reporting, as it was delivered"}
  placement:
    type: object
    meaning: where the code may be used; flags that the owner did not deliver are left out
    leave_out_nulls: true
    keys:
      sea: {type: boolean, meaning: at sea}
      land: {type: boolean, meaning: on land}
  cause:
    type: object
    meaning: what the code may be given for
    leave_out_nulls: true
    keys:
      death: {type: boolean, meaning: fish that died}
      killed: {type: boolean, meaning: fish that were killed}
      downgrade: {type: boolean, meaning: fish that were downgraded}
  value_chain:
    type: object
    meaning: the stages that the code may be used in
    leave_out_nulls: true
    keys:
      roe: {type: boolean, meaning: roe}
      postsmolt: {type: boolean, meaning: postsmolt}
      freshwater: {type: boolean, meaning: fresh water}
      brackish_or_sea_water: {type: boolean, meaning: brackish or sea water}
      harvest_facility: {type: boolean, meaning: harvest facilities}
  species:
    type: object
    meaning: the species that the code may be used for
    leave_out_nulls: true
    keys:
      salmon: {type: boolean, meaning: Atlantic salmon}
      cleanerfish: {type: boolean, meaning: cleaner fish}
      rainbow_trout: {type: boolean, meaning: rainbow trout}
  last_modified: {type: datetime, meaning: last change by the list's owner}
*/
-- Decided here: a flag that the owner did not deliver is left out of its object; for_daily_registration stays, as null.
SELECT
  nullif(level_1_code, '') AS level_1_code,
  nullif(level_1_name, '') AS level_1_name,
  nullif(level_2_code, '') AS level_2_code,
  nullif(level_2_name, '') AS level_2_name,
  level_3_code,
  nullif(category_name, '') AS category_name,
  nullif(category_name_short, '') AS category_name_short,
  nullif(category_name_eng, '') AS category_name_eng,
  nullif(category_name_short_eng, '') AS category_name_short_eng,
  for_daily_registration,
  nullif(reporting_obligation, '') AS reporting_obligation,
  placement_sea AS placement__sea,
  placement_land AS placement__land,
  cause_death AS cause__death,
  cause_killed AS cause__killed,
  cause_downgrade AS cause__downgrade,
  value_chain_roe AS value_chain__roe,
  value_chain_postsmolt AS value_chain__postsmolt,
  value_chain_freshwater AS value_chain__freshwater,
  value_chain_brackish_or_sea_water AS value_chain__brackish_or_sea_water,
  value_chain_harvest_facility AS value_chain__harvest_facility,
  species_salmon AS species__salmon,
  species_cleanerfish AS species__cleanerfish,
  species_rainbow_trout AS species__rainbow_trout,
  last_modified
FROM loss_category
ORDER BY level_3_code
OFFSET :offset LIMIT :row_limit
