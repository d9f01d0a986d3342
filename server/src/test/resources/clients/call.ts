// Calls operations of the generated client: one JSON line in, one out. The compiler checks the client; the calls go by name.
import { createInterface } from 'node:readline';
import * as client from './client/index.js';

interface Call {
    api: string;
    operation: string;
    answer: string | null;
    values: Record<string, unknown>;
    days?: string[];
    token: string | null;
    secret: string | null;
}

const base = process.argv[2];
const known = client as unknown as Record<string, any>;

async function answer(call: Call): Promise<object> {
    for (const day of call.days ?? []) {
        call.values[day] = new Date(call.values[day] as string);
    }
    const api = new known[call.api](new client.Configuration({
        basePath: base,
        ...(call.token === null ? {} : { accessToken: call.token }),
        ...(call.secret === null ? {} : { headers: { 'x-client-secret': call.secret } }),
    }));
    try {
        const response = await api[call.operation + 'Raw'](call.values);
        const value = response.raw.status === 204 ? null : await response.value();
        if (value instanceof Blob) {
            return { status: response.raw.status, body: await value.text() };
        }
        return { status: response.raw.status, body: call.answer === null || value === null ? value ?? null : known[call.answer + 'ToJSON'](value) ?? null };
    } catch (error) {
        return error instanceof client.ResponseError
            ? { status: error.response.status, body: await error.response.text() }
            : { status: 0, body: String(error) };
    }
}

for await (const line of createInterface({ input: process.stdin })) {
    console.log(JSON.stringify(await answer(JSON.parse(line))));
}
