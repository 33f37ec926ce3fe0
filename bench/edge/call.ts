/** The shape of a measured call. */
import type { Visitor } from '../../tests/support/visitor';
import type { Scene } from './scene';

/** Sends one request and returns its answer. */
export type Ask = () => Promise<unknown>;
/** Prepares what a call needs before it's measured. */
export type Prepare = (scene: Scene) => Ask | Promise<Ask>;
/**
 * Calls by name: the procedure, or the method and path. Parentheses after the name describe a
 * variant.
 */
export type Calls = Record<string, Prepare>;

/** A REST call. A refusal throws. */
export function rest(visitor: Visitor, method: string, path: string, body?: unknown): Ask {
  return async () => {
    const answer = await visitor.rest(method, path, body);
    if (answer.status >= 400) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
}

/** A download. A refusal throws. */
export function file(visitor: Visitor, path: string): Ask {
  return async () => {
    const answer = await visitor.fetch(path);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${answer.status} ${text}`);
    return text;
  };
}
