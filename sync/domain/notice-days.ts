/** [S-202] How many whole days ahead something is said: of sessions that go over to a colleague. */
export const noticeDays = [1, 7, 15, 30, 90] as const;
