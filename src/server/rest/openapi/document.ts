import { OPERATIONS } from '../table';
import { TAGS } from '../tags';
import { describeOperation, type OperationObject } from './operation-object';
import { type JsonSchema, SchemaWriter } from './schema';

export type OpenApiDocument = {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string; license: object };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, OperationObject>>;
  components: {
    schemas: Record<string, JsonSchema>;
    securitySchemes: Record<string, object>;
  };
};

/**
 * Every operation of `/api` as an OpenAPI 3.1 document, made from their declarations alone.
 * `sessionCookie` is the name of the cookie that a sign-in sets.
 */
export function openApiDocument({ sessionCookie }: { sessionCookie: string }): OpenApiDocument {
  const schemas = new SchemaWriter();
  const paths: OpenApiDocument['paths'] = {};
  for (const [path, operations] of Map.groupBy(OPERATIONS, (one) => one.path)) {
    const byMethod = Map.groupBy(operations, (one) => one.method.toLowerCase());
    paths[path] = Object.fromEntries(
      [...byMethod].map(([method, variants]) => [method, describeOperation(variants, schemas)]),
    );
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Dockside',
      version: '1',
      description:
        'Fuel and ice delivered to a boat at its dock. Money is a number of US dollars, a date is YYYY-MM-DD in the time zone of the business. A date that is sent lies between 2000-01-01 and 2100-12-31. Every refusal is an Error with a sentence for people.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: Object.fromEntries(
        Object.entries(schemas.components).sort(([a], [b]) => a.localeCompare(b)),
      ),
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookie,
          description: 'The cookie of a sign-in.',
        },
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A key that an admin made: dk_… It acts as that admin, as far as its scopes reach. `read` gets and `write` also changes. Without the further scope `people`, what tells who a person is, where they are found, or what was written about them is null. `export` saves whole lists, which takes `people` too, and `refund` gives money back.',
        },
        manageToken: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Manage-Token',
          description: 'The key of a guest, from the answer to the booking.',
        },
      },
    },
  };
}
