import * as z from 'zod/mini';
import { appRouter } from '@/server/trpc';
import type { Access } from '@/server/trpc/init';
import { type Description, descriptionOf } from './descriptions';
import { REST_TABLE, type RestRow } from './table';

export type Schema = {
  type?: string | string[];
  properties?: Record<string, Schema>;
  [key: string]: unknown;
};
export type Operation = {
  tags: string[];
  summary: string;
  description: string;
  operationId: string;
  security: Record<string, string[]>[];
  parameters?: { name: string; in: 'path'; required: true; schema: Schema }[];
  requestBody?: { required: true; content: { 'application/json': { schema: Schema } } };
  responses: Record<string, { description: string; [key: string]: unknown }>;
};
export type Document = {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, unknown>;
};

type Procedure = { _def: { meta?: { access?: Access }; inputs?: unknown[] } };
const PROCEDURES = appRouter._def.procedures as unknown as Record<string, Procedure>;

/** Who may make a call, in words. */
const ACCESS_WORDS = {
  anyone: 'Anybody.',
  'signed-in': 'Signed-in users.',
  owner: 'Whoever booked: the signed-in customer, or a guest with X-Manage-Token.',
} as const;

/** The calls of `/api` as an OpenAPI 3.1 document, made from the table and the procedures' schemas. */
export function openApiDocument(appUrl: string): Document {
  const paths: Document['paths'] = {};
  for (const row of REST_TABLE) {
    const description = descriptionOf(row);
    if (!description) continue;
    paths[row.path] = {
      ...paths[row.path],
      [row.method.toLowerCase()]: operation(row, description),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Dockside',
      version: '1',
      description:
        'Fuel and ice delivered to a boat at its dock. Amounts are dollars, dates YYYY-MM-DD in the zone of the business. Errors are {message, …} with a sentence for people. Too many calls get 429 with Retry-After.',
    },
    servers: [{ url: appUrl }],
    tags: ['Information', 'Booking', 'Payment', 'Accounts', 'Drivers', 'Staff'].map((name) => ({
      name,
    })),
    paths,
    components: {
      schemas: {
        Problem: {
          type: 'object',
          required: ['message'],
          properties: {
            message: { type: 'string' },
            reason: { type: 'string' },
            field: { type: 'string' },
          },
        },
      },
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'A key made by an admin: dk_…' },
        session: { type: 'apiKey', in: 'cookie', name: 'dockside_session' },
        guest: { type: 'apiKey', in: 'header', name: 'X-Manage-Token' },
      },
    },
  };
}

function operation(row: RestRow, description: Description): Operation {
  const procedure = description.procedure ? PROCEDURES[description.procedure] : undefined;
  const access = procedure?._def.meta?.access ?? 'anyone';
  const words = typeof access === 'string' ? ACCESS_WORDS[access] : `Only: ${access.join(', ')}.`;
  const byKey =
    description.keys === 'none' || (access === 'signed-in' && !description.keys)
      ? []
      : [{ apiKey: [] }];
  const parameters = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path' as const,
    required: true as const,
    schema: { type: 'string' },
  }));
  const body =
    row.method === 'GET' || row.method === 'DELETE' ? null : bodySchema(procedure, description);
  return {
    tags: [description.tag],
    summary: description.summary,
    description: `${words} ${description.answer}`,
    operationId: `${row.method.toLowerCase()}${row.path.replace(/\W+(\w)?/g, (_, letter: string = '') => letter.toUpperCase())}`,
    security: [
      ...(access === 'anyone' ? [{}] : []),
      { session: [] },
      ...(access === 'owner' ? [{ guest: [] }] : []),
      ...byKey,
    ],
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: { required: true as const, content: { 'application/json': { schema: body } } },
    }),
    responses: {
      [String(row.status ?? 200)]: {
        description: description.answer,
        content: { 'application/json': {} },
      },
      default: {
        description: 'A refusal, with a sentence for people.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  };
}

/** The body of a call: the input of its procedure, less what the path says, under outside names. */
function bodySchema(procedure: Procedure | undefined, description: Description): Schema | null {
  const input = procedure?._def.inputs?.[0];
  if (!input) return null;
  const { $schema, ...schema } = z.toJSONSchema(input as z.core.$ZodType, {
    io: 'input',
    unrepresentable: 'any',
  }) as Schema & { $schema?: string; required?: string[] };
  if (!schema.properties) return schema;
  const outside = (name: string) => description.renamed?.[name] ?? name;
  const kept = (name: string) => !description.fromPath?.includes(name);
  const properties = Object.fromEntries(
    Object.entries(schema.properties)
      .filter(([name]) => kept(name))
      .map(([name, value]) => [outside(name), value]),
  );
  const required = ((schema.required ?? []) as string[]).filter(kept).map(outside);
  return {
    ...schema,
    properties,
    ...(required.length > 0 ? { required } : { required: undefined }),
  };
}
