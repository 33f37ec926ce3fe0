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
 * Describes all operations of `/api` as an OpenAPI 3.1 document, generated from their declarations.
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
        'Fuel and ice delivered to boats at their docks. Amounts are numbers in US dollars. Dates are YYYY-MM-DD in the time zone of the business, and dates you send must be from 2000-01-01 to 2100-12-31. Every error is an Error with a message that people can read.',
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
          description: 'The cookie that a sign-in sets.',
        },
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A key that an admin created: dk_… It acts as that admin, within its scopes. `read` allows reading, and `write` also allows changes. Without the scope `people`, the values that identify, locate, or describe a person are null. `export` downloads whole lists and also requires `people`. `refund` allows refunds.',
        },
        manageToken: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Manage-Token',
          description: 'A guest’s key, from the booking response.',
        },
      },
    },
  };
}
