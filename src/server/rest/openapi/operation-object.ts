import type { Access } from '@/server/trpc/access';
import { errorAnswer } from '../errors';
import { type AnyOperation, accessOf } from '../table';
import type { JsonSchema, SchemaWriter } from './schema';
import { ERROR_WORDS, errorStatuses } from './statuses';

type Content = Record<string, { schema?: JsonSchema }>;
type ResponseObject = {
  description: string;
  headers?: Record<string, { description: string; schema: JsonSchema }>;
  content?: Content;
};
type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: JsonSchema;
};

/** One operation of the document. */
export type OperationObject = {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, ResponseObject>;
};

/**
 * Describes the operations of one method and path. There are several if roles send and receive
 * different fields. The one without a role provides the name and the summary.
 */
export function describeOperation(
  variants: readonly AnyOperation[],
  schemas: SchemaWriter,
): OperationObject {
  const main = variants.find(({ role }) => role === undefined);
  if (!main) throw new Error(`${variants[0]?.path} needs an operation without a role`);
  const parameters = parametersOf(main, schemas);
  const content = bodyOf(variants, schemas);
  return {
    operationId: main.id,
    tags: [main.tag],
    summary: main.summary,
    description: [accessInWords(main), scopesInWords(main), main.notes, ...variants.map(ofRole)]
      .filter(Boolean)
      .join(' '),
    security: securityOf(main),
    ...(parameters.length > 0 && { parameters }),
    ...(content && { requestBody: { required: true, content } }),
    responses: { ...answersOf(variants, schemas), ...errorsOf(variants, schemas) },
  };
}

const ACCESS_WORDS = {
  anyone: 'No sign-in needed.',
  'signed-in': 'For signed-in users.',
  owner: 'For the owner: the signed-in customer, or a guest with X-Manage-Token.',
} as const;

/** Who may call, read from the access of the procedures. */
function accessInWords(operation: AnyOperation): string {
  const [access = 'anyone'] = strictest(operation);
  return typeof access === 'string'
    ? ACCESS_WORDS[access]
    : `Only for ${inWords(access.map((role) => `${role}s`))}.`;
}

const inWords = (names: readonly string[]) =>
  new Intl.ListFormat('en-US', { type: 'conjunction' }).format(names);

/** The extra scopes that an API key needs. */
function scopesInWords({ needs, findsPeopleBy = [] }: AnyOperation): string {
  const finding = findsPeopleBy.map(
    (name) => `An API key needs the \`people\` scope to use ${name}.`,
  );
  return [needs && `An API key needs the \`${needs}\` scope.`, ...finding]
    .filter(Boolean)
    .join(' ');
}

/** Returns the access rules that require a sign-in. */
const strictest = (operation: AnyOperation): Access[] =>
  accessOf(operation).filter((access) => access !== 'anyone');

const ofRole = ({ role, summary }: AnyOperation) => role && `As ${role}: ${summary.toLowerCase()}.`;

function securityOf(operation: AnyOperation): OperationObject['security'] {
  const [access = 'anyone'] = strictest(operation);
  const isOpen = access === 'anyone';
  return [
    ...(isOpen ? [{}] : []),
    { session: [] },
    ...(isOpen || access === 'owner' ? [{ manageToken: [] }] : []),
    ...(operation.keys === 'none' ? [] : [{ apiKey: [] }]),
  ];
}

function parametersOf(operation: AnyOperation, schemas: SchemaWriter): Parameter[] {
  const inPath = 'params' in operation && operation.params;
  const ofPath = inPath ? schemas.write(inPath, 'input').properties : {};
  const { properties: ofQuery = {}, required = [] } = operation.query
    ? schemas.write(operation.query, 'input')
    : {};
  return [
    ...[...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
      name,
      in: 'path' as const,
      required: true,
      schema: ofPath?.[name] ?? { type: 'string' },
    })),
    ...Object.entries(ofQuery).map(([name, schema]) => ({
      name,
      in: 'query' as const,
      required: required.includes(name),
      schema,
    })),
    ...('takesVersion' in operation && operation.takesVersion
      ? [{ name: 'If-Match', in: 'header' as const, required: false, schema: { type: 'string' } }]
      : []),
    ...('hasETag' in operation && operation.hasETag
      ? [
          {
            name: 'If-None-Match',
            in: 'header' as const,
            required: false,
            schema: { type: 'string' },
          },
        ]
      : []),
  ];
}

function bodyOf(variants: readonly AnyOperation[], schemas: SchemaWriter): Content | null {
  const bodies = variants
    .map((one) => ('respond' in one ? one.takes : one.body))
    .filter((body) => body !== undefined);
  if (bodies.length === 0) return null;
  return {
    'application/json': { schema: anyOf(bodies.map((one) => schemas.write(one, 'input'))) },
  };
}

function answersOf(
  variants: readonly AnyOperation[],
  schemas: SchemaWriter,
): Record<string, ResponseObject> {
  const [first] = variants;
  if (!first) return {};
  if ('respond' in first) {
    const { type, schema } = first.sends;
    const shape = schema ? schemas.write(schema, 'output') : { type: 'string' };
    return { 200: { description: 'Done.', content: { [type]: { schema: shape } } } };
  }
  const answers = variants.flatMap((one) =>
    'respond' in one ? [] : [schemas.write(one.answer, 'output')],
  );
  const etag = {
    ETag: { description: 'Identifies this version of the content.', schema: { type: 'string' } },
  };
  return {
    [first.status]: {
      description: first.status === 201 ? 'Created.' : 'Done.',
      ...(first.hasETag && { headers: etag }),
      content: { 'application/json': { schema: anyOf(answers) } },
    },
    ...(first.hasETag && { 304: { description: 'Not changed.' } }),
  };
}

const retryAfter = {
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } },
};

function errorsOf(
  variants: readonly AnyOperation[],
  schemas: SchemaWriter,
): Record<string, ResponseObject> {
  const statuses = new Set(variants.flatMap(errorStatuses));
  const content = { 'application/json': { schema: schemas.write(errorAnswer, 'output') } };
  return Object.fromEntries(
    [...statuses].map((status) => [
      status,
      {
        description: ERROR_WORDS[status],
        ...((status === 429 || status === 503) && { headers: retryAfter }),
        content,
      },
    ]),
  );
}

const anyOf = (schemas: JsonSchema[]): JsonSchema =>
  schemas.length === 1 && schemas[0] ? schemas[0] : { anyOf: schemas };
