/** What an entry tells before or after, by column. */
export type AuditValues = Readonly<Record<string, unknown>>;
