/** The views of the Appointments tab. Without one, the board opens. */
export const DESK_VIEWS = ['board', 'day', 'money'] as const;
export type DeskView = (typeof DESK_VIEWS)[number];
