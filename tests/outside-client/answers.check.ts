/** Fails to compile if the generated client has no type for an operation's answer. */
import type { operations } from './generated/api';

/** An operation's result on success. */
type Answer<Operation> = Operation extends { responses: infer Responses }
  ? Content<Responses[keyof Responses & (200 | 201)]>
  : unknown;
type Content<Response> = [Response] extends [never]
  ? unknown
  : Response extends { content: infer ByType }
    ? ByType[keyof ByType]
    : unknown;

/** Collects the operations whose answer has an unknown type. */
type Unknown = {
  [Id in keyof operations]: unknown extends Answer<operations[Id]> ? Id : never;
}[keyof operations];

export const noAnswerIsUnknown: [Unknown] extends [never] ? true : Unknown = true;
