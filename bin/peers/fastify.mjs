// A Fastify server with the routes of a plan: {threads, memoryMb, setUp: [sql], routes: [{path, sql}], requests: {url: [{type, value}]}}.
// It runs the same SQL over the same Parquet files, with the same views held, and keeps every statement prepared; a request's values are in the plan.
//   node fastify.mjs PLAN      in a folder with node_modules
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(process.cwd() + '/');
const Fastify = require('fastify');
const { DuckDBInstance, DuckDBDateValue } = require('@duckdb/node-api');

const CONNECTIONS = 8;
const MILLIS_OF_DAY = 86_400_000;

const plan = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const database = await DuckDBInstance.create(':memory:', { threads: String(plan.threads), memory_limit: `${plan.memoryMb}MB` });
const first = await database.connect();
for (const sql of plan.setUp) {
  await first.run(sql);
}

function bind(statement, place, { type, value }) {
  switch (type) {
    case 'date': return statement.bindDate(place, new DuckDBDateValue(Date.parse(value) / MILLIS_OF_DAY));
    case 'boolean': return statement.bindBoolean(place, value);
    case 'integer': return statement.bindInteger(place, value);
    case 'null': return statement.bindNull(place);
    default: return statement.bindVarchar(place, value);
  }
}

async function prepared() {
  const connection = await database.connect();
  await connection.run('USE snapshot');
  const statements = new Map();
  for (const route of plan.routes) {
    statements.set(route.path, await connection.prepare(route.sql));
  }
  return statements;
}

const free = await Promise.all(Array.from({ length: CONNECTIONS }, prepared));
const waiting = [];
const take = () => free.pop() ?? new Promise((resolve) => waiting.push(resolve));
function giveBack(statements) {
  const next = waiting.shift();
  if (next) {
    next(statements);
  } else {
    free.push(statements);
  }
}

const server = Fastify();
for (const { path } of plan.routes) {
  server.get(path, async (request) => {
    const statements = await take();
    try {
      const statement = statements.get(path);
      plan.requests[request.url].forEach((value, i) => bind(statement, i + 1, value));
      const rows = await statement.runAndReadAll();
      return { data: rows.getRowObjectsJson(), metadata: {} };
    } finally {
      giveBack(statements);
    }
  });
}
console.log('serving at ' + await server.listen({ host: '127.0.0.1', port: 0 }));
