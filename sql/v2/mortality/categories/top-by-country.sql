/*
summary: The ten causes with the largest share of a month's losses, in the whole country
same_as: v2/mortality/categories/top-by-region.sql
set: {by_country: true}
without: [region]
order: year, month, share descending, code
*/
