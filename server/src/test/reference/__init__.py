"""A second implementation of the definitions, in plain Python and exact fractions, and its comparison with the server.

It is written from the definitions alone and shares nothing with the SQL. Where they leave something open, it makes the
server's choice, in one line that says "our choice". In reading order:

rounding, dates      exact numbers; weeks, months and pieces
delivery, model, lice_report
                     a random delivery and its correction; what the lake must hold then
atoms                cells, the rule of confidentiality, atoms
filters, benchmark   a request and what passes it; the rows of an answer
feed_release, site_months, picks, quarters, tenths, feed_tails, weight_rates, growth_rates, untreated, made_once
                     what is made when it is released: figures that are no sums
mortality, generations, categories, legacy, temperatures, environment, lice, feeding, growth, feed_index, after_treatment, touches, treatment_*, treatment,
inventory, common
                     the routes, as the definitions' sections have them
hand_made            values by hand of what is made once
requests, server, compare
                     random requests, the real program, and the comparison"""
