import { TRPCError } from '@trpc/server';
import * as z from 'zod/mini';
import type { KeyExtra } from '@/domain/access/access.schema';
import type { DeliveryRole } from '@/domain/staff/areas';
import type { createCaller } from '@/server/trpc';
import type { Context, Meta } from '@/server/trpc/init';
import type { Tag } from './tags';

/** Any schema, with its output and input types. */
export type Schema<Output = unknown, Input = unknown> = z.ZodMiniType<Output, Input>;

type Caller = ReturnType<typeof createCaller>;

/** A procedure's name, such as `booking.create`. */
export type ProcedureName = {
  [Router in keyof Caller & string]: {
    [Name in keyof Caller[Router] & string]: Caller[Router][Name] extends (
      ...input: never[]
    ) => unknown
      ? `${Router}.${Name}`
      : never;
  }[keyof Caller[Router] & string];
}[keyof Caller & string];

/** A caller with only the named procedures. */
type CallerOf<Name extends ProcedureName> = {
  [Router in RouterOf<Name>]: Pick<
    Caller[Router],
    Extract<NameIn<Router, Name>, keyof Caller[Router]>
  >;
};
type RouterOf<Name> = Name extends `${infer Router extends keyof Caller & string}.${string}`
  ? Router
  : never;
type NameIn<Router extends string, Name> = Name extends `${Router}.${infer Own}` ? Own : never;

type Read<S extends Schema | undefined> = S extends Schema ? z.output<S> : undefined;

type Primitive = string | number | boolean | null | undefined;
type KeyIn<T> = T extends unknown ? keyof T : never;
type ValueIn<T, K> = T extends unknown ? (K extends keyof T ? T[K] : never) : never;

/** Names of fields, at any depth, that `Given` has but `Declared` doesn't. */
type Undeclared<Given, Declared> = unknown extends Declared
  ? never
  : Given extends Primitive
    ? never
    : Given extends readonly (infer GivenItem)[]
      ? Undeclared<GivenItem, Extract<Declared, readonly unknown[]>[number]>
      : Given extends object
        ? {
            [K in keyof Given & string]: K extends KeyIn<Exclude<Declared, Primitive>>
              ? Undeclared<Given[K], ValueIn<Exclude<Declared, Primitive>, K>>
              : K;
          }[keyof Given & string]
        : never;

/** A type error for answers with undeclared fields. It names the first ones. */
type Exactly<Given, Declared> = [Undeclared<Given, Declared>] extends [never]
  ? unknown
  : { undeclaredField: Undeclared<Given, Declared> };

/** The facts about every operation that the router and the document use. */
export type Described = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `{name}` matches one part of the path. */
  path: `/api/${string}`;
  /** The operation's unique name in a generated client. */
  id: string;
  tag: Tag;
  summary: string;
  /** Information that isn't in the summary or the schemas. */
  notes?: string;
  /** If several operations have the same method and path, this one is for callers with this role. */
  role?: DeliveryRole;
  /** How an API key acts here if not as staff: not at all, or as a visitor. */
  keys?: 'none' | 'visitor';
  /** The extra scope that an API key needs. */
  needs?: KeyExtra;
  /** Parameters that search for people, for which an API key needs the `people` scope. */
  findsPeopleBy?: readonly string[];
  /** The operation's own error statuses. The document adds those that any operation can have. */
  errors?: readonly (402 | 404 | 409 | 429 | 503)[];
};

type Facts<Names extends readonly ProcedureName[]> = Described & {
  /** The procedures it calls. Their `meta.access` decides who may call, here and in the document. */
  procedures: Names;
  status?: 200 | 201;
  /** The answer has an ETag. If the caller sends the current one, the answer isn't sent again. */
  hasETag?: true;
  /** Accepts If-Match with the version that the caller read. */
  takesVersion?: true;
};

/** A request's values before any schema has parsed them. */
export type Received = {
  params: Record<string, string>;
  query: Record<string, string>;
  body: Record<string, unknown>;
  /** The version in If-Match, if any. */
  version?: number | undefined;
};

/** An operation of `/api` that calls procedures: JSON in, JSON out. */
export type Operation = Facts<readonly ProcedureName[]> & {
  status: 200 | 201;
  params: Schema | undefined;
  query: Schema | undefined;
  body: Schema | undefined;
  answer: Schema;
  /** Parses the request, calls the procedure, and returns the answer as declared. */
  run(caller: Caller, received: Received): Promise<unknown>;
};

/** An operation without a procedure, because its input or output isn't our JSON. */
export type RawOperation = Described &
  Meta & {
    /** The answer's media type, and its schema if that's JSON. */
    sends: { type: string; schema?: Schema };
    query?: Schema;
    /** The body's schema for the document. It isn't used to parse the body. */
    takes?: Schema;
    respond(
      call: { context: Context; request: Request } & Omit<Received, 'body' | 'version'>,
    ): Promise<Response>;
  };

/**
 * Declares an operation. `call` gets the parsed values and a caller with only the named procedures. The
 * compiler refuses answers with missing or undeclared fields.
 */
export function operation<
  const Names extends readonly ProcedureName[],
  Answer extends Schema,
  Given extends z.input<Answer>,
  Params extends Schema | undefined = undefined,
  Query extends Schema | undefined = undefined,
  Body extends Schema | undefined = undefined,
>(
  declared: Facts<Names> & {
    params?: Params;
    query?: Query;
    body?: Body;
    answer: Answer;
    call(
      caller: CallerOf<Names[number]>,
      sent: {
        params: Read<Params>;
        query: Read<Query>;
        body: Read<Body>;
        /** Empty without If-Match. */
        version: { version?: number };
      },
    ): Promise<Given & Exactly<Given, z.input<Answer>>>;
  },
): Operation {
  const { params, query, body, answer, call, status = 200, ...facts } = declared;
  return {
    ...facts,
    status,
    params,
    query,
    body,
    answer,
    async run(caller, received) {
      const sent = {
        params: read(params, received.params),
        query: read(query, received.query),
        body: read(body, received.body),
        version: received.version === undefined ? {} : { version: received.version },
      };
      return z.parse(answer, await call(caller as CallerOf<Names[number]>, sent));
    },
  };
}

/** Parses a value with a schema. @throws BAD_REQUEST with the schema's issues */
function read<S extends Schema | undefined>(schema: S | undefined, received: unknown): Read<S> {
  if (schema === undefined) return undefined as Read<S>;
  const { data, error } = z.safeParse(schema, received);
  if (error) throw new TRPCError({ code: 'BAD_REQUEST', cause: error });
  return data as Read<S>;
}
