/*
summary: One site of the authority's register
same_as: v3/common/site.sql
single: true
set: {all_sites: false}
parameters:
  site_id: {type: text, in: path, meaning: the authority's site number}
without_parameters: [offset, limit]
*/
