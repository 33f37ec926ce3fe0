/** The shape of a measured call. */
import type { Visitor } from '../../tests/support/visitor';
import type { Scene } from './scene';

/** Makes one request, and gives what it answered. */
export type Ask = () => Promise<unknown>;
/** Brings about what a call needs, before it is measured. */
export type Prepare = (scene: Scene) => Ask | Promise<Ask>;
/** Calls by name: a procedure, or method and path; what stands in brackets behind it tells a form of it. */
export type Calls = Record<string, Prepare>;

/** A call over REST, whose refusal is an error. */
export function rest(visitor: Visitor, method: string, path: string, body?: unknown): Ask {
  return async () => {
    const answer = await visitor.rest(method, path, body);
    if (answer.status >= 400) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
}

/** A file, whose refusal is an error. */
export function file(visitor: Visitor, path: string): Ask {
  return async () => {
    const answer = await visitor.fetch(path);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${answer.status} ${text}`);
    return text;
  };
}
