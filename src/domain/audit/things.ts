import type { AuditAction } from './actions';

type FirstPart<Action> = Action extends `${infer Part}.${string}` ? Part : never;

/** The kind of thing that an audit entry is about: the first part of its action. */
export type AuditThing = FirstPart<AuditAction>;

export function thingOf(action: AuditAction): AuditThing {
  return action.slice(0, action.indexOf('.')) as AuditThing;
}

/** One thing that is no appointment, as entries name it: `driver:3`. */
export type AuditSubject = `${AuditThing}:${string | number}`;
