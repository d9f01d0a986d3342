/*
summary: Daily specific feed rate by species, weight and sea temperature in the whole country
same_as: v2/feeding/sfr-by-region-and-temperature.sql
set: {by_country: true}
without: [region]
order: species, weight group, temperature
*/
