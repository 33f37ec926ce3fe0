import { TRPCError } from '@trpc/server';
import * as z from 'zod/mini';
import type { KeyExtra } from '@/domain/access/access.schema';
import type { Role } from '@/domain/roles';
import type { createCaller } from '@/server/trpc';
import type { Context, Meta } from '@/server/trpc/init';
import type { Tag } from './tags';

/** Any schema: what it gives, and what it takes. */
export type Schema<Output = unknown, Input = unknown> = z.ZodMiniType<Output, Input>;

type Caller = ReturnType<typeof createCaller>;

/** The name of a procedure, such as `booking.create`. */
export type ProcedureName = {
  [Router in keyof Caller & string]: {
    [Name in keyof Caller[Router] & string]: Caller[Router][Name] extends (
      ...input: never[]
    ) => unknown
      ? `${Router}.${Name}`
      : never;
  }[keyof Caller[Router] & string];
}[keyof Caller & string];

/** A caller that reaches the named procedures and no other one. */
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

/** The names of fields, at any depth, that `Given` has and `Declared` has not. */
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

/** Refuses an answer with fields that its schema does not declare; the error names the first ones. */
type Exactly<Given, Declared> = [Undeclared<Given, Declared>] extends [never]
  ? unknown
  : { undeclaredField: Undeclared<Given, Declared> };

/** What the router and the document know of every operation. */
export type Described = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `{name}` stands for one part of the path. */
  path: `/api/${string}`;
  /** The name of the operation in a generated client; unique. */
  id: string;
  tag: Tag;
  summary: string;
  /** What the summary and the schemas leave open. */
  notes?: string;
  /** Of several operations with one method and path, the one for callers with this role. */
  role?: Role;
  /** What an API key may do here, unless it acts as staff: nothing, or what a visitor may. */
  keys?: 'none' | 'visitor';
  /** The further scope that an API key needs here. */
  needs?: KeyExtra;
  /** The parameters with which a key looks for people, so that it needs the scope people for them. */
  findsPeopleBy?: readonly string[];
  /** Statuses of errors of its own; those that every operation can have are added to the document. */
  errors?: readonly (402 | 404 | 409 | 429 | 503)[];
};

type Facts<Names extends readonly ProcedureName[]> = Described & {
  /** The procedures behind it. Their `meta.access` says who may call, here and in the document. */
  procedures: Names;
  status?: 200 | 201;
  /** The answer carries an ETag, and is not sent again to a caller that names it. */
  hasETag?: true;
  /** Takes If-Match with the version that was read. */
  takesVersion?: true;
};

/** What came with a request, before any schema has read it. */
export type Received = {
  params: Record<string, string>;
  query: Record<string, string>;
  body: Record<string, unknown>;
  /** The version in If-Match; undefined without one. */
  version?: number | undefined;
};

/** An operation of `/api` over procedures: JSON in, JSON out. */
export type Operation = Facts<readonly ProcedureName[]> & {
  status: 200 | 201;
  params: Schema | undefined;
  query: Schema | undefined;
  body: Schema | undefined;
  answer: Schema;
  /** Reads what came, calls the procedure and returns the answer as its schema declares it. */
  run(caller: Caller, received: Received): Promise<unknown>;
};

/** An operation that no procedure stands behind, because what it takes or sends is no JSON of ours. */
export type RawOperation = Described &
  Meta & {
    /** The media type of its answer, and the shape where that is JSON. */
    sends: { type: string; schema?: Schema };
    query?: Schema;
    /** The body as it is described; nothing here reads it. */
    takes?: Schema;
    respond(
      call: { context: Context; request: Request } & Omit<Received, 'body' | 'version'>,
    ): Promise<Response>;
  };

/**
 * Declares an operation. `call` gets what the schemas read, and a caller that knows only the named
 * procedures; the compiler refuses an answer that lacks a declared field or has another one.
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
        /** Left out without If-Match. */
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

/** What a schema makes of what came. Throws BAD_REQUEST with its issues. */
function read<S extends Schema | undefined>(schema: S | undefined, received: unknown): Read<S> {
  if (schema === undefined) return undefined as Read<S>;
  const { data, error } = z.safeParse(schema, received);
  if (error) throw new TRPCError({ code: 'BAD_REQUEST', cause: error });
  return data as Read<S>;
}
