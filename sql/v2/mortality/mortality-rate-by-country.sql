/*
summary: Mortality risk by month in the whole country, with its best and worst sites and its level-1 causes
same_as: v2/mortality/mortality-rate-by-region.sql
set: {by_country: true}
without: [region]
order: year, month
*/
